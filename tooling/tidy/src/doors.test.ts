import { expect, test } from "vitest";
import { otherDoors, registeredDoors } from "./doors.ts";

test("[AZ-1] every route of the server is a row of the REST table, or says in doors.ts who may use it", () => {
  const found = new Set(registeredDoors());
  expect(
    [...found].filter((door) => !(door in otherDoors)),
    "Make it a row of packages/contract/src/rest.ts, or say in tooling/tidy/src/doors.ts who may use it",
  ).toEqual([]);
  expect(Object.keys(otherDoors).filter((door) => !found.has(door))).toEqual([]);
});

import { expect, test } from "vitest";
import { doorsIn, otherDoors, registeredDoors } from "./doors.ts";

test("[AZ-1] every route of the server is a row of the REST table, or says in doors.ts who may use it", () => {
  const found = new Set(registeredDoors());
  expect(
    [...found].filter((door) => !(door in otherDoors)),
    "Make it a row of packages/contract/src/rest.ts, or say in tooling/tidy/src/doors.ts who may use it",
  ).toEqual([]);
  expect(Object.keys(otherDoors).filter((door) => !found.has(door))).toEqual([]);
});

test.each([
  ['app.route({ ...quietly, handler, url: "/api/leak" });', ['"/api/leak"']],
  ['http.route({\n  method: "GET",\n  url: "/leak",\n  handler,\n});', ['"/leak"']],
  ["anything.route({ method, url, handler });", ["url"]],
  ['scope.post("/leak", handler);', ['"/leak"']],
  ["app.route(hidden);", ["a route whose url does not stand in its braces"]],
])("[AZ-1] however it is spelt, a route is seen: %s", (spoken, doors) => {
  expect(doorsIn(spoken)).toEqual(doors);
});

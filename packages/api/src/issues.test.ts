import { ActivityQuery } from "@relaydeck/contract/activity";
import { idOf } from "@relaydeck/contract/ids";
import { PowerOneCommandBody, RelayNumber } from "@relaydeck/contract/relays";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { issuesOf } from "./issues.ts";

const said = (schema: z.ZodMiniType, value: unknown) => issuesOf(schema.safeParse(value).error).map(({ message }) => message);

test("[IN-5] a value out of its range is told the range's end", () => {
  expect(said(RelayNumber, 5)).toEqual(["Must be at most 4"]);
  expect(said(RelayNumber, 0)).toEqual(["Must be at least 1"]);
  expect(said(RelayNumber, 1.5)).toEqual(["Must be a whole number"]);
  expect(said(z.string().check(z.maxLength(3)), "long")).toEqual(["Must be at most 3 characters"]);
});

test("[IN-5] a value of another kind is told which kind or which values there are", () => {
  const body = { deviceId: "x", functionName: "ctrl_relay1", argument: "toggle", relayNumber: "1" };
  expect(issuesOf(PowerOneCommandBody.safeParse(body).error)).toEqual([
    { path: "argument", message: 'Must be "on" or "off"' },
    { path: "relayNumber", message: "Must be a number" },
  ]);
  expect(said(z.boolean(), 1)).toEqual(["Must be true or false"]);
  expect(said(ActivityQuery, { limit: 0 })).toEqual(["Must be at least 1"]);
});

test("[D49] an id of another kind is told in right English", () => {
  expect(said(idOf("activity"), "x")).toEqual(["Not an activity id"]);
  expect(said(idOf("user"), "x")).toEqual(["Not a user id"]);
});

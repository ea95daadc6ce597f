import { describe, expect, test } from "vitest";
import {
  accessThrough,
  accessTo,
  deviceActions,
  isWithin,
  may,
  type Access,
  type ProgramRight,
  type ShareRight,
} from "./policy.ts";

const owner = "usr_owner";
const sharee = "usr_sharee";
const device = { ownerId: owner, deletedAt: null };
const share: ShareRight = { ownerId: owner, sharedWithId: sharee, permission: "view", isActive: true, expiresAt: null };
const asked = (shares: ShareRight[], now = 1000) => ({ userId: sharee, shares, now });

describe("access", () => {
  test.each<[string, Access, Parameters<typeof accessTo>]>([
    ["the owner", "owner", [device, { userId: owner, shares: [], now: 1 }]],
    ["a view share", "view", [device, asked([share])]],
    ["a control share", "control", [device, asked([{ ...share, permission: "control" }])]],
    ["both shares: the stronger", "control", [device, asked([share, { ...share, permission: "control" }])]],
    ["a revoked share", "none", [device, asked([{ ...share, isActive: false }])]],
    ["somebody else's share", "none", [device, asked([{ ...share, sharedWithId: "usr_x" }])]],
    ["an invitation nobody took yet", "none", [device, asked([{ ...share, sharedWithId: null }])]],
    ["a share of a former owner", "none", [device, asked([{ ...share, ownerId: "usr_former" }])]],
    ["a device that nobody owns", "none", [{ ownerId: null, deletedAt: null }, asked([share])]],
    [
      "a deleted device, also for its owner",
      "none",
      [
        { ownerId: owner, deletedAt: 5 },
        { userId: owner, shares: [], now: 9 },
      ],
    ],
  ])("%s has %s", (_who, expected, [thing, facts]) => {
    expect(accessTo(thing, facts)).toBe(expected);
  });

  test("[AZ-5] a share ends in the very millisecond of its end, by evaluation alone", () => {
    const ending = [{ ...share, expiresAt: 2000 }];
    expect([accessTo(device, asked(ending, 1999)), accessTo(device, asked(ending, 2000))]).toEqual(["view", "none"]);
  });
});

test("[D42] the table of device actions: invisible reads as absent, visible but not allowed as forbidden", () => {
  const table = Object.fromEntries(
    Object.keys(deviceActions).map((action) => [
      action,
      (["owner", "control", "view", "none"] as const).map((access) => {
        const answer = may(action as keyof typeof deviceActions, access);
        return answer.ok ? "Y" : answer.error;
      }),
    ]),
  );
  const all = ["Y", "Y", "Y", "NOT_FOUND"];
  const switchers = ["Y", "Y", "FORBIDDEN", "NOT_FOUND"];
  const owners = ["Y", "FORBIDDEN", "FORBIDDEN", "NOT_FOUND"];
  expect(table).toEqual({
    see: all,
    "own-alerts": all,
    switch: switchers,
    cancel: switchers,
    check: switchers,
    rename: owners,
    remove: owners,
    shares: owners,
  });
});

describe("a program's token", () => {
  const rights = ["owner", "control", "view", "none"] as const;
  const through = (program: ProgramRight | undefined) => rights.map((held) => accessThrough(program, held, "dev_1"));

  test("[C6] a token is never good for more than its owner's right, and never for an owner's", () => {
    expect(through(undefined)).toEqual(rights);
    expect(through({ scope: "control", deviceIds: null })).toEqual(["control", "control", "view", "none"]);
    expect(through({ scope: "read", deviceIds: null })).toEqual(["view", "view", "view", "none"]);
  });

  test("[C6] a device that a token does not name is invisible to it", () => {
    const program = { scope: "control", deviceIds: ["dev_2"] } as const;
    expect(through(program)).toEqual(["none", "none", "none", "none"]);
    expect(through({ ...program, deviceIds: ["dev_2", "dev_1"] })).toEqual(["control", "control", "view", "none"]);
    expect([isWithin(program, "dev_1"), isWithin(program, "dev_2"), isWithin(undefined, "dev_1")]).toEqual([false, true, true]);
  });
});

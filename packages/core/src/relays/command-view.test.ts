import { expect, test } from "vitest";
import { shownCommand } from "../testing/commands.ts";
import { commandFor, neutralCommand, reasonOf, withoutReports } from "./command-view.ts";

const at = Date.UTC(2026, 10, 21, 14, 2, 0);
const command = shownCommand(at, {
  relayNumber: 2,
  target: "on",
  state: "acknowledged",
  returnValue: 1,
  acceptedOrder: 7,
  requestedAt: at + 60_000,
  acknowledgedAt: at + 2_000,
});

test("[TI-1] a command is shown as it is stored, asked for when the clock said so and not when it is ordered", () => {
  expect(neutralCommand(command, "Maria Lind")).toEqual({
    commandId: "cmd_1",
    deviceId: "dev_1",
    relayNumber: 2,
    target: "on",
    state: "acknowledged",
    disagrees: false,
    reason: null,
    reasonCode: null,
    returnValue: 1,
    acceptedOrder: 7,
    requestedAt: "2026-11-21T14:02:00.000Z",
    validUntil: "2026-11-21T14:02:10.000Z",
    sentAt: "2026-11-21T14:02:01.000Z",
    acknowledgedAt: "2026-11-21T14:02:02.000Z",
    confirmedAt: null,
    endedAt: null,
    actorId: "usr_maria",
    actorName: "Maria Lind",
  });
});

test.each([
  ["the cloud had answered", { acknowledgedAt: at + 2_000, callEndedAt: at + 2_000 }, { state: "acknowledged" }],
  ["it may still answer", { acknowledgedAt: null, callEndedAt: null }, { state: "sent" }],
  ["no answer came", { acknowledgedAt: null, callEndedAt: at + 14_000 }, { state: "unconfirmed", reasonCode: "UNCONFIRMED" }],
] as const)("[AD-7] what a report proved is not shown to who lost the device: %s", (_, call, shown) => {
  const proved = { ...command, ...call, state: "confirmed", confirmedAt: at + 3_000, endedAt: at + 3_000 } as const;
  expect(withoutReports(proved)).toEqual({ ...proved, ...shown, confirmedAt: null, endedAt: null });
});

test("[AD-7] nor what a report contradicts; what became of the call is", () => {
  const contradicted = { ...command, callEndedAt: at + 2_000, state: "unconfirmed", disagrees: true } as const;
  expect(withoutReports(contradicted)).toEqual({ ...contradicted, disagrees: false });
  const refused = { ...command, callEndedAt: at + 2_000, state: "failed", returnValue: -2, endedAt: at + 2_000 } as const;
  expect(withoutReports(refused)).toEqual(refused);
});

test("whoever may only view learns no name but the own one; nobody learns an id", () => {
  const neutral = neutralCommand(command, "Maria Lind");
  const shown = (userId: string, permission: "owner" | "control" | "view") => {
    const { by, byName, ...rest } = commandFor({ userId, permission }, neutral);
    expect(Object.keys(rest).filter((key) => key.startsWith("actor"))).toEqual([]);
    expect(rest).toMatchObject({ commandId: "cmd_1", state: "acknowledged" });
    return [by, byName];
  };
  expect([shown("usr_maria", "owner"), shown("usr_maria", "view")]).toEqual([
    ["you", "Maria Lind"],
    ["you", "Maria Lind"],
  ]);
  expect([shown("usr_jo", "owner"), shown("usr_jo", "control"), shown("usr_jo", "view")]).toEqual([
    ["other", "Maria Lind"],
    ["other", "Maria Lind"],
    ["other", null],
  ]);
});

test.each<[string, string | null, Partial<Parameters<typeof reasonOf>[0]>]>([
  ["nothing that needs saying", null, {}],
  ["a reason without a code", "It took too long", { reason: "It took too long" }],
  ["a code that is none of ours", "As it was told", { reason: "As it was told", reasonCode: "toString" }],
  ["a deadline that passed", "Expired, never sent", { reason: "late", reasonCode: "COMMAND_EXPIRED" }],
  ["a refusal by number", "The device refused the command (-1)", { reason: "no", reasonCode: "DEVICE_REFUSED", returnValue: -1 }],
  ["a refusal in words", "The device refused the command (no x)", { reason: "no x", reasonCode: "DEVICE_REFUSED" }],
  ["a refusal without either", "The device refused the command", { reasonCode: "DEVICE_REFUSED" }],
  ["a busy cloud", "Not sent: The device cloud is busy", { reasonCode: "PROVIDER_BUSY" }],
  ["a cloud not reached", "Not sent: no route", { reason: "no route", reasonCode: "PROVIDER_UNAVAILABLE" }],
])("[rest-shapes section 5] %s reads: %s", (_what, sentence, facts) => {
  expect(reasonOf({ reason: null, reasonCode: null, returnValue: null, ...facts })).toBe(sentence);
});

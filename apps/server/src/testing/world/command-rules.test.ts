/** Each rule beside a history that keeps it and one that breaks it: a checker that cannot fail proves nothing. */
import { describe, expect, test } from "vitest";
import * as rules from "./command-rules.ts";
import type { CommandNote } from "./command-rules.ts";
import type { Breach } from "./history.ts";

function noted(facts: Partial<CommandNote> = {}): CommandNote {
  return {
    id: "cmd_1",
    alias: "c1",
    actorId: "usr_olga",
    key: "key-1",
    deviceId: "dev_1",
    relay: 1,
    target: "on",
    order: 3,
    validUntil: 60_000,
    deadline: 10_000,
    state: "sent",
    states: new Set(["sent"]),
    sentAt: 1_000,
    call: null,
    wasCutOff: false,
    isSaidOverdue: false,
    ...facts,
  };
}

const ran = { entry: { executed: true }, isOver: true };
const ranNot = { entry: { executed: false }, isOver: true };
const held = { entry: { executed: true }, isOver: false };
const called = {
  argument: "on",
  right: "control" as const,
  at: 2_000,
  before: noted({ order: 2, state: "confirmed", call: ran }),
};

/** Called while the cloud holds the call of a command in this state, whose deadline is at 10,000. */
function calledDuring(state: CommandNote["state"], at: number) {
  return { ...called, at, before: noted({ order: 2, state, call: held }) };
}

const broken: readonly [rule: string, what: string, found: () => Breach[]][] = [
  ["1", "two commands have one key", () => rules.whenBegun(noted(), noted({ alias: "c0" }))],
  ["1", "a command is called twice", () => rules.whenCalled(noted({ call: ranNot }), called)],
  ["1", "a command is called after the crash that cut it off", () => rules.whenCalled(noted({ wasCutOff: true }), called)],
  ["2", "a call leaves at its deadline", () => rules.whenCalled(noted(), { ...called, at: 10_000 })],
  ["2", "a call says something else than its row", () => rules.whenCalled(noted(), { ...called, argument: "off" })],
  ["2", "who may only look switches", () => rules.whenClaimed(noted(), "view")],
  ["2", "a stranger switches", () => rules.whenClaimed(noted(), "none")],
  ["2", "a call leaves after the right was taken back", () => rules.whenCalled(noted(), { ...called, right: "none" })],
  ["2", "a cancelled command was called", () => rules.whenNotDone(noted({ state: "cancelled", call: ranNot }))],
  ["3", "confirmed, and the relay never moved", () => rules.whenConfirmed(noted({ state: "confirmed" }), false)],
  ["3", "failed, and the device ran it", () => rules.whenNotDone(noted({ state: "failed", call: ran }))],
  ["3", "failed, and the device ran it later", () => rules.atTheEnd(noted({ state: "failed", call: ran }))],
  [
    "5",
    "a call overtakes an earlier one",
    () => rules.whenCalled(noted(), { ...called, before: noted({ order: 4, call: ran }) }),
  ],
  ["CM-7", "a call leaves while the cloud holds another", () => rules.whenCalled(noted(), calledDuring("confirmed", 2_000))],
  ["6", "requested more than a second after its deadline", () => rules.whileOpen(noted({ state: "requested" }), 11_001)],
  ["6", "sent more than five seconds after its deadline", () => rules.whileOpen(noted({ state: "sent" }), 15_001)],
  ["CM-8", "an ended command goes on", () => rules.whenMoved(noted({ state: "sent" }), "failed")],
  ["CM-9", "sent, and no call was ever made", () => rules.atTheEnd(noted({ state: "unconfirmed" }))],
];

describe("a history that breaks a rule is found out", () => {
  test.each(broken)("[CM-8] rule %s: %s", (rule, _what, found) => {
    expect(found().map((breach) => breach.rule)).toContain(rule);
  });
});

test("[CM-8] a history that keeps the rules is not blamed", () => {
  expect([
    ...rules.whenBegun(noted(), undefined),
    ...rules.whenMoved(noted({ state: "acknowledged" }), "sent"),
    ...rules.whenClaimed(noted(), "owner"),
    ...rules.whenClaimed(noted(), "control"),
    ...rules.whenCalled(noted(), { ...called, at: 9_999 }),
    ...rules.whenCalled(noted(), { ...called, before: undefined }),
    ...rules.whenCalled(noted(), calledDuring("unconfirmed", 2_000)),
    ...rules.whenCalled(noted({ deadline: 20_000 }), calledDuring("confirmed", 14_000)),
    ...rules.whenConfirmed(noted({ state: "confirmed" }), true),
    ...rules.whenNotDone(noted({ state: "failed", call: ranNot })),
    ...rules.whileOpen(noted({ state: "requested" }), 11_000),
    ...rules.whileOpen(noted({ state: "sent" }), 15_000),
    ...rules.whileOpen(noted({ state: "acknowledged" }), 90_000),
    ...rules.atTheEnd(noted({ state: "unconfirmed", wasCutOff: true })),
    ...rules.atTheEnd(noted({ state: "unconfirmed", call: ran })),
  ]).toEqual([]);
});

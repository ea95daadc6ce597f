import { expect, test } from "vitest";
import type { Device } from "@relaydeck/contract/devices";
import type { Command, Relay } from "@relaydeck/contract/relays";
import { outcomesSince, seenCommands, type Seen } from "./outcomes.ts";
import { aCommand, aDevice, ago, aRelay } from "./testing/builders.ts";

const withCommand = (more: Partial<Command>, relay: Partial<Relay> = {}) => {
  const command = aCommand(more);
  return seen([aDevice({ relays: [aRelay({ state: command.target, ...relay, command })] })]);
};
function seen(devices: readonly Device[], link: Seen["link"] = "live"): Seen {
  return { devices, link };
}
const spoken = (from: Partial<Command>, to: Partial<Command>) =>
  outcomesSince(seenCommands(withCommand(from)), withCommand(to)).map(
    ({ relayName, urgent }) => `${relayName}${urgent ? "!" : ""}`,
  );

test("[A12] pending steps and repeated reports are silent, each end is spoken once", () => {
  expect(spoken({ state: "requested" }, { state: "sent" })).toEqual([]);
  expect(spoken({ state: "sent" }, { state: "acknowledged" })).toEqual([]);
  expect(spoken({ state: "acknowledged" }, { state: "confirmed" })).toEqual(["Well pump"]);
  expect(spoken({ state: "confirmed" }, { state: "confirmed" })).toEqual([]);
});

test("unconfirmed, failed and expired are urgent; the truth that comes later is not", () => {
  expect(spoken({ state: "sent" }, { state: "unconfirmed" })).toEqual(["Well pump!"]);
  expect(spoken({ state: "sent" }, { state: "failed" })).toEqual(["Well pump!"]);
  expect(spoken({ state: "requested" }, { state: "expired" })).toEqual(["Well pump!"]);
  expect(spoken({ state: "unconfirmed" }, { state: "confirmed" })).toEqual(["Well pump"]);
});

test("[A12, D54] an answer that nothing will prove is an end, and so is one that the current contradicts", () => {
  const byCurrent = { evidence: "current", load: "no-load", stateAt: ago(1_000) } as const;
  const answered = (more: Partial<Command>, relay: Partial<Relay> = {}) =>
    withCommand({ state: "acknowledged", acknowledgedAt: ago(2_000), ...more }, relay);
  const kinds = (from: Seen, to: Seen) => outcomesSince(seenCommands(from), to).map(({ end }) => end.kind);
  expect(kinds(answered({}, { evidence: "current" }), answered({}, byCurrent))).toEqual(["answered-no-load"]);
  expect(kinds(answered({}, byCurrent), answered({}, byCurrent))).toEqual([]);
  // Of the command before.
  expect(kinds(withCommand({ state: "sent" }), answered({}, { ...byCurrent, stateAt: ago(3_000) }))).toEqual([]);
  const once = seenCommands(answered({}, byCurrent));
  const lapsed = seenCommands(answered({}, { ...byCurrent, load: "ok" }), once);
  expect(outcomesSince(lapsed, answered({}, byCurrent))).toEqual([]);
  expect(kinds(answered({}), answered({ disagrees: true }))).toEqual(["answered-disagrees"]);
  const unanswered = (disagrees: boolean) => withCommand({ state: "unconfirmed", disagrees });
  expect(kinds(unanswered(false), unanswered(true))).toEqual(["unanswered-disagrees"]);
});

test("a command that ends before its other steps were seen is spoken; other people's and old ones are not", () => {
  expect(outcomesSince(seenCommands(seen([aDevice()])), withCommand({ state: "confirmed" }))).toHaveLength(1);
  expect(spoken({ state: "sent", by: "other" }, { state: "confirmed", by: "other" })).toEqual([]);
  expect(outcomesSince(null, withCommand({ state: "failed" }))).toEqual([]);
});

test("[C1, A12] what was confirmed is spoken as how it is now: where it moved since, or is only last known, not before it is so again", () => {
  const before = seenCommands(withCommand({ state: "sent" }));
  const confirmed = (relay: Partial<Relay> = {}, link: Seen["link"] = "live") => ({
    ...withCommand({ state: "confirmed", target: "on" }, relay),
    link,
  });
  for (const now of [confirmed({ state: "off" }), confirmed({ isCurrent: false }), confirmed({}, "down")]) {
    expect(outcomesSince(before, now)).toEqual([]);
    expect(outcomesSince(seenCommands(now, before), confirmed())).toHaveLength(1);
    // Over before this page looked.
    expect(outcomesSince(seenCommands(now), confirmed())).toEqual([]);
  }
  expect(outcomesSince(seenCommands(confirmed(), before), confirmed({}, "down"))).toEqual([]);
});

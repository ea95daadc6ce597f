import { describe, expect, test } from "vitest";
import type { SwitchOutcome } from "@relaydeck/client/commands/outcome";
import type { Command, CommandState, Relay } from "@relaydeck/contract/relays";
import { unprovedOf } from "@relaydeck/contract/unproved";
import { emptyBook, isNewest, withoutMessage, withPress, withWord, type PressBook } from "./press-book.ts";
import type { RelayFacts, TruthKind } from "./relay-truth.ts";
import { relayView, truthLooks } from "./relay-view.ts";
import { aCommand, aDevice, ago, anAttempt, aRelay, facts, idFor, now, second } from "./testing/builders.ts";
import { relayFactsIn } from "./use-relay.ts";

const device = aDevice();
const key = `${device.id}/1`;
const refused = { kind: "refused", key: "k2", code: "RATE_LIMITED", message: "No", issues: [], retryAfterSeconds: 5 } as const;
const expired = { kind: "expired", key: "k2", message: "" } as const;
const gaveUp = { kind: "unknown", key: "k2", reason: "gave-up", message: "" } as const;
const known = (command: Command) => ({ kind: "known", key: "k2", command, answer: null }) as const;

/** The relay as the page shows it: the report is 8 s old unless said, and `command` stands at the relay. */
function shown(book: PressBook, command: Command | null, more: Partial<Relay> = {}) {
  const link = "live" as const;
  return relayView(relayFactsIn({ ...book, link }, { device, relay: aRelay({ command, ...more }), now: now + second }));
}

/** A press that has ended so. */
function ended(before: PressBook, outcome: SwitchOutcome, command: Command | null = null): PressBook {
  const [book, begun] = withPress(before, key, { target: "off", relay: aRelay({ command }), now });
  return withWord(book, key, { begun, word: { step: "over", outcome } });
}

/** Presses the × of what is shown; nothing happens where there is none. */
function putAway(book: PressBook, command: Command | null): PressBook {
  const { dismissal } = shown(book, command);
  return dismissal === null ? book : withoutMessage(book, key, dismissal);
}

const before = (state: CommandState, more: Partial<Command> = {}) =>
  aCommand({ commandId: idFor("cmd", "before"), state, ...more });
const after = (state: CommandState) =>
  aCommand({ commandId: idFor("cmd", "after"), acceptedOrder: 8, state, requestedAt: ago(0), sentAt: ago(0), target: "off" });

describe("[C1] what may be put away", () => {
  const silent = { acknowledgedAt: ago(second), disagrees: true } as const;
  const proved = { target: "on", confirmedAt: ago(second) } as const;
  /** One case of every truth. */
  const cases: Readonly<Record<TruthKind, RelayFacts>> = {
    on: facts(),
    off: facts({ relay: { state: "off" } }),
    "last-known": facts({ link: "down" }),
    unknown: facts({ relay: { state: "unknown", stateAt: null } }),
    "no-load": facts({ relay: { evidence: "contact", load: "no-load" } }),
    "current-flows": facts({ relay: { state: "off", load: "current-while-off" } }),
    requested: facts({ attempt: anAttempt() }),
    checking: facts({ attempt: anAttempt(), device: { freshness: "stale" } }),
    asking: facts({ attempt: anAttempt({ phase: "asking" }) }),
    sent: facts({ relay: { command: aCommand() } }),
    acknowledged: facts({ relay: { command: aCommand({ state: "acknowledged", acknowledgedAt: ago(second) }) } }),
    "answered-no-load": facts({
      relay: { stateAt: ago(0), load: "no-load", command: aCommand({ state: "acknowledged", acknowledgedAt: ago(second) }) },
    }),
    "answered-disagrees": facts({ relay: { command: aCommand({ state: "acknowledged", ...silent }) } }),
    "out-of-touch": facts({ link: "down", relay: { command: aCommand({ validUntil: ago(second) }) } }),
    confirmed: facts({ relay: { command: aCommand({ state: "confirmed", ...proved }) } }),
    unconfirmed: facts({ relay: { command: aCommand({ state: "unconfirmed" }) } }),
    "unanswered-disagrees": facts({ relay: { command: aCommand({ state: "unconfirmed", disagrees: true }) } }),
    failed: facts({ relay: { command: aCommand({ state: "failed" }) } }),
    expired: facts({ attempt: anAttempt({ phase: "expired" }) }),
    cancelled: facts({ relay: { command: aCommand({ state: "cancelled" }) } }),
  };

  test("of all messages only those of what is proved to have changed nothing", () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(truthLooks).toSorted());
    expect(Object.entries(cases).filter(([kind, given]) => relayView(given).truth.kind !== kind)).toEqual([]);
    const dismissible = Object.entries(cases).flatMap(([kind, given]) => (relayView(given).dismissal === null ? [] : [kind]));
    expect(dismissible).toEqual(["failed", "expired", "cancelled"]);
  });

  test("a press that nobody could say anything about for ten minutes stays", () => {
    const book = ended(emptyBook, gaveUp);
    expect(shown(book, null)).toMatchObject({ truth: { kind: "unconfirmed" }, dismissal: null });
  });

  test("an attempt that is under way again when the × arrives is not put away", () => {
    const [pressed] = withPress(ended(emptyBook, refused), key, { target: "off", relay: aRelay(), now });
    expect(withoutMessage(pressed, key, { what: "attempt" })).toBe(pressed);
  });
});

describe("[C1, A9] after a message was put away the row says what it would say without it", () => {
  const states = ["requested", "sent", "acknowledged", "confirmed", "unconfirmed", "failed", "expired", "cancelled"] as const;
  const states2 = states.flatMap((state) => [[state, refused] as const, [state, expired] as const]);

  test.each(states2)("a command that is %s, and this page's own press on top of it: the press alone", (state, outcome) => {
    const command = before(state, state === "confirmed" ? { target: "on", confirmedAt: ago(second) } : {});
    const book = putAway(ended(emptyBook, outcome, command), command);
    expect(book.dismissed.size).toBe(0);
    expect(shown(book, command).truth).toEqual(shown(emptyBook, command).truth);
  });

  test.each(["failed", "expired", "cancelled"] as const)("a newer command that %s hides no unconfirmed one", (state) => {
    const own = after(state);
    const unproved = unprovedOf([before("unconfirmed")], ago(8 * second));
    const book = ended(emptyBook, known(own));
    expect(shown(book, own, { unproved })).toMatchObject({ truth: { kind: state }, on: { pressed: true, look: "outline" } });
    const rest = shown(putAway(book, own), own, { unproved });
    expect(rest).toMatchObject({
      truth: { kind: "unconfirmed" },
      on: { look: "outline" },
      action: { kind: "check" },
      dismissal: null,
    });
    const reported = shown(putAway(book, own), own, { unproved, stateAt: ago(second) });
    expect(reported).toMatchObject({ truth: { kind: "on" }, on: { look: "solid" } });
  });

  test("nor one that was answered and never proved: then the report is the last one known", () => {
    const unproved = unprovedOf([before("acknowledged", { acknowledgedAt: ago(2 * second) })], ago(8 * second));
    const own = after("failed");
    const book = putAway(ended(emptyBook, known(own)), own);
    const view = { truth: { kind: "last-known", state: "on" }, on: { look: "outline" } };
    expect(shown(book, own, { unproved })).toMatchObject(view);
  });

  test("nor does this page's own press that has become no command yet, or was refused", () => {
    const command = before("unconfirmed");
    const [book] = withPress(emptyBook, key, { target: "off", relay: aRelay({ command }), now });
    expect(shown(book, command)).toMatchObject({ truth: { kind: "requested" }, on: { look: "outline" } });
    expect(shown(ended(emptyBook, refused, command), command)).toMatchObject({
      truth: { kind: "failed" },
      on: { look: "outline" },
    });
  });

  test("nor a press of which nobody knows, under a later one that was refused", () => {
    const book = ended(ended(emptyBook, gaveUp), refused);
    expect(shown(book, null).truth.kind).toBe("failed");
    expect(shown(putAway(book, null), null)).toMatchObject({ truth: { kind: "unconfirmed" }, dismissal: null });
  });

  test("nor a press that nobody has answered yet, under somebody else's failure", () => {
    const [book] = withPress(emptyBook, key, { target: "on", relay: aRelay(), now });
    const theirs = { ...after("failed"), by: "other" } as const;
    expect(shown(book, theirs).truth.kind).toBe("failed");
    expect(shown(putAway(book, theirs), theirs).truth).toEqual({ kind: "requested", target: "on" });
  });

  test("a failure of its own is gone with it, and the report is a fact again", () => {
    const own = after("failed");
    const book = putAway(ended(emptyBook, known(own)), own);
    expect(shown(book, own)).toMatchObject({ truth: { kind: "on" }, on: { look: "solid" }, dismissal: null });
  });
});

describe("[HD-5, CM-7] a press while an earlier one has no answer yet", () => {
  const early = before("confirmed", { target: "on", requestedAt: ago(0), sentAt: ago(0), confirmedAt: ago(0) });
  const [first, one] = withPress(emptyBook, key, { target: "on", relay: aRelay(), now });
  const [book, two] = withPress(first, key, { target: "off", relay: aRelay({ command: early }), now: now + 500 });

  test("is taken once a report has proved that one, and says so", () => {
    expect(shown(first, null).press).toEqual({ allowed: false, reason: "pending" });
    expect(shown(first, early, { stateAt: ago(0) }).press.allowed).toBe(true);
    expect(shown(book, early, { stateAt: ago(0) })).toMatchObject({
      truth: { kind: "requested", target: "off" },
      press: { reason: "pending" },
    });
  });

  test.each([
    ["an answer", known(early)],
    ["a refusal", refused],
    ["an expiry", expired],
    ["no answer", gaveUp],
  ])("is not disturbed by the earlier one's end: %s", (_name, outcome) => {
    const late = withWord(book, key, { begun: one, word: { step: "over", outcome } });
    expect(late.attempts).toBe(book.attempts);
    expect([isNewest(late, key, one), isNewest(late, key, two)]).toEqual([false, true]);
    const own = withWord(late, key, { begun: two, word: { step: "over", outcome: known(after("sent")) } });
    expect(shown(own, after("sent"), { stateAt: ago(0) }).truth.kind).toBe("sent");
  });
});

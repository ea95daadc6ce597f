import { commandStates } from "@relaydeck/contract/relays";
import { describe, expect, test } from "vitest";
import {
  advance,
  decideSwitch,
  isAnswered,
  isInFlight,
  transitions,
  type CommandFacts,
  type Evidence,
  type Sample,
  type SwitchFacts,
} from "./command.ts";
import { sentFacts } from "../testing/commands.ts";

const now = 100_000;
const base = sentFacts(now);
const contact = (state: "on" | "off", measuredAt = now - 100): Evidence => ({
  kind: "sample",
  sample: { measuredAt, evidence: "contact", contact: state, milliamps: null, onThresholdMilliamps: 50, loadSeen: false },
});
const current = (milliamps: number | null, more: Partial<Sample> = {}): Evidence => ({
  kind: "sample",
  sample: {
    measuredAt: now - 100,
    evidence: "current",
    contact: null,
    milliamps,
    onThresholdMilliamps: 50,
    loadSeen: true,
    ...more,
  },
});
const done: Evidence = { kind: "reply", outcome: { kind: "done", returnValue: 1 } };
const unknown: Evidence = { kind: "reply", outcome: { kind: "unknown", reason: "cut" } };
const refused: Evidence = { kind: "reply", outcome: { kind: "refused", reason: "no", returnValue: -2, code: "DEVICE_REFUSED" } };
const refusedBare: Evidence = {
  kind: "reply",
  outcome: { kind: "refused", reason: "Function x not found", code: "DEVICE_REFUSED" },
};
const notSent: Evidence = { kind: "reply", outcome: { kind: "not-sent", reason: "refused", code: "PROVIDER_UNAVAILABLE" } };
const acknowledged = { ...base, state: "acknowledged", answeredAt: now - 1_000, acknowledgedAt: now - 1_000 } as const;
const unconfirmedCommand = { ...base, state: "unconfirmed" } as const;

describe("may it be begun", () => {
  const now = 1_000_000;
  const facts: SwitchFacts = { access: "owner", relayCount: 4, status: "online" };
  const wish = { relayNumber: 2, target: "on", validUntil: null } as const;
  const codeOf = (f: Partial<SwitchFacts>, w: Partial<{ relayNumber: number; validUntil: number | null }> = {}) => {
    const decided = decideSwitch({ ...facts, ...f }, { ...wish, ...w }, now);
    return decided.ok ? decided.value : decided.error.code;
  };

  test("[D42] rights come before everything else", () => {
    expect(codeOf({ access: "none", status: "offline" }, { relayNumber: 9 })).toBe("NOT_FOUND");
    expect(codeOf({ access: "view", status: "offline" })).toBe("FORBIDDEN");
    expect(codeOf({ access: "control" })).toBe(now + 10_000);
  });

  test("[CM-3] a deadline past or more than 60 s ahead is refused, the default is 10 s", () => {
    expect(codeOf({}, { validUntil: now })).toBe("VALIDATION");
    expect(codeOf({}, { validUntil: now + 60_001 })).toBe("VALIDATION");
    expect(codeOf({}, { validUntil: now + 60_000 })).toBe(now + 60_000);
  });

  test("a relay that the device does not have is a field error", () => {
    expect(codeOf({ relayCount: 1 })).toBe("VALIDATION");
    expect(codeOf({ relayCount: 2 }, { relayNumber: 3 })).toBe("VALIDATION");
    expect(codeOf({ relayCount: 2 }, { relayNumber: 2 })).toBe(now + 10_000);
  });

  test("a wish that is not valid is refused with its field and a sentence", () => {
    const refused = (path: string, message: string) => ({
      ok: false,
      error: { code: "VALIDATION", message, issues: [{ path, message }] },
    });
    const deadline = (validUntil: number) => decideSwitch(facts, { ...wish, validUntil }, now);
    expect(decideSwitch({ ...facts, relayCount: 1 }, wish, now)).toEqual(refused("relayNumber", "This device has one relay"));
    expect(decideSwitch(facts, { ...wish, relayNumber: 5 }, now)).toEqual(refused("relayNumber", "This device has 4 relays"));
    expect(deadline(now)).toEqual(refused("validUntil", "The deadline is in the past"));
    expect(deadline(now + 60_001)).toEqual(refused("validUntil", "The deadline is more than 60 s ahead"));
  });

  test("[C4] offline and connecting refuse", () => {
    expect([codeOf({ status: "offline" }), codeOf({ status: "connecting" })]).toEqual([
      "DEVICE_NOT_CONNECTED",
      "DEVICE_NOT_CONNECTED",
    ]);
  });
});

describe("replies", () => {
  test("[C1] a done reply acknowledges, and never confirms", () => {
    expect(advance(base, done, now)).toMatchObject({ state: "acknowledged", returnValue: 1, acknowledgedAt: now });
  });

  test("[CM-5] a lost reply is unconfirmed, a refusal failed, no byte sent failed", () => {
    expect(advance(base, unknown, now)).toMatchObject({ state: "unconfirmed", reasonCode: "UNCONFIRMED" });
    expect(advance(base, refused, now)).toMatchObject({
      state: "failed",
      reasonCode: "DEVICE_REFUSED",
      returnValue: -2,
      endedAt: now,
    });
    expect(advance(base, refusedBare, now)).toMatchObject({ state: "failed", returnValue: null });
    expect(advance(base, notSent, now)).toMatchObject({ state: "failed", reasonCode: "PROVIDER_UNAVAILABLE" });
  });

  test("[D35] an answer after the caller gave up is evidence: unconfirmed becomes acknowledged or failed", () => {
    expect(advance(unconfirmedCommand, done, now)).toMatchObject({ state: "acknowledged", reason: null });
    expect(advance(unconfirmedCommand, refused, now)).toMatchObject({ state: "failed" });
    expect(advance(unconfirmedCommand, unknown, now)).toBeNull();
  });

  test("[D54] an answer begins anew what may contradict it", () => {
    const contradicted = { ...unconfirmedCommand, disagrees: true, contradictions: 2, contradictedAt: now - 100 } as const;
    expect(advance(contradicted, done, now)).toMatchObject({ disagrees: false, contradictions: 0, contradictedAt: null });
  });

  test("a reply after telemetry proved it is only noted", () => {
    const confirmed = { ...base, state: "confirmed" } as const;
    expect(advance(confirmed, done, now)).toEqual({ returnValue: 1, answeredAt: now, acknowledgedAt: now, callEndedAt: now });
    expect(advance(confirmed, refused, now)).toEqual({ answeredAt: now, callEndedAt: now });
    expect(advance(confirmed, unknown, now)).toEqual({ callEndedAt: now });
  });

  test.each(["requested", "acknowledged", "failed", "expired", "cancelled"] as const)(
    "a reply moves nothing that is %s",
    (state) => {
      expect(advance({ ...base, state }, done, now)).toBeNull();
    },
  );
});

describe("samples", () => {
  test("[CM-6] only data measured after the send confirm", () => {
    expect(advance(base, contact("on", now - 2_000), now)).toBeNull();
    expect(advance(base, contact("on", now - 1_999), now)).toMatchObject({ state: "confirmed", confirmedAt: now });
    expect(advance({ ...base, sentAt: null }, contact("on"), now)).toBeNull();
  });

  test("rule 3: current of 50 mA proves ON; OFF needs a fall from 50 mA", () => {
    const off = { ...base, target: "off" } as const;
    expect(advance(base, current(50), now)).toMatchObject({ state: "confirmed" });
    expect(advance(base, current(49), now)).toBeNull();
    expect(advance({ ...off, milliampsBefore: 50 }, current(0), now)).toMatchObject({ state: "confirmed" });
    expect(advance({ ...off, milliampsBefore: 0 }, current(0), now)).toBeNull();
    expect(advance({ ...off, milliampsBefore: null }, current(0), now)).toBeNull();
    expect(advance({ ...off, milliampsBefore: 600 }, current(null), now)).toBeNull();
    expect(advance(base, current(null), now)).toBeNull();
    expect(advance(acknowledged, current(null), now)).toBeNull();
  });

  test("[D54] command and device disagree after two fresh samples", () => {
    const first = advance(acknowledged, contact("off"), now);
    expect(first).toEqual({ contradictions: 1, contradictedAt: now - 100, disagrees: false });
    expect(advance({ ...acknowledged, ...first }, contact("off", now), now)).toMatchObject({
      contradictions: 2,
      disagrees: true,
    });
  });

  test("[D54] a double of the sample that contradicted is no second one, as of firmware that counts none of its words", () => {
    const first = advance(acknowledged, contact("off"), now);
    expect(advance({ ...acknowledged, ...first }, contact("off"), now)).toBeNull();
    expect(advance({ ...acknowledged, ...first }, contact("off", now - 99), now)).toMatchObject({ disagrees: true });
  });

  test("[D54] or after 30 s, by sample or by the clock alone", () => {
    const once = { ...acknowledged, contradictions: 0, contradictedAt: now - 30_100 } as const;
    expect(advance(once, contact("off"), now)).toMatchObject({ contradictions: 1, disagrees: true });
    expect(advance(once, { kind: "time" }, now)).toEqual({ disagrees: true });
    expect(advance({ ...once, contradictedAt: now - 29_999 }, { kind: "time" }, now)).toBeNull();
    expect(advance({ ...unconfirmedCommand, contradictedAt: now - 30_000 }, { kind: "time" }, now)).toEqual({ disagrees: true });
    expect(advance({ ...once, disagrees: true }, { kind: "time" }, now)).toBeNull();
  });

  test("[D54] time alone says nothing of a command that nothing contradicted, or that data proved since", () => {
    const contradicted = { ...acknowledged, contradictions: 1, contradictedAt: now - 30_000 } as const;
    expect(advance(acknowledged, { kind: "time" }, now)).toBeNull();
    expect(advance({ ...contradicted, state: "confirmed", callEndedAt: now }, { kind: "time" }, now)).toBeNull();
  });

  test("[D54] without contacts a relay that never drew current contradicts nothing", () => {
    expect(advance(acknowledged, current(0, { loadSeen: false }), now)).toBeNull();
    expect(advance(acknowledged, current(0), now)).toMatchObject({ contradictions: 1 });
    expect(advance({ ...acknowledged, target: "off" }, current(50), now)).toMatchObject({ contradictions: 1 });
  });

  test("a sample from before the answer contradicts nothing; one without contact neither", () => {
    expect(advance(acknowledged, contact("off", now - 1_000), now)).toBeNull();
    expect(advance(base, contact("off"), now)).toBeNull();
    const blind: Evidence = {
      kind: "sample",
      sample: { measuredAt: now, evidence: "contact", contact: null, milliamps: 0, onThresholdMilliamps: 50, loadSeen: true },
    };
    expect(advance(acknowledged, blind, now)).toBeNull();
  });

  test("a disagreement already said stays until data prove the command", () => {
    const disagreeing = { ...acknowledged, disagrees: true, contradictions: 0, contradictedAt: null } as const;
    expect(advance(disagreeing, contact("off"), now)).toMatchObject({ disagrees: true });
    expect(advance(disagreeing, contact("on"), now)).toMatchObject({ state: "confirmed", disagrees: false });
  });

  test.each(["requested", "confirmed", "failed", "expired", "cancelled"] as const)("data move nothing that is %s", (state) => {
    expect(advance({ ...base, state }, contact("on"), now)).toBeNull();
  });
});

describe("time, ends, restarts", () => {
  test("[CM-8] requested expires at its deadline, sent becomes unconfirmed within 5 s of it", () => {
    const requested = { ...base, state: "requested", sentAt: null } as const;
    expect(advance(requested, { kind: "time" }, requested.validUntil - 1)).toBeNull();
    expect(advance(requested, { kind: "time" }, requested.validUntil)).toMatchObject({
      state: "expired",
      reasonCode: "COMMAND_EXPIRED",
    });
    expect(advance(base, { kind: "time" }, base.validUntil + 3_999)).toBeNull();
    expect(advance(base, { kind: "time" }, base.validUntil + 4_000)).toMatchObject({
      state: "unconfirmed",
      reason: "No answer came",
    });
  });

  test("only an unsent command can be cancelled, superseded or lose its rights", () => {
    const requested = { ...base, state: "requested" } as const;
    expect(advance(requested, { kind: "ended", code: "SUPERSEDED" }, now)).toMatchObject({
      state: "cancelled",
      reasonCode: "SUPERSEDED",
    });
    expect(advance(requested, { kind: "ended", code: "CANCELLED" }, now)).toMatchObject({ state: "cancelled", reasonCode: null });
    expect(advance(base, { kind: "ended", code: "ACCESS_ENDED" }, now)).toBeNull();
    expect(advance(requested, { kind: "offline" }, now)).toMatchObject({ state: "failed", reasonCode: "DEVICE_NOT_CONNECTED" });
    expect(advance(base, { kind: "offline" }, now)).toBeNull();
  });

  test("after a crash what was sent is unconfirmed, what was not follows its deadline", () => {
    expect(advance(base, { kind: "restart" }, now)).toMatchObject({
      state: "unconfirmed",
      reason: "The server restarted before the answer came",
    });
    const requested = { ...base, state: "requested" } as const;
    expect(advance(requested, { kind: "restart" }, now)).toBeNull();
    expect(advance(requested, { kind: "restart" }, now + 5_000)).toMatchObject({ state: "expired" });
  });
});

test("[CM-8] whatever the evidence, a command only takes transitions that exist", () => {
  const evidences: Evidence[] = [
    done,
    unknown,
    refused,
    notSent,
    contact("on"),
    contact("off"),
    current(0),
    current(600),
    { kind: "time" },
    { kind: "restart" },
    { kind: "offline" },
    { kind: "ended", code: "SUPERSEDED" },
  ];
  const taken = new Set<string>();
  for (const state of commandStates)
    for (const evidence of evidences)
      for (const at of [now, now + 60_000]) {
        const next = advance({ ...base, state }, evidence, at)?.state;
        if (next === undefined) continue;
        expect(transitions[state], `${state} → ${next}`).toContain(next);
        taken.add(`${state}>${next}`);
      }
  const possible = commandStates.flatMap((from) => transitions[from].map((to) => `${from}>${to}`));
  // `requested > sent` is the claim, which api/src/relays takes in the store.
  expect([...taken, "requested>sent"].toSorted()).toEqual(possible.toSorted());
});

test("[CM-7, D35] in flight: sent, and proved while the cloud still holds the call, until it is over or given up", () => {
  const inFlight = (facts: Partial<CommandFacts>) => commandStates.filter((state) => isInFlight({ ...base, ...facts, state }));
  expect(inFlight({})).toEqual(["sent", "confirmed"]);
  expect(inFlight({ callEndedAt: now })).toEqual(["sent"]);
});

test("[CM-7, D35, S16-3] a call without an answer is given up by time and by a restart, of a command that is proved too", () => {
  for (const state of ["sent", "confirmed"] as const) {
    const command = { ...base, state };
    expect(advance(command, { kind: "time" }, command.validUntil + 3_999)).toBeNull();
    expect(advance(command, { kind: "time" }, command.validUntil + 4_000)).toMatchObject({
      callEndedAt: command.validUntil + 4_000,
    });
    expect(advance(command, { kind: "restart" }, now)).toMatchObject({ callEndedAt: now });
  }
  const over = { ...base, state: "confirmed", callEndedAt: now } as const;
  expect([advance(over, { kind: "restart" }, now), advance(over, { kind: "time" }, now + 3_600_000)]).toEqual([null, null]);
});

test("every reply that changes a command says that its call is over", () => {
  for (const state of ["sent", "confirmed"] as const)
    for (const reply of [done, unknown, refused, refusedBare, notSent])
      expect(advance({ ...base, state }, reply, now)).toMatchObject({ callEndedAt: now });
});

test("answered is all that neither waits nor is sent", () => {
  expect(commandStates.filter((state) => !isAnswered({ state }))).toEqual(["requested", "sent"]);
});

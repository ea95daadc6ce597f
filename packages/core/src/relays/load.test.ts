import { expect, test } from "vitest";
import type { CommandFacts, Sample } from "./command.ts";
import { loadAfterCommand } from "./load.ts";
import { sentFacts } from "../testing/commands.ts";

const answeredAt = 100_000;
const answered: CommandFacts = {
  ...sentFacts(answeredAt),
  state: "acknowledged",
  answeredAt,
  callEndedAt: answeredAt,
  acknowledgedAt: answeredAt,
};
const nothingFlows: Sample = {
  measuredAt: answeredAt + 1,
  evidence: "current",
  contact: null,
  milliamps: 0,
  onThresholdMilliamps: 50,
  loadSeen: false,
};
const load = (command: Partial<CommandFacts>, sample: Partial<Sample> = {}) =>
  loadAfterCommand({ ...answered, ...command }, { ...nothingFlows, ...sample });

test("[D54] on answered and no current, of a relay that was not seen drawing any: no load could confirm it", () => {
  expect([load({}), load({}, { milliamps: 49 })]).toEqual(["no-load", "no-load"]);
  expect(load({}, { loadSeen: true })).toBeNull();
});

test("[D54] off answered, with no current before and after: no load could confirm it, whatever was seen earlier", () => {
  const off = { target: "off" } as const;
  expect([load(off), load(off, { loadSeen: true })]).toEqual(["no-load", "no-load"]);
});

test("[D54] where current flows, or its end proves the command, there is a load", () => {
  expect([load({}, { milliamps: 50 }), load({ target: "off" }, { milliamps: 50 })]).toEqual([null, null]);
  expect(load({ target: "off", milliampsBefore: 600 })).toBeNull();
});

test("[D54] only a current that was measured after the answer speaks of the load", () => {
  expect([load({}, { measuredAt: answeredAt }), load({}, { milliamps: null })]).toEqual([null, null]);
  expect(load({ target: "off" }, { milliamps: null })).toBeNull();
  expect(load({}, { evidence: "contact", contact: "off" })).toBeNull();
});

test("[D54] a command without an answer, or that ended, says nothing of the load", () => {
  expect([load({ state: "unconfirmed", acknowledgedAt: null }), load({ acknowledgedAt: null })]).toEqual([null, null]);
  expect(load({ state: "confirmed" })).toBeNull();
});

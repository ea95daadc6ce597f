import { expect, test } from "vitest";
import { decideSwitch, type SwitchFacts } from "./decide-switch.ts";

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
});

test("[C4] offline and connecting refuse", () => {
  expect([codeOf({ status: "offline" }), codeOf({ status: "connecting" })]).toEqual([
    "DEVICE_NOT_CONNECTED",
    "DEVICE_NOT_CONNECTED",
  ]);
});

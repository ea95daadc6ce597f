import { commandStates } from "@relaydeck/contract/relays";
import { expect, test } from "vitest";
import { dashboard as german } from "../texts/de/dashboard.ts";
import { common as germanCommon } from "../texts/de/shell.ts";
import { common } from "../texts/en/shell.ts";
import { dashboard } from "../texts/en/dashboard.ts";
import { formatsFor } from "../texts/formats.ts";
import { evidenceLines } from "./evidence-text.ts";
import { aCommand, ago, aRelay, now, second } from "./testing/builders.ts";

const wording = { texts: dashboard, formats: formatsFor("en", common.time, "UTC"), now };
const told = (more: Parameters<typeof aCommand>[0]) => evidenceLines(aRelay(), aCommand(more), wording)[0];

test("a proved command tells each step", () => {
  const steps = { acknowledgedAt: ago(3 * second), confirmedAt: ago(second) };
  expect(told({ target: "on", state: "confirmed", ...steps })).toBe(
    "Asked by you 14:02:06, sent 14:02:06, device answered 14:02:07, reported on 14:02:09, 1,240 mA.",
  );
});

test("[C1] what the device returned is a refusal only of a command that failed, in both languages", () => {
  const inGerman = { ...wording, texts: german, formats: formatsFor("de", germanCommon.time, "UTC") };
  const steps = { acknowledgedAt: ago(3 * second), confirmedAt: ago(second), returnValue: 1 };
  for (const state of commandStates.filter((one) => one !== "failed")) {
    for (const disagrees of [false, true]) {
      const lines = [wording, inGerman].flatMap((one) => evidenceLines(aRelay(), aCommand({ ...steps, state, disagrees }), one));
      expect(lines.filter((line) => /refuse|lehnt|\(1\)/.test(line))).toEqual([]);
    }
  }
  expect(told({ target: "on", state: "confirmed", ...steps })).toMatch(/reported on 14:02:09, 1,240 mA\.$/);
  const superseded = { state: "cancelled", reasonCode: "SUPERSEDED", sentAt: null } as const;
  expect(told(superseded)).toBe("Asked by you 14:02:06, never sent, not sent: a newer command came.");
});

test("a report that overtook the device's answer stands before it", () => {
  const steps = { confirmedAt: ago(2 * second), acknowledgedAt: ago(second), returnValue: 1 };
  expect(told({ target: "on", state: "confirmed", ...steps })).toBe(
    "Asked by you 14:02:06, sent 14:02:06, reported on 14:02:08, 1,240 mA, device answered 14:02:09.",
  );
});

test("[C1] a command that failed because it was not sent is not called sent", () => {
  const reason = "Not sent: the device cloud refused our token";
  expect(told({ state: "failed", reason })).toBe("Asked by you 14:02:06, Not sent: the device cloud refused our token.");
  expect(told({ state: "failed", reason: null })).toBe("Asked by you 14:02:06, never sent.");
});

test("in German no step of a failure is told in English", () => {
  const inGerman = { ...wording, texts: german, formats: formatsFor("de", germanCommon.time, "UTC") };
  const busy = { state: "failed", reason: "Not sent: the device cloud is busy", reasonCode: "PROVIDER_BUSY" } as const;
  expect(evidenceLines(aRelay(), aCommand(busy), inGerman)[0]).toBe(
    "Verlangt von Ihnen 14:02:06, Cloud überlastet, nicht gesendet.",
  );
});

test("a command that the device itself refused was sent, and so was one without an answer", () => {
  const refused = { state: "failed", returnValue: -2, reason: "The device refused the command (-2)" } as const;
  expect(told(refused)).toBe("Asked by you 14:02:06, sent 14:02:06, device refused (-2).");
  expect(told({ state: "unconfirmed" })).toBe("Asked by you 14:02:06, sent 14:02:06.");
});

test("one that waits, or of whose end the page has not heard, is not said to be never sent", () => {
  expect(told({ state: "requested", sentAt: null })).toBe("Asked by you 14:02:06.");
});

test("a command that expired says that it was never sent", () => {
  expect(told({ state: "expired", sentAt: null })).toBe("Asked by you 14:02:06, never sent.");
});

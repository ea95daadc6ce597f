import { expect, test } from "vitest";
import { common } from "../texts/en/shell.ts";
import { dashboard } from "../texts/en/dashboard.ts";
import { formatsFor } from "../texts/formats.ts";
import { loadFault } from "./load-fault.ts";
import type { RelayFacts } from "./relay-truth.ts";
import { aCommand, ago, anAttempt, facts, minute, now, second } from "./testing/builders.ts";

const wording = { texts: dashboard, formats: formatsFor("en", common.time, "UTC"), now };
const textOf = (given: RelayFacts) => loadFault(given, wording)?.text ?? null;

const idle = { name: "Relay 1", evidence: "contact", load: "no-load", milliamps: 0 } as const;
const welded = { ...idle, state: "off", load: "current-while-off", milliamps: 310 } as const;
const dry = { name: "Relay 1", milliamps: 500, usual: { low: 1_100, high: 1_300 } } as const;

test("[C12, D54] the measured current is held against the reported contact, and against what is usual", () => {
  expect([idle, welded, dry, {}].map((relay) => textOf(facts({ relay })))).toEqual([
    dashboard.faults.noLoad("Relay 1"),
    dashboard.faults.currentFlows("Relay 1", "310 mA"),
    dashboard.faults.lessThanUsual("Relay 1", "500 mA", "1,100 mA–1,300 mA"),
    null,
  ]);
});

test.each<[string, Parameters<typeof facts>[0]]>([
  ["the page hears nothing", { link: "down" }],
  ["the page has not caught up yet", { link: "updating" }],
  ["the device was not heard", { device: { freshness: "stale", lastHeardAt: ago(12 * minute) } }],
  ["the device is offline", { device: { status: "offline" } }],
  ["a press ended without word", { attempt: anAttempt({ phase: "unknown" }) }],
  ["something was sent and has no known end", { doubt: { at: now - second, isSent: false, isAnswered: false } }],
])("[C1, C4, HD-5] an old report is no fault of now: %s", (_name, more) => {
  expect([idle, welded, dry].map((relay) => textOf(facts({ ...more, relay })))).toEqual([null, null, null]);
});

test("[C1] an unconfirmed command takes the word from the report before it, and not from the one after it", () => {
  const command = aCommand({ state: "unconfirmed", sentAt: ago(4 * second) });
  const after = (stateAt: string) => textOf(facts({ relay: { ...idle, command, stateAt } }));
  expect([after(ago(8 * second)), after(ago(second))]).toEqual([null, dashboard.faults.noLoad("Relay 1")]);
});

import { expect, test } from "vitest";
import { neutralDevice, type DeviceFacts } from "./view.ts";

const now = 1_000_000;
const staleAfterMs = 45_000;

/** A device with one relay, heard and reported that long ago, in milliseconds. */
function facts(heardAgo: number, reportedAgo: number | null): DeviceFacts {
  const reportedAt = reportedAgo === null ? null : now - reportedAgo;
  const learned = { loadMean: null, loadDeviation: null, loadSamples: 0 };
  const relay = { milliamps: null, milliampsAt: null, load: "unknown", loadSeenAt: null, ...learned } as const;
  const vitals = { powerSource: null, batteryPercent: null, cellularLevel: null };
  const presence = { cloudOnline: true, cloudOnlineAt: null, connectingSince: null, updating: false };
  const device = { id: "dev_1", name: "Pump house", ownerId: null, serialNumber: "P0SIM0001", model: "powerone" } as const;
  const told = { lastObservedAt: reportedAt, lastSequence: null, lastHeardAt: now - heardAgo };
  return {
    device: { ...device, ...presence, ...vitals, ...told },
    relays: [
      { ...relay, number: 1, name: "Well pump", reported: reportedAt === null ? null : "on", reportedAt, evidence: "contact" },
    ],
    commands: [],
    awaiting: [],
    staleAfterMs,
  };
}

test("[C1, C4] a report is current until its device was heard longer after it than it may be silent", () => {
  const isCurrent = (heardAgo: number, reportedAgo: number | null) =>
    neutralDevice(facts(heardAgo, reportedAgo), now).relays.map((relay) => relay.isCurrent);
  expect([isCurrent(0, staleAfterMs), isCurrent(0, staleAfterMs + 1), isCurrent(0, null)]).toEqual([[true], [false], [false]]);
});

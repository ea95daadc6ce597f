import type { AlertOccurrence } from "@relaydeck/contract/alerts";
import { expect, test } from "vitest";
import { toldOfPresence } from "./presence.ts";

const at = Date.UTC(2026, 10, 21, 14, 2);
const minuteMs = 60_000;

test("[S17-10] the log tells silence in minutes, then in hours, and nothing where there was none", () => {
  const told = (silenceMs: number | null) => {
    const lastHeardAt = silenceMs === null ? null : at - silenceMs;
    return toldOfPresence("Gate", [{ kind: "offline", lastHeardAt, at }])?.message;
  };
  expect([null, minuteMs, 46 * minuteMs, 300 * minuteMs].map(told)).toEqual([
    "Gate went offline",
    "Gate went offline",
    "Gate went offline, last heard 46 minutes before",
    "Gate went offline, last heard 5 hours before",
  ]);
  expect([2 * minuteMs, 119 * minuteMs, 120 * minuteMs].map(told)).toEqual([
    "Gate went offline, last heard 2 minutes before",
    "Gate went offline, last heard 119 minutes before",
    "Gate went offline, last heard 2 hours before",
  ]);
});

test("[S17-10, D57] one entry for one commit: went, came, or went and came back", () => {
  const offline = { kind: "offline", lastHeardAt: at - 5 * minuteMs, at } as const;
  const online = { kind: "online", at } as const;
  const power = { kind: "power", on: true, at } as const;
  const told = (...occurrences: AlertOccurrence[]) => toldOfPresence("Gate", occurrences);
  expect(told(offline, power)).toEqual({
    event: { code: "device-offline", device: "Gate", silentMinutes: 5 },
    message: "Gate went offline, last heard 5 minutes before",
    type: "warning",
  });
  expect(told(online, power)).toEqual({
    event: { code: "device-online", device: "Gate" },
    message: "Gate came online",
    type: "info",
  });
  expect(told(offline, online)).toEqual({
    event: { code: "device-returned", device: "Gate", silentMinutes: 5 },
    message: "Gate was offline and came back, last heard 5 minutes before",
    type: "warning",
  });
  expect(told(online, offline)?.event.code).toBe("device-offline");
  expect(told(power)).toBeNull();
});

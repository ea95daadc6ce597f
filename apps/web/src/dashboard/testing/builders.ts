/** Contract values for tests and the gallery: everything is ordinary unless said. Instants are milliseconds before `now`. */
import type { Activity } from "@relaydeck/contract/activity";
import type { DeviceHistory } from "@relaydeck/contract/history";
import type { Device, PowerOneData } from "@relaydeck/contract/devices";
import { toInstant } from "@relaydeck/contract/instants";
import type { Command, Relay } from "@relaydeck/contract/relays";
import type { LiveStatus } from "@relaydeck/contract/status";
import type { Attempt, RelayFacts } from "../relay-truth.ts";

export const now = Date.UTC(2026, 10, 21, 14, 2, 10);
export const second = 1_000;
export const minute = 60 * second;

/** The instant `msBefore` before `now`. */
export function ago(msBefore: number): string {
  return toInstant(now - msBefore);
}

/** An id of the right form from a readable word. */
export function idFor(prefix: string, word: string): string {
  return `${prefix}_${word
    .replaceAll(/[^0-9A-Za-z]/g, "")
    .padEnd(22, "0")
    .slice(0, 22)}`;
}

export function aRelay(more: Partial<Relay> = {}): Relay {
  return {
    number: 1,
    name: "Well pump",
    state: "on",
    stateAt: ago(8 * second),
    isCurrent: true,
    evidence: "current",
    milliamps: 1_240,
    load: "ok",
    usual: null,
    command: null,
    unproved: [],
    ...more,
  };
}

export function aCommand(more: Partial<Command> = {}): Command {
  return {
    commandId: idFor("cmd", "one"),
    deviceId: idFor("dev", "pumphouse"),
    relayNumber: 1,
    target: "off",
    state: "sent",
    disagrees: false,
    reason: null,
    reasonCode: null,
    returnValue: null,
    acceptedOrder: 7,
    requestedAt: ago(4 * second),
    validUntil: ago(-6 * second),
    sentAt: ago(4 * second),
    acknowledgedAt: null,
    confirmedAt: null,
    endedAt: null,
    by: "you",
    byName: "Maria Lind",
    ...more,
  };
}

export function aDevice(more: Partial<Device> = {}): Device {
  const status = more.status ?? "online";
  return {
    id: idFor("dev", more.name ?? "pumphouse"),
    name: "Pump house",
    status,
    relayState: "on",
    lastUpdate: ago(8 * second),
    isConnected: status === "online",
    ownerId: idFor("usr", "maria"),
    serialNumber: "P0SIM0001",
    userPermission: "owner",
    model: "powerone",
    freshness: "fresh",
    lastHeardAt: ago(8 * second),
    offlineSince: null,
    relays: [aRelay()],
    ...more,
  };
}

export function anAttempt(more: Partial<Attempt> = {}): Attempt {
  return { target: "off", phase: "requested", pressedAt: now, orderBefore: 0, acceptedOrder: null, message: null, ...more };
}

export function facts(
  more: { relay?: Partial<Relay>; device?: Partial<Device> } & Partial<Omit<RelayFacts, "relay" | "device">> = {},
): RelayFacts {
  const { relay, device, ...rest } = more;
  return {
    relay: aRelay(relay),
    device: aDevice(device),
    link: "live",
    attempt: null,
    dismissed: null,
    doubt: null,
    now,
    ...rest,
  };
}

export function powerOneData(more: Partial<PowerOneData> = {}): PowerOneData {
  return {
    relays: [],
    powerSource: 1,
    batteryPercent: 84,
    cellularLevel: 64,
    lastUpdated: ago(8 * second),
    freshness: "fresh",
    ...more,
  };
}

export function aStatus(more: Partial<LiveStatus> = {}): LiveStatus {
  return {
    connectionStatus: "connected",
    activeDevices: "7 of 8",
    lastSync: ago(8 * second),
    rateLimit: "214/10000",
    activeCount: 7,
    totalCount: 8,
    rateLimitUsed: 214,
    rateLimitMax: 10_000,
    rateLimitWindowSeconds: 300,
    serverTime: ago(0),
    isTokenRefused: false,
    isSlowedDown: false,
    ...more,
  };
}

export function anEntry(more: Partial<Activity> = {}): Activity {
  return {
    id: idFor("act", more.message ?? "entry"),
    timestamp: ago(30 * second),
    userId: idFor("usr", "maria"),
    deviceId: idFor("dev", "pumphouse"),
    message: "Well pump turned on by you, confirmed",
    event: null,
    type: "success",
    deviceName: "Pump house",
    userName: "Maria Lind",
    relayNumber: 1,
    commandId: null,
    commandState: null,
    ...more,
  };
}

/** A day of a pump: off, on, half an hour without data, on. */
export function aHistory(more: Partial<DeviceHistory> = {}): DeviceHistory {
  const hour = 60 * minute;
  return {
    from: ago(24 * hour),
    to: ago(0),
    relays: [1, 2, 3, 4].map((number) => ({
      number,
      name: number === 1 ? "Well pump" : `Relay ${number}`,
      steps: [
        { at: ago(24 * hour), state: "off" as const },
        { at: ago((16 - number) * hour), state: "on" as const },
        { at: ago(number * hour), state: number === 1 ? ("on" as const) : ("off" as const) },
      ],
    })),
    samples: Array.from({ length: 96 }, (_, n) => ({
      at: ago((96 - n) * 15 * minute),
      milliamps: [n < 40 ? 0 : 1_240 + (n % 7) * 3, 900, 0, 0],
      batteryPercent: 84 - n / 20,
      signalPercent: 60 + (n % 9),
    })),
    gaps: [{ from: ago(8 * hour), to: ago(7.5 * hour) }],
    switchings: [
      {
        ...{ at: ago(15 * hour), relayNumber: 1, target: "on" as const, by: "you" as const, byName: "Maria Lind" },
        ...{ commandId: idFor("cmd", "history"), state: "confirmed" as const },
      },
    ],
    ...more,
  };
}

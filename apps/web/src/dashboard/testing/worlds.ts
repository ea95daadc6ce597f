/** Whole dashboards for the gallery and for tests: the demo world, and every state of a relay at once. */
import type { Device } from "@relaydeck/contract/devices";
import type { Command, Relay } from "@relaydeck/contract/relays";
import type { DashboardData } from "../data.tsx";
import { aCommand, aDevice, ago, anAttempt, anEntry, aRelay, aStatus, idFor, minute, now, second } from "./builders.ts";

const off = { state: "off", milliamps: 0 } as const;
const four = (...relays: readonly Partial<Relay>[]) =>
  [0, 1, 2, 3].map((index) => aRelay({ ...off, name: `Relay ${index + 1}`, ...relays[index], number: index + 1 }));

const pumpHouse = aDevice({
  relays: four(
    { name: "Well pump", state: "on", milliamps: 1_240 },
    { name: "Heater", state: "on", milliamps: 900 },
    { name: "Light" },
  ),
});
const workshop = aDevice({
  name: "Workshop",
  serialNumber: "P0SIM0002",
  relays: four({ name: "Compressor", state: "on", evidence: "contact", milliamps: 0, load: "no-load" }),
});
const gate = aDevice({
  name: "Gate",
  serialNumber: "P0SIM0003",
  freshness: "stale",
  lastHeardAt: ago(12 * minute),
  relays: four({ name: "Gate motor" }, { name: "Lamp", state: "on", milliamps: 120, stateAt: ago(12 * minute) }),
});
const cabin = aDevice({
  name: "Cabin",
  serialNumber: "P0SIM0004",
  status: "offline",
  freshness: "stale",
  lastUpdate: ago(300 * minute),
  offlineSince: ago(288 * minute),
  lastHeardAt: ago(300 * minute),
  relays: four(
    { name: "Boiler", state: "on", milliamps: 2_100, stateAt: ago(300 * minute) },
    { state: "unknown", stateAt: null, milliamps: null },
  ),
});
const boat = aDevice({
  name: "Boat",
  serialNumber: "P0SIM0005",
  status: "connecting",
  freshness: "never",
  lastHeardAt: null,
  lastUpdate: null,
  relays: four(
    ...[0, 1, 2, 3].map(() => ({ state: "unknown" as const, stateAt: null, milliamps: null, evidence: "none" as const })),
  ),
});
const porch = aDevice({
  name: "Porch light",
  serialNumber: "R1SIM0001",
  model: "relay",
  relays: [aRelay({ name: "Porch light", evidence: "contact", milliamps: null })],
});
const garage = aDevice({
  name: "Garage",
  serialNumber: "R1SIM0002",
  model: "relay",
  userPermission: "control",
  relays: [aRelay({ name: "Garage door", evidence: "contact", state: "off", milliamps: null })],
});
const greenhouse = aDevice({
  name: "Greenhouse",
  serialNumber: "P0SIM0006",
  userPermission: "view",
  relays: four(
    { name: "Fan", state: "on", milliamps: 430 },
    { name: "Irrigation" },
    { name: "Lamps", state: "on", milliamps: 1_900 },
  ),
});

export const demoDevices: readonly Device[] = [boat, cabin, garage, gate, greenhouse, porch, pumpHouse, workshop];

/** A server newer than the page may say what the page has no words for, and at length. */
const unknownReason = "The device refused the command, because somebody at the site has turned its main switch off for now";

/** A card per four states of a relay row, so that all of them stand side by side. */
export function statesDevices(): readonly Device[] {
  const command = (name: string, more: Partial<Command>): Partial<Relay> => ({
    name,
    state: "on",
    milliamps: 1_240,
    command: aCommand({ commandId: idFor("cmd", name), ...more }),
  });
  return [
    aDevice({
      name: "Reports",
      relays: four(
        { name: "On", state: "on", milliamps: 1_240 },
        { name: "Off" },
        { name: "Unknown", state: "unknown", stateAt: null, milliamps: null },
        { name: "No load", state: "on", evidence: "contact", load: "no-load", milliamps: 0 },
      ),
    }),
    aDevice({
      name: "Under way",
      relays: four(
        command("Requested", { state: "requested", sentAt: null }),
        command("Sent", {}),
        command("Acknowledged", { state: "acknowledged", acknowledgedAt: ago(second) }),
        { name: "Asking", state: "on", milliamps: 20 },
      ),
    }),
    aDevice({
      name: "Ends",
      relays: four(
        command("Confirmed", { target: "on", state: "confirmed", confirmedAt: ago(2 * second), acknowledgedAt: ago(3 * second) }),
        command("Unconfirmed", { state: "unconfirmed" }),
        command("Failed", { state: "failed", returnValue: -2, endedAt: ago(second) }),
        command("Expired", { state: "expired", sentAt: null }),
      ),
    }),
    aDevice({
      name: "Evidence disagrees",
      relays: four(
        { name: "Welded", evidence: "contact", load: "current-while-off", milliamps: 310 },
        {
          ...command("No load", { target: "on", state: "acknowledged", acknowledgedAt: ago(second) }),
          ...off,
          stateAt: ago(0),
          load: "no-load",
        },
        {
          ...command("No current", { target: "on", state: "acknowledged", disagrees: true, acknowledgedAt: ago(second) }),
          ...off,
        },
        command("Not answered", { state: "unconfirmed", disagrees: true }),
      ),
    }),
    aDevice({
      name: "Not done",
      relays: four(
        command("Cloud gone", { state: "failed", reasonCode: "PROVIDER_UNAVAILABLE", reason: "Not sent: no connection" }),
        command("Right ended", { state: "failed", reasonCode: "ACCESS_ENDED", reason: "Cancelled before sending" }),
        command("Too many", { state: "failed", reasonCode: "RATE_LIMITED", reason: "Too many tries. Wait a moment." }),
        command("New code", { state: "failed", reasonCode: "LATER", reason: unknownReason }),
      ),
    }),
    { ...gate, name: "Silent for long", id: idFor("dev", "silent"), lastHeardAt: ago(52 * minute) },
  ];
}

/** A fleet of `count` devices with four relays each, some of them in trouble. */
export function manyDevices(count: number): readonly Device[] {
  return Array.from({ length: count }, (_, index) =>
    aDevice({
      id: idFor("dev", `many${index}x`),
      name: `Site ${index + 1}`,
      serialNumber: `P0MANY${String(index).padStart(4, "0")}`,
      status: index % 29 === 3 ? "offline" : "online",
      freshness: index % 17 === 5 ? "stale" : "fresh",
      relays: four({ name: "Pump", state: index % 2 === 0 ? "on" : "off", milliamps: 100 + index }),
    }),
  );
}

/** The same fleet after one of its devices has reported anew. */
export function withReport(devices: readonly Device[], turn: number): readonly Device[] {
  const at = turn % devices.length;
  return devices.map((device, index) =>
    index === at
      ? { ...device, relays: device.relays.map((relay) => (relay.number === 1 ? { ...relay, milliamps: 100 + turn } : relay)) }
      : device,
  );
}

const entries = [
  anEntry({ message: "Well pump turned on, confirmed" }),
  anEntry({ message: "Heater unconfirmed: it was sent but no answer came", type: "warning", timestamp: ago(2 * minute) }),
  anEntry({
    message: "Heater failed: device refused",
    type: "error",
    userName: "Alex Berg",
    userId: idFor("usr", "alex"),
    timestamp: ago(12 * minute),
    deviceName: "Gate",
  }),
  anEntry({
    message: "Cabin went offline",
    type: "warning",
    userId: null,
    userName: null,
    timestamp: ago(70 * minute),
    deviceName: "Cabin",
  }),
  anEntry({ message: "Alex Berg shared Garage with you", type: "info", timestamp: ago(26 * 60 * minute), deviceName: "Garage" }),
];

export function aDashboard(more: Partial<DashboardData> = {}): DashboardData {
  return {
    user: null,
    devices: demoDevices,
    devicesFailure: null,
    shares: new Map([
      [
        greenhouse.id,
        {
          id: `shr_${"0".repeat(22)}`,
          expiresAt: ago(-13 * 24 * 60 * minute),
          owner: { firstName: "Alex", lastName: "Berg", email: "alex@relaydeck.test" },
        },
      ],
    ]),
    sharesFailed: false,
    status: aStatus({ activeCount: 6, totalCount: 8 }),
    activity: { data: entries, failed: false, readAt: now },
    layouts: { data: [], failed: false, readAt: now },
    gaps: [{ from: ago(20 * minute), to: ago(19 * minute) }],
    gapsSince: { data: ago(3 * 24 * 60 * minute), failed: false },
    link: { link: "live", phase: "live", downSince: null, tries: 0 },
    isSettling: false,
    attempts: new Map(),
    dismissed: new Set(),
    doubts: new Map(),
    isDemo: false,
    removed: [],
    givenUp: new Set(),
    ...more,
  };
}

/** One relay of `statesDevices` is asked about after a lost POST. */
export const askingAttempt = new Map([[`${idFor("dev", "Under way")}/4`, anAttempt({ phase: "asking" })]]);

/** Complete resources for tests, each with the few fields that matter named by the caller. */
import type { User } from "@relaydeck/contract/accounts";
import type { Activity } from "@relaydeck/contract/activity";
import type { Device } from "@relaydeck/contract/devices";
import type { LiveSnapshot } from "@relaydeck/contract/live";
import type { Command, Relay } from "@relaydeck/contract/relays";
import { countDevices } from "@relaydeck/contract/device-counts";
import type { Status } from "@relaydeck/contract/status";

const instant = "2026-11-21T14:02:00.000Z";

/** An id of the given prefix whose 22 characters end in `number`. */
export function sampleId(prefix: string, number: number): string {
  return `${prefix}_${String(number).padStart(22, "0")}`;
}

export const sampleUser: User = {
  id: sampleId("usr", 1),
  email: "maria@example.com",
  firstName: "Maria",
  lastName: "Lopez",
  profileImageUrl: null,
  authProvider: "email",
  emailVerified: true,
  createdAt: instant,
  updatedAt: instant,
};

function sampleRelay(fields: Partial<Relay> = {}): Relay {
  return {
    number: 1,
    name: "Relay 1",
    state: "off",
    stateAt: instant,
    isCurrent: true,
    evidence: "contact",
    milliamps: 0,
    load: "ok",
    usual: null,
    unproved: [],
    command: null,
    ...fields,
  };
}

export function sampleDevice(number: number, fields: Partial<Device> = {}): Device {
  return {
    id: sampleId("dev", number),
    name: `Device ${number}`,
    status: "online",
    relayState: "off",
    lastUpdate: instant,
    isConnected: true,
    ownerId: sampleUser.id,
    serialNumber: `P0${number}`,
    userPermission: "owner",
    model: "powerone",
    freshness: "fresh",
    lastHeardAt: instant,
    offlineSince: null,
    relays: [sampleRelay()],
    ...fields,
  };
}

export function sampleStatus(devices: readonly Device[], serverTime = instant): Status {
  return {
    connectionStatus: "connected",
    lastSync: instant,
    rateLimit: "0/10000",
    rateLimitUsed: 0,
    rateLimitMax: 10_000,
    rateLimitWindowSeconds: 300,
    serverTime,
    ...countDevices(devices),
  };
}

export function sampleSnapshot(devices: Device[], serverTime = instant): LiveSnapshot {
  const status = { ...sampleStatus(devices, serverTime), isTokenRefused: false, isSlowedDown: false };
  return { serverTime, user: sampleUser, devices, status };
}

export function sampleActivity(number: number, fields: Partial<Activity> = {}): Activity {
  return {
    id: sampleId("act", number),
    timestamp: instant,
    userId: sampleUser.id,
    deviceId: null,
    message: `Entry ${number}`,
    event: null,
    type: "info",
    deviceName: null,
    userName: null,
    relayNumber: null,
    commandId: null,
    commandState: null,
    ...fields,
  };
}

export function sampleCommand(fields: Partial<Command> = {}): Command {
  return {
    commandId: sampleId("cmd", 1),
    deviceId: sampleId("dev", 1),
    relayNumber: 1,
    target: "on",
    state: "acknowledged",
    disagrees: false,
    reason: null,
    reasonCode: null,
    returnValue: 1,
    acceptedOrder: 1,
    requestedAt: instant,
    validUntil: instant,
    sentAt: instant,
    acknowledgedAt: instant,
    confirmedAt: null,
    endedAt: null,
    by: "you",
    byName: null,
    ...fields,
  };
}

export const sampleVitals = { powerSource: 1, batteryPercent: 88, cellularLevel: 64 } as const;

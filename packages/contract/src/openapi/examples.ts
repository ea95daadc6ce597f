/** Things as they look on the wire, for the document's examples. Each is held against its schema by document.test.ts. */
import type { Activity } from "../activity.ts";
import type { User } from "../accounts.ts";
import type { Alert } from "../alerts.ts";
import type { AdminDevice } from "../console.ts";
import type { Device, PowerOneData } from "../devices.ts";
import { idPrefixes, type IdKind } from "../ids.ts";
import type { Layout, SaveLayout } from "../layouts.ts";
import type { Command, CommandAnswer, Relay } from "../relays.ts";
import type { Share } from "../shares.ts";

/** An id of the kind, of nothing in particular. */
export function exampleId(kind: IdKind): string {
  return `${idPrefixes[kind]}_4pQ7rT2vX9zB1cD3fG5hJk`;
}

const otherUserId = `${idPrefixes.user}_8sU1wY5aB6cD2eF9gH3jKm`;
const at = "2026-11-21T14:02:10.123Z";

/** An account. */
export const user: User = {
  id: exampleId("user"),
  email: "maria@example.com",
  firstName: "Maria",
  lastName: "Lind",
  profileImageUrl: null,
  authProvider: "email",
  emailVerified: true,
  createdAt: "2026-10-02T08:15:00.000Z",
  updatedAt: at,
};

/** A command that the device answered. */
export const command: Command = {
  commandId: exampleId("command"),
  deviceId: exampleId("device"),
  relayNumber: 2,
  target: "on",
  state: "acknowledged",
  disagrees: false,
  reason: null,
  reasonCode: null,
  returnValue: 1,
  acceptedOrder: 1042,
  requestedAt: at,
  validUntil: "2026-11-21T14:02:20.123Z",
  sentAt: "2026-11-21T14:02:10.131Z",
  acknowledgedAt: "2026-11-21T14:02:11.874Z",
  confirmedAt: null,
  endedAt: null,
  by: "you",
  byName: "Maria Lind",
};

/** A switch that the device answered. */
export const commandAnswer: CommandAnswer = {
  success: true,
  message: "Device answered. Waiting for confirmation.",
  commandId: command.commandId,
  state: "acknowledged",
  repeat: false,
  command,
};

const relay: Relay = {
  number: 2,
  name: "Well pump",
  state: "on",
  stateAt: "2026-11-21T14:02:15.000Z",
  isCurrent: true,
  evidence: "current",
  milliamps: 1240,
  load: "ok",
  usual: { low: 1150, high: 1320 },
  command: { ...command, state: "confirmed", confirmedAt: "2026-11-21T14:02:15.412Z", endedAt: "2026-11-21T14:02:15.412Z" },
  unproved: [],
};

/** A device as its owner sees it. */
export const device: Device = {
  id: exampleId("device"),
  name: "Pump house",
  status: "online",
  relayState: "on",
  lastUpdate: "2026-11-21T14:02:15.000Z",
  isConnected: true,
  ownerId: user.id,
  serialNumber: "P0SIM0007",
  userPermission: "owner",
  model: "powerone",
  freshness: "fresh",
  lastHeardAt: "2026-11-21T14:02:15.412Z",
  offlineSince: null,
  relays: [relay],
};

/** What a PowerOne last said. */
export const powerOne: PowerOneData = {
  relays: [
    {
      number: 1,
      current: 1240,
      estimatedState: "ON",
      commanded: "on",
      acknowledged: "2026-11-21T14:02:12.000Z",
      confirmed: "2026-11-21T14:02:15.000Z",
      load: "ok",
    },
  ],
  powerSource: 1,
  batteryPercent: 88.5,
  cellularLevel: 64,
  lastUpdated: "2026-11-21T14:02:15.000Z",
  freshness: "fresh",
};

/** A share that its person may use. */
export const share: Share = {
  id: exampleId("share"),
  deviceId: device.id,
  ownerId: user.id,
  sharedWithId: otherUserId,
  permission: "view",
  sharedAt: at,
  expiresAt: null,
  isActive: true,
  pending: false,
  sharedWith: { email: "alex@example.com" },
  owner: { firstName: "Maria", lastName: "Lind", email: user.email },
  device: { id: device.id, name: device.name, serialNumber: device.serialNumber },
};

/** An alert on a device. */
export const alert: Alert = {
  id: exampleId("alert"),
  userId: user.id,
  deviceId: device.id,
  alertType: "battery_low",
  enabled: true,
  emailAddress: user.email,
  lastTriggered: null,
  createdAt: at,
  updatedAt: at,
};

/** An entry of the log. */
export const activity: Activity = {
  id: exampleId("activity"),
  timestamp: at,
  userId: user.id,
  deviceId: device.id,
  message: "Pump house registered",
  event: { code: "device-registered", device: "Pump house" },
  type: "success",
  deviceName: device.name,
  userName: "Maria Lind",
  relayNumber: null,
  commandId: null,
  commandState: null,
};

const tile = { id: "devices", type: "device-list", visible: true, position: { x: 0, y: 0, w: 12, h: 6 }, settings: {} };

/** A dashboard to save. */
export const saveLayout: Pick<SaveLayout, "name" | "isDefault"> & { layout: { components: readonly unknown[] } } = {
  name: "At home",
  isDefault: false,
  layout: { components: [tile] },
};

/** A saved dashboard. */
export const layout: Layout = {
  id: exampleId("layout"),
  userId: user.id,
  name: "At home",
  isDefault: false,
  createdAt: at,
  updatedAt: at,
  layout: {
    name: "At home",
    components: [tile],
    gridSettings: { cols: 12, breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480 } },
  },
};

/** A device in the console. */
export const adminDevice: AdminDevice = {
  id: device.id,
  name: device.name,
  status: "online",
  relayState: "on",
  isConnected: true,
  ownerId: user.id,
  serialNumber: device.serialNumber,
  lastUpdate: device.lastUpdate,
  overridden: false,
  version: 3,
};

/** Until when something that is gone can come back. */
export const undoUntil = "2026-12-21T14:02:10.123Z";
/** A moment. */
export const instant = at;

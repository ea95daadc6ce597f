/** Devices at the doors. [rest-shapes sections 3, 5] */
import * as z from "zod/mini";
import { idGiven, idOf } from "./ids.ts";
import { Instant } from "./instant-schemas.ts";
import { Relay, RelayNumber } from "./relays.ts";
import { line } from "./text.ts";

/** Rights on a device, strongest first. */
export const permissions = ["owner", "control", "view"] as const;
/** One of `permissions`. */
export const Permission = z.enum(permissions);
export type Permission = z.infer<typeof Permission>;

/** A device as one person sees it; `userPermission` is that person's right. */
export const Device = z.strictObject({
  id: idOf("device"),
  name: z.string(),
  status: z.enum(["online", "offline", "connecting"]),
  relayState: z.enum(["on", "off", "unknown"]),
  lastUpdate: z.nullable(Instant),
  isConnected: z.boolean(),
  ownerId: z.nullable(idOf("user")),
  serialNumber: z.string(),
  userPermission: Permission,
  model: z.enum(["powerone", "relay"]),
  freshness: z.enum(["fresh", "stale", "never"]),
  lastHeardAt: z.nullable(Instant),
  /** When the device cloud said that it went; null unless it is offline by that word. */
  offlineSince: z.nullable(Instant),
  relays: z.array(Relay),
});
export type Device = z.infer<typeof Device>;

/** The share through which a person sees a device of somebody else. */
const ShareOfDevice = z.strictObject({
  id: idOf("share"),
  permission: z.enum(["view", "control"]),
  expiresAt: z.nullable(Instant),
  sharedAt: Instant,
  owner: z.strictObject({ firstName: z.string(), lastName: z.string(), email: z.string() }),
});
/** A device that somebody shares with the caller. */
export const SharedDevice = z.extend(Device, { share: ShareOfDevice });
export type SharedDevice = z.infer<typeof SharedDevice>;

/** An empty serial is a field error; a malformed one is refused like an unknown one, by the story. [D30, AZ-7] */
export const RegisterDevice = z.strictObject({
  serialNumber: z.string("Serial number is required").check(z.trim(), z.minLength(1, "Serial number is required")),
  deviceName: line({ max: 64, required: "Device name is required" }),
});
export type RegisterDevice = z.infer<typeof RegisterDevice>;

/** A device, and the sentence of a successful write. */
export const DeviceWithMessage = z.extend(Device, { message: z.string() });
/** Names one device. */
export const DeviceId = z.strictObject({ deviceId: idGiven("device", "Device ID is required") });

/** Longest name of a device or relay, in characters. [IN-6] */
export const maxDeviceName = 64;
const relayName = line({ max: maxDeviceName, required: "Relay name is required" });

/** Names alone change; whatever else a device has is refused by name. [D16] */
export const RenameDevice = z.strictObject({
  deviceId: idGiven("device", "Device ID is required"),
  name: z.optional(line({ max: maxDeviceName, required: "Device name is required" })),
  relays: z.optional(
    z.array(z.strictObject({ number: RelayNumber, name: relayName })).check(
      z.maxLength(4, "At most 4 relays"),
      z.refine((relays) => new Set(relays.map(({ number }) => number)).size === relays.length, "Name each relay once"),
    ),
  ),
});
export type RenameDevice = z.infer<typeof RenameDevice>;
/** The REST body of a change of names. */
export const RenameDeviceBody = z.omit(RenameDevice, { deviceId: true });
/** One relay's new name. */
export const RenameRelay = z.strictObject({ deviceId: RenameDevice.shape.deviceId, relayNumber: RelayNumber, name: relayName });

/** A device that was given up, until when that can be undone. [D30, D23] */
export const RemovedDevice = z.strictObject({ id: idOf("device"), message: z.string(), undoUntil: Instant });
export type RemovedDevice = z.infer<typeof RemovedDevice>;

/** One relay in the documented PowerOne reading; `current` in mA. */
const PowerOneRelay = z.strictObject({
  number: z.int(),
  current: z.nullable(z.number()),
  estimatedState: z.nullable(z.enum(["ON", "OFF"])),
  commanded: z.nullable(z.enum(["on", "off"])),
  acknowledged: z.nullable(Instant),
  confirmed: z.nullable(Instant),
  load: z.enum(["ok", "no-load", "current-while-off", "unknown"]),
});

/** Power, battery and signal: numbers raw as the device sent them, negative = not available, null = never told. [D41] */
export const Vitals = z.strictObject({
  powerSource: z.nullable(z.number()),
  batteryPercent: z.nullable(z.number()),
  cellularLevel: z.nullable(z.number()),
});
export type Vitals = z.infer<typeof Vitals>;

/** The documented reading of a PowerOne. */
export const PowerOneData = z.strictObject({
  relays: z.array(PowerOneRelay),
  ...Vitals.shape,
  lastUpdated: z.nullable(Instant),
  freshness: z.enum(["fresh", "stale", "never"]),
});
export type PowerOneData = z.infer<typeof PowerOneData>;

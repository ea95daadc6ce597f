/** Devices, their relays, and how the installation stands to the device cloud. [rest-shapes section 5] */
import type { CallWords } from "./call-words.ts";
import { commandAnswer, device, exampleId, instant, powerOne, share, undoUntil } from "./examples.ts";

const params = { id: "The device." };
const owner = "The device's owner";

const switching = {
  description:
    "Sends one command, at most once per `Idempotency-Key`, and waits for the device: at the latest until 5 seconds after `validUntil`. Every answer that is about the command has the shape of `CommandAnswer`, refusals too. 200 means that the device answered; that the relay has switched is `confirmed`, later. 504 means that it was sent and nobody knows: read the device, never send again under a new key.",
  who: "The device's owner, and people with a control share",
  token: "control",
  refusals: [
    "FORBIDDEN",
    "NOT_FOUND",
    "DEVICE_NOT_CONNECTED",
    "SUPERSEDED",
    "ACCESS_ENDED",
    "KEY_REUSED",
    "DEVICE_REFUSED",
    "PROVIDER_UNAVAILABLE",
    "PROVIDER_BUSY",
    "COMMAND_EXPIRED",
    "UNCONFIRMED",
  ],
} as const satisfies Partial<CallWords>;

/** By method and path. */
export const deviceWords: Readonly<Record<string, CallWords>> = {
  "GET /api/devices": {
    summary: "Devices that the caller owns or may switch",
    description: "By name.",
    token: "read",
    answer: [device],
  },
  "GET /api/shared-devices": {
    summary: "Devices that others share with the caller",
    description: "By name, each with the share through which it is seen.",
    token: "read",
    answer: [
      {
        ...device,
        userPermission: "view",
        share: {
          id: share.id,
          permission: share.permission,
          expiresAt: share.expiresAt,
          sharedAt: share.sharedAt,
          owner: share.owner,
        },
      },
    ],
  },
  "POST /api/register-device": {
    summary: "Register a device by its serial number",
    description:
      "A serial that is unknown, malformed, somebody else's or not of this installation is refused alike. Only a device that nobody owns can be registered.",
    token: "control",
    refusals: ["SERIAL_NOT_AVAILABLE", "ALREADY_YOURS", "PROVIDER_UNAVAILABLE", "PROVIDER_BUSY"],
    body: { serialNumber: "P0SIM0007", deviceName: "Pump house" },
    answer: { ...device, message: "PowerOne device registered" },
  },
  "PATCH /api/devices/{id}": {
    summary: "Rename a device or its relays",
    description: "What is left out stays as it is. Names alone change here: any other field is refused by name.",
    who: owner,
    refusals: ["FORBIDDEN", "NOT_FOUND"],
    params,
    body: { name: "Pump house", relays: [{ number: 2, name: "Well pump" }] },
    answer: { ...device, message: "Device updated" },
  },
  "DELETE /api/devices/{id}": {
    summary: "Give a device up",
    description: "Its shares and alerts end. It can be restored until `undoUntil`, unless it is registered anew before.",
    who: owner,
    refusals: ["FORBIDDEN", "NOT_FOUND"],
    params,
    answer: { id: exampleId("device"), message: "Device removed", undoUntil },
  },
  "POST /api/devices/{id}/restore": {
    summary: "Take a device back that was given up",
    description: "One that its owner has is answered as it is, and nothing changes.",
    who: "Who gave it up",
    refusals: ["NOT_FOUND", "UNDO_NOT_POSSIBLE"],
    params,
    answer: { ...device, message: "Device restored" },
  },
  "GET /api/devices/{id}/powerone-data": {
    summary: "What a PowerOne last reported",
    description:
      "Answered from what is known, without a call to the device. Numbers are as the device sent them: negative means not available. What was not reported is null, as a current is until it is measured again after its relay moved.",
    who: "Whoever may see the device",
    token: "read",
    refusals: ["NOT_FOUND"],
    params: { id: "The device; of another model it is not found." },
    answer: powerOne,
  },
  "POST /api/powerone-relay-command": {
    summary: "Switch a relay of a PowerOne",
    ...switching,
    body: { deviceId: exampleId("device"), functionName: "ctrl_relay2", argument: "on", relayNumber: 2 },
    answer: commandAnswer,
  },
  "POST /api/relay-command": {
    summary: "Switch a relay of any device",
    ...switching,
    body: { deviceId: exampleId("device"), command: "relay_on", relayNumber: 2 },
    answer: commandAnswer,
  },
  "GET /api/system-stats": {
    summary: "The link to the device cloud, and the caller's devices in numbers",
    description: "`rateLimit` is the calls to the device cloud in five minutes, of those that it allows.",
    token: "read",
    answer: {
      connectionStatus: "connected",
      activeDevices: "2 of 3",
      lastSync: instant,
      rateLimit: "214/10000",
      activeCount: 2,
      totalCount: 3,
      rateLimitUsed: 214,
      rateLimitMax: 10_000,
      rateLimitWindowSeconds: 300,
      serverTime: instant,
    },
  },
};

/** Devices of the account: list, detail, changes, claim, release, serial look-up. [dialect section 5] */
import { json } from "../answer.ts";
import { isTrueField, textField } from "../body.ts";
import { deviceDetail, deviceListItem, productDetail } from "../device-view.ts";
import type { Device } from "../devices/device.ts";
import { listError, plainError, tooManyRequests } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { type Call, type Outcome, type Route, answer, bothFlavours } from "../route.ts";
import { withDevice } from "./device-access.ts";

export const deviceRoutes: readonly Route[] = [
  { method: "GET", pattern: "/v1/devices", operation: "devices", scope: "devices:list", run: listDevices },
  { method: "POST", pattern: "/v1/devices", operation: "claim", scope: "devices:claim", run: claimDevice },
  { method: "POST", pattern: "/v1/device_claims", operation: "claim", run: claimCode },
  { method: "GET", pattern: "/v1/serial_numbers/:device", operation: "serial", scope: "devices:list", run: lookUpSerial },
  ...bothFlavours({ method: "GET", operation: "device", scope: "devices:get", run: withDevice(detail) }, ""),
  ...bothFlavours({ method: "PUT", operation: "device-change", scope: "devices:update", run: withDevice(changeDevice) }, ""),
  { method: "DELETE", pattern: "/v1/devices/:device", operation: "release", run: withDevice(releaseDevice) },
];

function listDevices(call: Call): Outcome {
  const own = call.world.devices.filter((device) => device.record.owner === call.session.username);
  own.sort((a, b) => b.presence.lastHandshakeAt - a.presence.lastHandshakeAt);
  return answer(
    json(
      200,
      own.map((device) => deviceListItem(device, call.world.account.productId)),
    ),
  );
}

function detail(call: Call, device: Device): Outcome {
  const { productId } = call.world.account;
  return answer(
    json(200, call.params["product"] === undefined ? deviceDetail(device, productId) : productDetail(device, productId)),
  );
}

function changeDevice(call: Call, device: Device): Outcome {
  const { fields, files } = call.body;
  const { id, record } = device;
  if (files.length > 0 || fields["flash"] !== undefined)
    return overTheDevice(call, device, { body: { id, status: "Update started" } });
  const signal = textField(fields, "signal");
  if (signal === undefined) return changeRecord(call, device);
  const signaling = signal === "1";
  return overTheDevice(call, device, { body: { id, connected: true, signaling }, then: () => (record.signaling = signaling) });
}

/** What needs the device to be there: a function of the system, not of its firmware. */
function overTheDevice(call: Call, device: Device, { body, then }: { body: JsonObject; then?: () => void }): Outcome {
  return {
    kind: "round-trip",
    trip: {
      device,
      pretended: json(200, body),
      unreachable: listError(500, [{ error: "Timed out, didn't hear back from device service" }], 500),
      holdMs: call.world.settings.offlineHoldMs,
      arrive() {
        then?.();
        return { answer: json(200, body), executed: true };
      },
    },
  };
}

function changeRecord(call: Call, { id, record }: Device): Outcome {
  const { fields } = call.body;
  const name = textField(fields, "name");
  if (name !== undefined) {
    record.name = name;
    return answer(json(200, { id, name, updated_at: call.world.time.iso() }));
  }
  const notes = textField(fields, "notes");
  if (notes !== undefined) {
    record.notes = notes;
    return answer(json(200, { id, notes, updated_at: call.world.time.iso() }));
  }
  if (fields["firmware_updates_forced"] !== undefined) {
    record.updatesForced = isTrueField(fields, "firmware_updates_forced");
    return answer(json(200, { id, firmware_updates_forced: record.updatesForced }));
  }
  if (call.params["product"] !== undefined) return changeProductRecord(call, { id, record });
  return answer(plainError(400, "Nothing to do?"));
}

function changeProductRecord(call: Call, { id, record }: Pick<Device, "id" | "record">): Outcome {
  const { fields } = call.body;
  if (fields["development"] !== undefined) {
    record.development = isTrueField(fields, "development");
    return answer(json(200, { id, development: record.development, updated_at: call.world.time.iso() }));
  }
  const version = textField(fields, "desired_firmware_version");
  if (version !== undefined && /^\d+$/.test(version)) {
    record.desiredFirmwareVersion = Number(version);
    return answer(json(200, { id, desired_firmware_version: record.desiredFirmwareVersion, updated_at: call.world.time.iso() }));
  }
  return answer(plainError(400, "Nothing to do?"));
}

function claimDevice(call: Call): Outcome {
  const { world, session, body } = call;
  const id = textField(body.fields, "id")?.toLowerCase();
  const device = world.devices.find((candidate) => candidate.id === id);
  if (device === undefined) return answer(listError(404, ["device does not exist"]));
  const { record, presence } = device;
  if (record.owner !== null && record.owner !== session.username) {
    if (isTrueField(body.fields, "request_transfer"))
      return answer(json(200, { ok: true, id: device.id, transfer_id: world.chance.hex("transfer", 24) }));
    return answer(listError(403, ["That belongs to someone else. To request a transfer add ?request_transfer=true to the URL."]));
  }
  if (!presence.cloudOnline) return answer(listError(404, [["Core isn't online", 404]]));
  record.owner = session.username;
  return answer(json(200, { user_id: userIdOf(session.username), id: device.id, connected: true, ok: true }));
}

function claimCode(call: Call): Outcome {
  return answer(json(200, { claim_code: call.world.chance.hex("claim-code", 63), device_ids: [] }));
}

function releaseDevice(_call: Call, device: Device): Outcome {
  device.record.owner = null;
  return answer(json(200, { ok: true }));
}

function lookUpSerial(call: Call): Outcome {
  const window = call.world.takeSerialLookup(call.session.username);
  if (!window.take()) return answer(tooManyRequests(window.retryAfterSeconds));
  const serial = call.params["device"] ?? "";
  const device = call.world.devices.find((candidate) => candidate.serial === serial);
  if (device === undefined) return answer(plainError(404, "Serial number not found"));
  const { record } = device;
  return answer(
    json(200, {
      ok: true,
      deviceID: device.id,
      device_id: device.id,
      serial_number: device.serial,
      iccid: record.iccid,
      platform_id: record.platformId,
    }),
  );
}

/** 24 hex digits that belong to an account name. */
export function userIdOf(username: string): string {
  return Buffer.from(username).toString("hex").padEnd(24, "0").slice(0, 24);
}

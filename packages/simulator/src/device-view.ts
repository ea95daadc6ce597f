/** A device as the provider lists and details it. [dialect section 5] */
import type { Device } from "./devices/device.ts";
import type { JsonObject } from "./json.ts";

export function deviceListItem(device: Device, productId: number): JsonObject {
  const { record, presence } = device;
  return {
    id: device.id,
    name: record.name,
    owner: record.owner ?? undefined,
    last_ip_address: record.ipAddress,
    last_heard: iso(presence.lastHeardAt),
    last_handshake_at: iso(presence.lastHandshakeAt),
    product_id: record.inProduct ? productId : record.platformId,
    online: presence.cloudOnline,
    connected: presence.cloudOnline,
    platform_id: record.platformId,
    cellular: true,
    notes: record.notes,
    functions: device.functions,
    variables: device.variables,
    status: "normal",
    serial_number: device.serial,
    iccid: record.iccid,
    last_iccid: record.iccid,
    imei: record.imei,
    mobile_secret: record.mobileSecret,
    system_firmware_version: record.systemVersion,
    firmware_updates_enabled: true,
    firmware_updates_forced: record.updatesForced,
  };
}

export function deviceDetail(device: Device, productId: number): JsonObject {
  return {
    ...deviceListItem(device, productId),
    current_build_target: device.record.systemVersion,
    default_build_target: device.record.systemVersion,
    pinned_build_target: null,
    device_protection: { status: "disabled" },
  };
}

export function productListItem(device: Device, productId: number): JsonObject {
  const { record } = device;
  return {
    ...deviceListItem(device, productId),
    firmware_version: record.firmwareVersion,
    desired_firmware_version: record.desiredFirmwareVersion,
    targeted_firmware_release_version: record.firmwareVersion,
    firmware_product_id: productId,
    development: record.development,
    quarantined: false,
    denied: record.denied,
    groups: record.groups,
  };
}

export function productDetail(device: Device, productId: number): JsonObject {
  return { ...productListItem(device, productId), ...deviceDetail(device, productId) };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

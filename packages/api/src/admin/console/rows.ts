/** Users, devices and entries as administrators read them. Field by field, so that a new column never leaves by itself. [D17] */
import type { Activity } from "@relaydeck/contract/activity";
import type { AdminDevice, AdminUser } from "@relaydeck/contract/console";
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import type { UserRow } from "@relaydeck/db/accounts/store";
import type { ShownActivity } from "@relaydeck/db/activity/store";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import { toUser } from "../../accounts/user-view.ts";
import { displayName } from "../../devices/facts.ts";

export function toAdminUser(row: UserRow): AdminUser {
  return { ...toUser(row), version: row.version };
}

export function toAdminDevice(row: DeviceRow): AdminDevice {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    relayState: row.relayState,
    isConnected: row.isConnected,
    ownerId: row.ownerId,
    serialNumber: row.serialNumber,
    lastUpdate: toInstantOrNull(row.lastUpdate),
    overridden: row.overriddenAt !== null,
    version: row.version,
  };
}

export function toAdminEntry({ entry, deviceName, actor }: ShownActivity): Activity {
  return {
    ...entry,
    timestamp: toInstant(entry.timestamp),
    deviceName,
    userName: actor === null ? null : displayName(actor),
  };
}

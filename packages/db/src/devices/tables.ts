import { sql } from "drizzle-orm";
import type { AccountTables } from "../accounts/tables.ts";
import type { Dialect } from "../dialect/columns.ts";

const isLive = sql.raw("deleted_at is null");
const isDeleted = sql.raw("deleted_at is not null");
const isConnecting = sql.raw("status = 'connecting' and deleted_at is null");
const isChecked = sql.raw("connecting_since is not null and deleted_at is null");
const isUnheard = sql.raw("last_heard_at is null and deleted_at is null");

export function deviceTables(d: Dialect, { users }: AccountTables) {
  const devices = d.table(
    "devices",
    {
      id: d.id(),
      name: d.text().notNull(),
      status: d.oneOf<"online" | "offline" | "connecting">().notNull().default("offline"),
      relayState: d.oneOf<"on" | "off" | "unknown">().notNull().default("unknown"),
      /** Newest observation that the cloud gave us. */
      lastUpdate: d.time(),
      isConnected: d.bool().notNull().default(false),
      ownerId: d.text().references(() => users.id, { onDelete: "set null" }),
      /** Since when the present owner has it; nobody sees what is older. [AD-7] */
      ownedSince: d.time(),
      /** Commands up to this number were given under an earlier owner, and nobody is told of them any more. [AD-7, TI-1] */
      commandsAfter: d.big().notNull().default(0),
      /** Trimmed, upper case. Unique among live rows. */
      serialNumber: d.text().notNull(),
      model: d.oneOf<"powerone" | "relay">().notNull(),
      profileId: d.text().notNull(),
      /** Name of the device at the cloud. */
      providerId: d.text(),
      /** The cloud's own word on presence; null until it said one. */
      cloudOnline: d.bool(),
      cloudOnlineAt: d.time(),
      connectingSince: d.time(),
      updating: d.bool().notNull().default(false),
      freshness: d.oneOf<"fresh" | "stale" | "never">().notNull().default("never"),
      lastHeardAt: d.time(),
      /** When the newest observation was measured, by the device's own time. */
      lastObservedAt: d.time(),
      lastSequence: d.big(),
      powerSource: d.real(),
      batteryPercent: d.real(),
      cellularLevel: d.real(),
      /** An administrator's word stands since then, until the next provider event. [AD-4] */
      overriddenAt: d.time(),
      version: d.int().notNull().default(1),
      createdAt: d.time().notNull(),
      updatedAt: d.time().notNull(),
      deletedAt: d.time(),
      /** Who removed it; null while it is there. What an administrator deleted its owner cannot bring back. */
      deletedBy: d.oneOf<"owner" | "admin">(),
    },
    (t) => [
      d.uniqueIndex("devices_serial_number_live").on(t.serialNumber).where(isLive),
      d.uniqueIndex("devices_provider_id_live").on(t.providerId).where(isLive),
      d.index("devices_owner_id").on(t.ownerId),
      // The console's orders. Each holds all that is filtered, searched and counted, so that whatever is asked is found along
      // the order itself, without reading rows: docs/adr/0023-walked-orders.md. The mark of deletion does not stand first, or
      // SQLite would sort. What has few values is walked value by value along the first. None is by `last_update`. [D0.12]
      d
        .index("devices_created_live")
        .on(t.createdAt, t.id, t.deletedAt, t.status, t.relayState, t.ownerId, t.name, t.serialNumber)
        .where(isLive),
      d.index("devices_name_live").on(t.name, t.id, t.deletedAt, t.status, t.relayState, t.ownerId, t.serialNumber).where(isLive),
      d
        .index("devices_serial_live")
        .on(t.serialNumber, t.id, t.deletedAt, t.status, t.relayState, t.ownerId, t.name)
        .where(isLive),
      d.index("devices_deleted").on(t.deletedAt, t.id).where(isDeleted),
      // For counts over all of them: how many are connected, how many of those were not heard. The status does not stand first,
      // or Postgres would take it for questions that have indexes of their own.
      d.index("devices_freshness_live").on(t.cloudOnline, t.freshness, t.status, t.deletedAt).where(isLive),
      d.index("devices_presence_live").on(t.cloudOnline, t.id, t.deletedAt).where(isLive),
      // Whom time has overtaken, asked every second. Every report moves its device in the first; the others are short. [C4, D32]
      d.index("devices_heard").on(t.profileId, t.freshness, t.lastHeardAt).where(isLive),
      d.index("devices_connecting").on(t.status, t.cloudOnlineAt).where(isConnecting),
      d.index("devices_checked").on(t.status, t.connectingSince).where(isChecked),
      // Who was never heard is read back after each break of the stream, those alone that the cloud holds for present.
      d.index("devices_unheard").on(t.cloudOnline, t.createdAt).where(isUnheard),
    ],
  );
  return { devices };
}

export type DeviceTables = ReturnType<typeof deviceTables>;

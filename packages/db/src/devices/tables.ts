import { sql } from "drizzle-orm";
import type { AccountTables } from "../accounts/tables.ts";
import type { Dialect } from "../dialect/columns.ts";

const isLive = sql.raw("deleted_at is null");

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
    },
    (t) => [
      d.uniqueIndex("devices_serial_number_live").on(t.serialNumber).where(isLive),
      d.uniqueIndex("devices_provider_id_live").on(t.providerId).where(isLive),
      d.index("devices_owner_id").on(t.ownerId),
    ],
  );
  return { devices };
}

export type DeviceTables = ReturnType<typeof deviceTables>;

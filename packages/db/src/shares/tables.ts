import { sql } from "drizzle-orm";
import type { AccountTables } from "../accounts/tables.ts";
import type { DeviceTables } from "../devices/tables.ts";
import type { Dialect } from "../dialect/columns.ts";

export function shareTables(d: Dialect, { users, devices }: AccountTables & DeviceTables) {
  const deviceShares = d.table(
    "device_shares",
    {
      id: d.id(),
      deviceId: d
        .text()
        .notNull()
        .references(() => devices.id, { onDelete: "cascade" }),
      ownerId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      sharedWithId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      permission: d.oneOf<"view" | "control">().notNull().default("view"),
      sharedAt: d.time().notNull(),
      /** Compared with the clock at each use; no sweeper is needed. [D44, AZ-5] */
      expiresAt: d.time(),
      isActive: d.bool().notNull().default(true),
      endedAt: d.time(),
      endedReason: d.text(),
      updatedAt: d.time().notNull(),
    },
    (t) => [
      // One active row per device and person, also under 20 parallel shares. [AZ-6]
      d.uniqueIndex("device_shares_active").on(t.deviceId, t.sharedWithId).where(sql.raw("is_active")),
      d.index("device_shares_shared_with").on(t.sharedWithId, t.isActive),
      d.index("device_shares_owner").on(t.ownerId),
    ],
  );

  const shareInvites = d.table(
    "share_invites",
    {
      id: d.id(),
      deviceId: d
        .text()
        .notNull()
        .references(() => devices.id, { onDelete: "cascade" }),
      ownerId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      /** Normalised address that the invitation is bound to. [D43] */
      address: d.text().notNull(),
      permission: d.oneOf<"view" | "control">().notNull().default("view"),
      tokenHash: d.text().notNull(),
      /** End of the share it will become. */
      expiresAt: d.time(),
      /** End of the invitation itself. */
      validUntil: d.time().notNull(),
      isOpen: d.bool().notNull().default(true),
      acceptedAt: d.time(),
      acceptedById: d.text(),
      endedAt: d.time(),
      createdAt: d.time().notNull(),
      updatedAt: d.time().notNull(),
    },
    (t) => [
      d.uniqueIndex("share_invites_token_hash").on(t.tokenHash),
      d.uniqueIndex("share_invites_open").on(t.deviceId, t.address).where(sql.raw("is_open")),
      d.index("share_invites_owner_created_at").on(t.ownerId, t.createdAt),
    ],
  );
  return { deviceShares, shareInvites };
}

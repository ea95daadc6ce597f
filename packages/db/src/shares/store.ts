/** Shares. Ended ones stay as rows with `isActive` false. Whether a share grants something now is asked in devices/access.ts. */
import { present } from "@relaydeck/kit/assert";
import { and, desc, eq, or, sql, type SQL } from "drizzle-orm";
import type { UserRow } from "../accounts/store.ts";
import type { DeviceRow } from "../devices/store.ts";
import { isEmpty } from "../dialect/chunks.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type ShareRow = Schema["deviceShares"]["$inferSelect"];
export type NewShare = Schema["deviceShares"]["$inferInsert"];
export type SharePatch = Partial<
  Pick<NewShare, "permission" | "expiresAt" | "isActive" | "endedAt" | "endedReason" | "updatedAt">
>;

/** Grants: makes a row, or changes the active one of this device and person. Of 20 at once one row comes out. [AZ-6] */
export async function putShare({ db, t }: Tx, share: NewShare): Promise<{ share: ShareRow; isNew: boolean }> {
  const [row] = await db
    .insert(t.deviceShares)
    .values(share)
    .onConflictDoUpdate({
      target: [t.deviceShares.deviceId, t.deviceShares.sharedWithId],
      targetWhere: sql.raw("is_active"),
      set: {
        permission: share.permission ?? "view",
        expiresAt: share.expiresAt ?? null,
        ownerId: share.ownerId,
        updatedAt: share.updatedAt,
      },
    })
    .returning();
  const stored = present(row, "An upsert returns its row");
  return { share: stored, isNew: stored.id === share.id };
}

export async function findShare({ db, t }: Reader, id: string): Promise<ShareRow | null> {
  const [row] = await db.select().from(t.deviceShares).where(eq(t.deviceShares.id, id));
  return row ?? null;
}

/** The active share of this device with this person, ended by time or not. */
export async function findActiveShare(
  { db, t }: Reader,
  which: { deviceId: string; sharedWithId: string },
): Promise<ShareRow | null> {
  const [row] = await db
    .select()
    .from(t.deviceShares)
    .where(
      and(
        eq(t.deviceShares.deviceId, which.deviceId),
        eq(t.deviceShares.sharedWithId, which.sharedWithId),
        eq(t.deviceShares.isActive, true),
      ),
    );
  return row ?? null;
}

/** Whether this owner lets that person see any device now: an active share, ended by time or not. */
export async function sharesSomething({ db, t }: Reader, between: { ownerId: string; sharedWithId: string }): Promise<boolean> {
  const { ownerId, sharedWithId, isActive } = t.deviceShares;
  const isBetween = and(eq(ownerId, between.ownerId), eq(sharedWithId, between.sharedWithId), eq(isActive, true));
  return (await db.$count(t.deviceShares, isBetween)) > 0;
}

/** A share with the people and the device that its listing shows. */
export interface ShareWithNames {
  readonly share: ShareRow;
  readonly device: Pick<DeviceRow, "id" | "name" | "serialNumber">;
  readonly owner: Pick<UserRow, "id" | "firstName" | "lastName" | "email">;
  readonly sharedWith: Pick<UserRow, "id" | "firstName" | "lastName" | "email">;
}

/** Active shares of one device, newest first, those ended by time included. */
export function listSharesOfDevice(from: Reader, deviceId: string): Promise<ShareWithNames[]> {
  return listShares(from, (t) => eq(t.deviceShares.deviceId, deviceId));
}

export async function shareWithNames(from: Reader, id: string): Promise<ShareWithNames | null> {
  return (await listShares(from, (t) => eq(t.deviceShares.id, id), false))[0] ?? null;
}

/** Null: no such row. */
export async function updateShare({ db, t }: Tx, id: string, patch: SharePatch): Promise<ShareRow | null> {
  if (isEmpty(patch)) return findShare({ db, t }, id);
  const [row] = await db.update(t.deviceShares).set(patch).where(eq(t.deviceShares.id, id)).returning();
  return row ?? null;
}

/** Shares to end: one, all of a device, or all that a person gave or received. */
export type SharesToEnd = { readonly id: string } | { readonly deviceId: string } | { readonly userId: string };

/** Ends active shares; returns those that ended now, so a repeat returns none. */
export async function endShares({ db, t }: Tx, which: SharesToEnd, end: { at: number; reason: string }): Promise<ShareRow[]> {
  return db
    .update(t.deviceShares)
    .set({ isActive: false, endedAt: end.at, endedReason: end.reason, updatedAt: end.at })
    .where(and(isOneOf(t, which), eq(t.deviceShares.isActive, true)))
    .returning();
}

function isOneOf({ deviceShares: shares }: Schema, which: SharesToEnd): SQL | undefined {
  if ("id" in which) return eq(shares.id, which.id);
  if ("deviceId" in which) return eq(shares.deviceId, which.deviceId);
  return or(eq(shares.ownerId, which.userId), eq(shares.sharedWithId, which.userId));
}

async function listShares({ db, t }: Reader, isIt: (t: Schema) => SQL, onlyActive = true): Promise<ShareWithNames[]> {
  const rows = await db
    .select({ share: t.deviceShares, device: t.devices, sharedWith: t.users })
    .from(t.deviceShares)
    .innerJoin(t.devices, eq(t.devices.id, t.deviceShares.deviceId))
    .innerJoin(t.users, eq(t.users.id, t.deviceShares.sharedWithId))
    .where(and(isIt(t), onlyActive ? eq(t.deviceShares.isActive, true) : undefined))
    .orderBy(desc(t.deviceShares.sharedAt), desc(t.deviceShares.id));
  const owners = new Map<string, UserRow>();
  for (const id of new Set(rows.map((row) => row.share.ownerId))) {
    const [owner] = await db.select().from(t.users).where(eq(t.users.id, id));
    owners.set(id, present(owner, "A share's owner is a foreign key"));
  }
  return rows.map((row) => ({ ...row, owner: present(owners.get(row.share.ownerId), "Looked up above") }));
}

/** Invitations to addresses without an account; each becomes a share only through the link in its mail. [D43, AC-6] */
import { present } from "@relaydeck/kit/assert";
import { and, desc, eq, gt, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type InviteRow = Schema["shareInvites"]["$inferSelect"];
export type NewInvite = Schema["shareInvites"]["$inferInsert"];

/** Makes an invitation, or changes the open one of this device and address and gives it the new token. */
export async function putInvite({ db, t }: Tx, invite: NewInvite): Promise<{ invite: InviteRow; isNew: boolean }> {
  const [row] = await db
    .insert(t.shareInvites)
    .values(invite)
    .onConflictDoUpdate({
      target: [t.shareInvites.deviceId, t.shareInvites.address],
      targetWhere: sql.raw("is_open"),
      set: {
        permission: invite.permission ?? "view",
        expiresAt: invite.expiresAt ?? null,
        ownerId: invite.ownerId,
        tokenHash: invite.tokenHash,
        validUntil: invite.validUntil,
        updatedAt: invite.updatedAt,
      },
    })
    .returning();
  const stored = present(row, "An upsert returns its row");
  return { invite: stored, isNew: stored.id === invite.id };
}

/** The open invitation that this token opens, if it has not ended by `now`. */
export async function findInvite({ db, t }: Reader, by: { tokenHash: string; now: number }): Promise<InviteRow | null> {
  const [row] = await db
    .select()
    .from(t.shareInvites)
    .where(
      and(eq(t.shareInvites.tokenHash, by.tokenHash), eq(t.shareInvites.isOpen, true), gt(t.shareInvites.validUntil, by.now)),
    );
  return row ?? null;
}

export async function findInviteById({ db, t }: Reader, id: string): Promise<InviteRow | null> {
  const [row] = await db.select().from(t.shareInvites).where(eq(t.shareInvites.id, id));
  return row ?? null;
}

/** Closes an open invitation as accepted: of two at once exactly one gets the row. */
export async function acceptInvite({ db, t }: Tx, by: { id: string; userId: string; now: number }): Promise<InviteRow | null> {
  const [row] = await db
    .update(t.shareInvites)
    .set({ isOpen: false, acceptedAt: by.now, acceptedById: by.userId, updatedAt: by.now })
    .where(and(eq(t.shareInvites.id, by.id), eq(t.shareInvites.isOpen, true), gt(t.shareInvites.validUntil, by.now)))
    .returning();
  return row ?? null;
}

/** Open invitations of one device that have not ended by `now`, newest first. */
export function listInvites({ db, t }: Reader, of: { deviceId: string; now: number }): Promise<InviteRow[]> {
  return db
    .select()
    .from(t.shareInvites)
    .where(and(eq(t.shareInvites.deviceId, of.deviceId), eq(t.shareInvites.isOpen, true), gt(t.shareInvites.validUntil, of.now)))
    .orderBy(desc(t.shareInvites.createdAt), desc(t.shareInvites.id));
}

/** Opens an invitation again that was closed without being accepted. Breaks unique `share_invites (device_id, address)`. */
export async function reopenInvite({ db, t }: Tx, { id, at }: { id: string; at: number }): Promise<InviteRow | null> {
  const [row] = await db
    .update(t.shareInvites)
    .set({ isOpen: true, endedAt: null, updatedAt: at })
    .where(and(eq(t.shareInvites.id, id), isNull(t.shareInvites.acceptedAt)))
    .returning();
  return row ?? null;
}

/** Invitations to close: one, all of a device or those of them to one address, or all that a person sent. */
export type InvitesToEnd =
  | { readonly id: string }
  | { readonly deviceId: string; readonly address?: string }
  | { readonly ownerId: string };

/** Closes open invitations; returns those that closed now. */
export function endInvites({ db, t }: Tx, which: InvitesToEnd, at: number): Promise<InviteRow[]> {
  return db
    .update(t.shareInvites)
    .set({ isOpen: false, endedAt: at, updatedAt: at })
    .where(and(isOneOf(t, which), eq(t.shareInvites.isOpen, true)))
    .returning();
}

/** Removes what was ever sent to this person, known by address or by having accepted it; returns what was still open. [DA-2] */
export async function forgetInvitesTo({ db, t }: Tx, person: { userId: string; address: string }): Promise<InviteRow[]> {
  const { address, acceptedById } = t.shareInvites;
  const rows = await db
    .delete(t.shareInvites)
    .where(or(eq(address, person.address), eq(acceptedById, person.userId)))
    .returning();
  return rows.filter(({ isOpen }) => isOpen);
}

/** Removes invitations that were accepted, taken back or over by time before that; returns how many. [DA-2, DA-4] */
export async function pruneInvites({ db, t }: Tx, old: { before: number; limit: number }): Promise<number> {
  const { id, acceptedAt, endedAt, validUntil } = t.shareInvites;
  const isOld = or(lt(acceptedAt, old.before), lt(endedAt, old.before), lt(validUntil, old.before));
  const rows = await db.select({ id }).from(t.shareInvites).where(isOld).limit(old.limit);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await db.delete(t.shareInvites).where(inArray(id, ids));
  return ids.length;
}

function isOneOf({ shareInvites: invites }: Schema, which: InvitesToEnd): SQL | undefined {
  if ("id" in which) return eq(invites.id, which.id);
  if ("ownerId" in which) return eq(invites.ownerId, which.ownerId);
  return and(eq(invites.deviceId, which.deviceId), which.address === undefined ? undefined : eq(invites.address, which.address));
}

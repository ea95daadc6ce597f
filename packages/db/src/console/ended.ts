/** What ends with an account and comes back with it, as ids: gathered before the end, found again at the undo. [AD-5, D23] */
import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { EndedOwnership, EndedWithUser } from "../accounts/tables.ts";
import { relaysOf } from "../devices/store.ts";
import { inChunks } from "../dialect/chunks.ts";
import type { ShareRow } from "../shares/store.ts";
import type { Reader, Tx } from "../store.ts";

/** Call it before anything has ended. */
export async function whatEndsWith(from: Reader, userId: string): Promise<EndedWithUser> {
  const { db, t } = from;
  const { devices, deviceShares: shares, shareInvites: invites, emailAlerts: alerts } = t;
  const owned = await db
    .select()
    .from(devices)
    .where(and(eq(devices.ownerId, userId), isNull(devices.deletedAt)));
  const isTheirs = or(eq(shares.ownerId, userId), eq(shares.sharedWithId, userId));
  const isOpen = and(eq(invites.ownerId, userId), eq(invites.isOpen, true));
  const own = await db
    .select()
    .from(alerts)
    .where(and(eq(alerts.userId, userId), isNull(alerts.deletedAt)));
  const isHeard = and(eq(alerts.enabled, true), isNull(alerts.deletedAt));
  const heard = await inChunks(idsOf(owned), (chunk) =>
    db
      .select({ id: alerts.id })
      .from(alerts)
      .where(and(inArray(alerts.deviceId, chunk), isHeard)),
  );
  return {
    devices: await ownershipsOf(from, owned),
    shares: idsOf(
      await db
        .select({ id: shares.id })
        .from(shares)
        .where(and(isTheirs, eq(shares.isActive, true))),
    ),
    invites: idsOf(await db.select({ id: invites.id }).from(invites).where(isOpen)),
    alerts: idsOf(own),
    silenced: [...new Set([...idsOf(heard), ...idsOf(own.filter(({ enabled }) => enabled))])],
  };
}

async function ownershipsOf(from: Reader, owned: readonly Reader["t"]["devices"]["$inferSelect"][]): Promise<EndedOwnership[]> {
  const relays = await relaysOf(from, idsOf(owned));
  return owned.map(({ id, name, ownedSince, commandsAfter }) => ({
    ...{ id, name, ownedSince, commandsAfter },
    relays: relays.filter(({ deviceId }) => deviceId === id).map(({ number, name: called }) => ({ number, name: called })),
  }));
}

export function sharesByIds({ db, t }: Reader, ids: readonly string[]): Promise<ShareRow[]> {
  return inChunks(ids, (chunk) => db.select().from(t.deviceShares).where(inArray(t.deviceShares.id, chunk)));
}

/** Brings alerts back that were deleted at that moment, still switched off. */
export async function undeleteAlerts(
  { db, t }: Tx,
  which: { ids: readonly string[]; userId: string; deletedAt: number; at: number },
): Promise<void> {
  const { id, userId, deletedAt } = t.emailAlerts;
  const isTheirs = and(eq(userId, which.userId), eq(deletedAt, which.deletedAt));
  await inChunks(which.ids, (chunk) =>
    db
      .update(t.emailAlerts)
      .set({ deletedAt: null, enabled: false, updatedAt: which.at })
      .where(and(inArray(id, chunk), isTheirs))
      .returning({ id }),
  );
}

/** Of these alerts, those that live and are switched off. */
export function silentAlerts({ db, t }: Reader, ids: readonly string[]) {
  const { id, enabled, deletedAt } = t.emailAlerts;
  return inChunks(ids, (chunk) =>
    db
      .select()
      .from(t.emailAlerts)
      .where(and(inArray(id, chunk), eq(enabled, false), isNull(deletedAt))),
  );
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

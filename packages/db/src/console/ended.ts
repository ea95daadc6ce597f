/** What ends with an account and comes back with it, as ids: gathered before the end, found again at the undo. [AD-5, D23] */
import { and, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import type { EndedOwnership, EndedWithUser } from "../accounts/tables.ts";
import { relaysOf } from "../devices/store.ts";
import { inChunks } from "../dialect/chunks.ts";
import type { ShareRow } from "../shares/store.ts";
import type { Reader, Tx } from "../store.ts";

/**
 * Devices of which something ends with an account: their own, also in the bin, those shared with them, and to which they are
 * invited. And those of which a share ended with the other's account (`reason`), who may be coming back right now.
 */
export async function devicesAround(
  { db, t }: Reader,
  who: { userId: string; address: string; reason: string },
): Promise<string[]> {
  const { devices, deviceShares: shares, shareInvites: invites } = t;
  const owned = await db.select({ id: devices.id }).from(devices).where(eq(devices.ownerId, who.userId));
  const seen = await db
    .select({ id: shares.deviceId })
    .from(shares)
    .where(and(eq(shares.sharedWithId, who.userId), or(eq(shares.isActive, true), eq(shares.endedReason, who.reason))));
  const offered = await db
    .select({ id: invites.deviceId })
    .from(invites)
    .where(and(eq(invites.address, who.address), eq(invites.isOpen, true)));
  return idsOf([...owned, ...seen, ...offered]);
}

/**
 * Call it before anything has ended. What had ended with another account, which is deleted still, ends with this one, too:
 * either may come back first. `reason` is why a share ended, where it ended with an account.
 */
export async function whatEndsWith(from: Reader, { userId, reason }: { userId: string; reason: string }): Promise<EndedWithUser> {
  const { db, t } = from;
  const { devices, deviceShares: shares, shareInvites: invites, emailAlerts: alerts } = t;
  // Those in the bin, too: they may come out of it while their owner is away.
  const owned = await db.select().from(devices).where(eq(devices.ownerId, userId));
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
  const active = await db
    .select({ id: shares.id })
    .from(shares)
    .where(and(isTheirs, eq(shares.isActive, true)));
  const before = await endedBefore(from, { userId, reason });
  return {
    devices: await ownershipsOf(from, owned),
    shares: [...idsOf(active), ...before.shares],
    invites: idsOf(await db.select({ id: invites.id }).from(invites).where(isOpen)),
    alerts: idsOf(own),
    silenced: [...new Set([...idsOf(heard), ...idsOf(own.filter(({ enabled }) => enabled)), ...before.silenced])],
  };
}

/** Shares with people whose accounts are deleted by now, ended with those, and the alerts between them that went silent. */
async function endedBefore(
  { db, t }: Reader,
  { userId, reason }: { userId: string; reason: string },
): Promise<Pick<EndedWithUser, "shares" | "silenced">> {
  const { deviceShares: shares, users, emailAlerts: alerts, devices } = t;
  const isBetween = or(
    and(eq(shares.ownerId, userId), eq(users.id, shares.sharedWithId)),
    and(eq(shares.sharedWithId, userId), eq(users.id, shares.ownerId)),
  );
  const ended = await db
    .select({ id: shares.id, with: users.id, deletedWith: users.deletedWith })
    .from(shares)
    .innerJoin(users, isBetween)
    .where(and(eq(shares.isActive, false), eq(shares.endedReason, reason), isNotNull(users.deletedAt), ne(users.id, userId)));
  const silenced = [...new Map(ended.map((row) => [row.with, row.deletedWith?.silenced ?? []])).values()].flat();
  const isTheirs = or(eq(alerts.userId, userId), eq(devices.ownerId, userId));
  const between = await inChunks(silenced, (chunk) =>
    db
      .select({ id: alerts.id })
      .from(alerts)
      .innerJoin(devices, eq(devices.id, alerts.deviceId))
      .where(and(inArray(alerts.id, chunk), isTheirs)),
  );
  return { shares: idsOf(ended), silenced: idsOf(between) };
}

async function ownershipsOf(from: Reader, owned: readonly Reader["t"]["devices"]["$inferSelect"][]): Promise<EndedOwnership[]> {
  const relays = await relaysOf(from, idsOf(owned));
  return owned.map(({ id, name, serialNumber, ownedSince, commandsAfter }) => ({
    ...{ id, name, serialNumber, ownedSince, commandsAfter },
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

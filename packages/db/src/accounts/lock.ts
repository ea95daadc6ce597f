/**
 * Rows that one transaction decides about: nobody else changes them until it ends, and they are read as they are then.
 *
 * What opens a way into an account and what closes them all come one after the other by it. [AC-8, ML-5] So do all who change
 * whose a device is, or who else has a right on it: they hold the device and go by what its row says then. [AD-7] Reports hold
 * theirs, and commands their device, so that what is told of it is never older than what was told before (prepared.ts).
 *
 * Where several are needed, users go before devices, these in the order of their ids, and devices, also those of commands that
 * end unsent (relays/unsent.ts), before sessions, tokens, alerts and the keys of limits; then comes the number of a command
 * (relays/commands.ts) and last the first row of the audit, so that two transactions never wait for each other. Only a registration holds its recipient's key before the account, which may not be there yet; a link
 * holds the key of its trial before both.
 */
import { eq, sql } from "drizzle-orm";
import type { UserRow } from "./store.ts";
import type { DeviceRow } from "../devices/store.ts";
import type { Tx } from "../store.ts";

/** Also when it is deleted. Null: no such row. */
export async function lockUser({ db, t }: Tx, id: string): Promise<UserRow | null> {
  const same = { updatedAt: sql`${t.users.updatedAt}` };
  const [row] = await db.update(t.users).set(same).where(eq(t.users.id, id)).returning();
  return row ?? null;
}

/** Null: no such row, or deleted. */
export async function lockLivingUser(tx: Tx, id: string): Promise<UserRow | null> {
  const user = await lockUser(tx, id);
  return user?.deletedAt === null ? user : null;
}

/** Also when it is deleted. Null: no such row. */
export async function lockDevice({ db, t }: Tx, id: string): Promise<DeviceRow | null> {
  const same = { updatedAt: sql`${t.devices.updatedAt}` };
  const [row] = await db.update(t.devices).set(same).where(eq(t.devices.id, id)).returning();
  return row ?? null;
}

/** The same of many, in the one order. */
export async function lockDevices(tx: Tx, ids: readonly string[]): Promise<DeviceRow[]> {
  const locked: DeviceRow[] = [];
  for (const id of [...new Set(ids)].toSorted()) {
    const device = await lockDevice(tx, id);
    if (device !== null) locked.push(device);
  }
  return locked;
}

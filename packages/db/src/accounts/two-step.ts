/**
 * What is kept for two-step sign-in, of users and of administrators alike: their tables have the same columns.
 *
 * Everything that uses something up is one conditional update, so that of many at once exactly one succeeds on both
 * databases. No version is raised: signing in is not an edit. Not here: what a good code is (api's two-step-codes.ts).
 */
import { and, eq, isNotNull, isNull, lt, or, type SQL } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

/** Whose second step: a user's or an administrator's. */
export interface TwoStepOwner {
  readonly kind: "user" | "admin";
  readonly id: string;
}

export interface TwoStepColumns {
  readonly twoStepSecret: string | null;
  /** The last 30 s step whose code was used. */
  readonly twoStepLastStep: number | null;
  /** Null: off, or begun and not yet confirmed. */
  readonly twoStepRecovery: string[] | null;
  readonly twoStepAt: number | null;
}

/** Null: no such living owner. */
export async function findTwoStep({ db, t }: Reader, owner: TwoStepOwner): Promise<TwoStepColumns | null> {
  const table = tableOf(t, owner);
  const { twoStepSecret, twoStepLastStep, twoStepRecovery, twoStepAt } = table;
  const [row] = await db
    .select({ twoStepSecret, twoStepLastStep, twoStepRecovery, twoStepAt })
    .from(table)
    .where(isOwner(t, owner));
  return row ?? null;
}

/** Keeps a new secret that waits for its first code, in place of one that waited before. False: it is on already. */
export function beginTwoStep(tx: Tx, owner: TwoStepOwner, begun: { secret: string; now: number }): Promise<boolean> {
  const patch = { twoStepSecret: begun.secret, twoStepLastStep: null, twoStepAt: begun.now };
  return change(tx, owner, { patch, when: isNull(tableOf(tx.t, owner).twoStepRecovery) });
}

/** Switches it on with the secret that waited. False: another one waits by now, or it is on. */
export function switchOnTwoStep(
  tx: Tx,
  owner: TwoStepOwner,
  on: { secret: string; step: number; recovery: string[]; now: number },
): Promise<boolean> {
  const table = tableOf(tx.t, owner);
  const patch = { twoStepLastStep: on.step, twoStepRecovery: on.recovery, twoStepAt: on.now };
  return change(tx, owner, { patch, when: and(isNull(table.twoStepRecovery), eq(table.twoStepSecret, on.secret)) });
}

/** Uses up the code of a step, and with it those of all steps before. False: that was done already. */
export function takeCodeStep(tx: Tx, owner: TwoStepOwner, step: number): Promise<boolean> {
  const table = tableOf(tx.t, owner);
  const isLater = or(isNull(table.twoStepLastStep), lt(table.twoStepLastStep, step));
  return change(tx, owner, { patch: { twoStepLastStep: step }, when: and(isNotNull(table.twoStepRecovery), isLater) });
}

/** Replaces the hashes that are left. False: they are others by now. */
export function replaceRecoveryCodes(
  tx: Tx,
  owner: TwoStepOwner,
  { from, to }: { from: string[]; to: string[] },
): Promise<boolean> {
  return change(tx, owner, { patch: { twoStepRecovery: to }, when: eq(tableOf(tx.t, owner).twoStepRecovery, from) });
}

/** Forgets all of it. */
export async function clearTwoStep(tx: Tx, owner: TwoStepOwner): Promise<void> {
  const patch = { twoStepSecret: null, twoStepLastStep: null, twoStepRecovery: null, twoStepAt: null };
  await change(tx, owner, { patch, when: undefined });
}

async function change(
  { db, t }: Tx,
  owner: TwoStepOwner,
  { patch, when }: { patch: Partial<TwoStepColumns>; when: SQL | undefined },
): Promise<boolean> {
  const table = tableOf(t, owner);
  const rows = await db
    .update(table)
    .set(patch)
    .where(and(isOwner(t, owner), when))
    .returning({ id: table.id });
  return rows.length === 1;
}

function tableOf(t: Schema, { kind }: TwoStepOwner) {
  return kind === "user" ? t.users : t.admins;
}

function isOwner({ users, admins }: Schema, { kind, id }: TwoStepOwner): SQL | undefined {
  return kind === "user" ? and(eq(users.id, id), isNull(users.deletedAt)) : eq(admins.id, id);
}

/**
 * Commands, as rows. Every change is conditional on the state it leaves, so two writers never both move one command. [CM-8]
 *
 * What follows from which evidence, and what "in flight" means, is decided in core. [CM-7, D35]
 */
import { CommandState } from "@relaydeck/contract/relays";
import { isInFlight } from "@relaydeck/core/relays/command";
import { present } from "@relaydeck/kit/assert";
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, max, ne, sql } from "drizzle-orm";
import type { UserRow } from "../accounts/store.ts";
import { lockRelay, updateRelay } from "../devices/store.ts";
import { inChunks, isEmpty } from "../dialect/chunks.ts";
import { idsOf, isListed } from "../dialect/listed.ts";
import { once, onceBy, patchKey, rowByName, setByName, wholeRow } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";
import { openCommandCondition } from "./tables.ts";

export type CommandRow = Schema["relayCommands"]["$inferSelect"];
export type NewCommand = Omit<Schema["relayCommands"]["$inferInsert"], "acceptedOrder">;
export type CommandPatch = Partial<
  Omit<CommandRow, "id" | "actorId" | "key" | "deviceId" | "relayNumber" | "target" | "acceptedOrder">
>;

/** Stores the command, or finds the first one of this (actor, key); of 50 at once exactly one is new. [CM-1] */
export async function beginCommand(tx: Tx, command: NewCommand): Promise<{ command: CommandRow; isRepeat: boolean }> {
  const key = command.key ?? null;
  const known = key === null ? null : await findCommandByKey(tx, { actorId: command.actorId, key });
  if (known !== null) return { command: known, isRepeat: true };
  const acceptedOrder = await takeCommandNumber(tx);
  const [row] = await commandInsert(tx).execute(wholeRow(tx.t.relayCommands, { ...command, acceptedOrder }));
  if (row !== undefined) return { command: row, isRepeat: false };
  const first = key === null ? null : await findCommandByKey(tx, { actorId: command.actorId, key });
  return { command: present(first, "Only a row with the same key keeps a command out"), isRepeat: true };
}

/**
 * A number above every command accepted so far and below every later one, whatever the clock does. [TI-1] On Postgres nobody else
 * gets one until the transaction ends, so it is taken in the order of accounts/lock.ts: before the first row of the audit.
 */
export function takeCommandNumber(tx: Tx): Promise<number> {
  return tx.prepared.takeNumbers("accepted", 1);
}

const commandInsert = once(({ db, t }: Tx) =>
  db
    .insert(t.relayCommands)
    .values(rowByName(t.relayCommands))
    .onConflictDoNothing({ target: [t.relayCommands.actorId, t.relayCommands.key] })
    .returning()
    .prepare("command_insert"),
);

const byId = once(({ db, t }: Reader) =>
  db
    .select()
    .from(t.relayCommands)
    .where(eq(t.relayCommands.id, sql.placeholder("id")))
    .prepare("command_by_id"),
);

export async function findCommand(from: Reader, id: string): Promise<CommandRow | null> {
  const [row] = await byId(from).execute({ id });
  return row ?? null;
}

const byKey = once(({ db, t }: Reader) => {
  const { actorId, key } = t.relayCommands;
  const isIt = and(eq(actorId, sql.placeholder("actorId")), eq(key, sql.placeholder("key")));
  return db.select().from(t.relayCommands).where(isIt).prepare("command_by_key");
});

export async function findCommandByKey(from: Reader, by: { actorId: string; key: string }): Promise<CommandRow | null> {
  const [row] = await byKey(from).execute(by);
  return row ?? null;
}

/** Which relay. */
export interface OneRelay {
  readonly deviceId: string;
  readonly relayNumber: number;
}

const openOfRelay = once(({ db, t }: Reader) => {
  const { deviceId, relayNumber, acceptedOrder } = t.relayCommands;
  const isOf = and(eq(deviceId, sql.placeholder("deviceId")), eq(relayNumber, sql.placeholder("relayNumber")));
  const isIt = and(isOf, sql.raw(openCommandCondition));
  return db.select().from(t.relayCommands).where(isIt).orderBy(asc(acceptedOrder)).prepare("open_commands_of_relay");
});

/** Commands of this relay that wait to be sent or are in flight, in order of acceptance. [CM-7] */
export function openCommandsOf(from: Reader, { deviceId, relayNumber }: OneRelay): Promise<CommandRow[]> {
  return openOfRelay(from).execute({ deviceId, relayNumber });
}

/** The command of this relay whose call the cloud still holds: sent, or proved by the device before the answer came. [CM-7, D35] */
export async function commandInFlight(from: Reader, relay: OneRelay): Promise<CommandRow | null> {
  return (await openCommandsOf(from, relay)).find(isInFlight) ?? null;
}

/** Commands of this relay that wait to be sent, in order of acceptance. */
export async function waitingCommands(from: Reader, relay: OneRelay): Promise<CommandRow[]> {
  return (await openCommandsOf(from, relay)).filter(({ state }) => state === "requested");
}

/** Key: the states it may leave, then the columns it writes. */
const transitionTo = onceBy(({ db, t }: Tx, key: string) => {
  const [from = "", columns = ""] = key.split(" ");
  const isIt = and(eq(t.relayCommands.id, sql.placeholder("atId")), sql`${t.relayCommands.state} in (${sql.raw(from)})`);
  return db.update(t.relayCommands).set(setByName(t.relayCommands, columns)).where(isIt).returning().prepare(`transition_${key}`);
});

/** Moves a command from one of these states; null when it is in none of them any more. */
export async function transition(
  tx: Tx,
  which: { id: string; from: readonly CommandState[] },
  patch: CommandPatch,
): Promise<CommandRow | null> {
  if (isEmpty(patch)) {
    const current = await findCommand(tx, which.id);
    return current !== null && which.from.includes(current.state) ? current : null;
  }
  const states = which.from.map((state) => `'${CommandState.parse(state)}'`).join();
  const [row] = await transitionTo(tx, `${states} ${patchKey(patch)}`).execute({ ...patch, atId: which.id });
  return row ?? null;
}

/** Why a claim did not happen: it left `requested`, its deadline came, or another command of the relay goes first. */
export type NotClaimed = "moved-on" | "expired" | "in-flight" | "not-first";

/**
 * `requested → sent`, if nothing of this relay is in flight, nothing accepted earlier waits, and the deadline is ahead.
 * The relay stays locked until the transaction ends, so of several nodes one claims. [CM-3, CM-4, CM-7]
 */
export async function claimCommand(
  tx: Tx,
  claim: { id: string; now: number; milliampsBefore: number | null },
): Promise<{ claimed: CommandRow } | { claimed: null; why: NotClaimed }> {
  const seen = await findCommand(tx, claim.id);
  if (seen === null) return { claimed: null, why: "moved-on" };
  await lockRelay(tx, { deviceId: seen.deviceId, number: seen.relayNumber });
  const current = await findCommand(tx, claim.id);
  if (current?.state !== "requested") return { claimed: null, why: "moved-on" };
  if (current.validUntil <= claim.now) return { claimed: null, why: "expired" };
  const before = await commandBefore(tx, current, claim.now);
  if (before !== null) return { claimed: null, why: before.state === "requested" ? "not-first" : "in-flight" };
  const patch = { state: "sent" as const, sentAt: claim.now, milliampsBefore: claim.milliampsBefore };
  const row = await transition(tx, { id: claim.id, from: ["requested"] }, patch);
  if (row === null) return { claimed: null, why: "moved-on" };
  await updateRelay(tx, { deviceId: row.deviceId, number: row.relayNumber }, { lastCommandId: row.id });
  return { claimed: row };
}

/** A command of the same relay that is in flight, or was accepted earlier and may still be sent. */
async function commandBefore(from: Reader, command: CommandRow, now: number): Promise<CommandRow | null> {
  const open = await openCommandsOf(from, command);
  const earlier = open.filter(({ state, acceptedOrder }) => state === "requested" && acceptedOrder < command.acceptedOrder);
  return open.find(isInFlight) ?? earlier.find((row) => row.validUntil > now) ?? null;
}

const open = once(({ db, t }: Reader) =>
  db
    .select()
    .from(t.relayCommands)
    .where(sql.raw(openCommandCondition))
    .orderBy(asc(t.relayCommands.acceptedOrder))
    .prepare("open_commands"),
);

/** Everything that waits to be sent or is in flight; what a start has to look at. [checklist section 16] */
export function openCommands(from: Reader): Promise<CommandRow[]> {
  return open(from).execute();
}

const openByState = once(({ db, t }: Reader) => {
  const { state } = t.relayCommands;
  const isOpen = sql.raw(openCommandCondition);
  return db.select({ state, rows: count() }).from(t.relayCommands).where(isOpen).groupBy(state).prepare("open_commands_by_state");
});

/** Commands that are not sent yet, and those whose call to the cloud is not over. [CM-7, BP-1] */
export async function countOpenCommands(from: Reader): Promise<{ waiting: number; atCloud: number }> {
  const rows = await openByState(from).execute();
  const waiting = rows.find(({ state }) => state === "requested")?.rows ?? 0;
  return { waiting, atCloud: rows.reduce((sum, row) => sum + row.rows, 0) - waiting };
}

/** A command and, unless they are gone, the person who gave it. */
export interface CommandWithActor {
  readonly command: CommandRow;
  readonly actor: Pick<UserRow, "id" | "firstName" | "lastName"> | null;
}

/** Commands of some devices, requested since then. */
interface RecentOf {
  readonly deviceIds: readonly string[];
  readonly since: number;
}

const awaitingEvidence = once((from: Reader) => {
  const { state, acceptedOrder } = from.t.relayCommands;
  return withActors(from)
    .where(and(isRecent(from.t), inArray(state, ["sent", "acknowledged", "unconfirmed"])))
    .orderBy(asc(acceptedOrder))
    .prepare("commands_awaiting_evidence");
});

/** Commands of these devices that later data may still confirm or contradict, requested since then, in order of acceptance. [CM-6] */
export function commandsAwaitingEvidence(from: Reader, { deviceIds, since }: RecentOf): Promise<CommandWithActor[]> {
  return inChunks(deviceIds, (chunk) => awaitingEvidence(from).execute({ ids: idsOf(chunk), since }));
}

function isRecent({ relayCommands: { deviceId, requestedAt } }: Schema) {
  return and(isListed(deviceId), gte(requestedAt, sql.placeholder("since")));
}

function withActors({ db, t }: Reader) {
  return db
    .select({ command: t.relayCommands, actor: { id: t.users.id, firstName: t.users.firstName, lastName: t.users.lastName } })
    .from(t.relayCommands)
    .leftJoin(t.users, and(eq(t.users.id, t.relayCommands.actorId), isNull(t.users.deletedAt)));
}

const latest = once((from: Reader) => {
  const { db, t } = from;
  const { acceptedOrder, deviceId, relayNumber } = t.relayCommands;
  const orders = db
    .select({ order: max(acceptedOrder) })
    .from(t.relayCommands)
    .where(isRecent(t))
    .groupBy(deviceId, relayNumber);
  return withActors(from).where(inArray(acceptedOrder, orders)).orderBy(deviceId, relayNumber).prepare("latest_commands");
});

/** The latest command of each relay of these devices, requested since then. */
export function latestCommands(from: Reader, { deviceIds, since }: RecentOf): Promise<CommandWithActor[]> {
  return inChunks(deviceIds, (chunk) => latest(from).execute({ ids: idsOf(chunk), since }));
}

/** The last command that left for this relay and did not fail, whatever its end, requested since then. [CM-6] */
export async function lastSentCommand(
  { db, t }: Reader,
  relay: OneRelay,
  { since }: { since: number },
): Promise<CommandRow | null> {
  const { deviceId, relayNumber, requestedAt, sentAt, state, acceptedOrder } = t.relayCommands;
  const isOf = and(eq(deviceId, relay.deviceId), eq(relayNumber, relay.relayNumber), gte(requestedAt, since));
  const [row] = await db
    .select()
    .from(t.relayCommands)
    .where(and(isOf, isNotNull(sentAt), ne(state, "failed")))
    .orderBy(desc(acceptedOrder))
    .limit(1);
  return row ?? null;
}

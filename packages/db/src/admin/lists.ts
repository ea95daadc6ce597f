/**
 * The lists of administrators: all users, all devices, and the bin; searched, filtered, sorted, a page at a time. [D0.12, IN-9]
 *
 * A page is first looked for as ids along the index of its order, which holds all that is filtered and searched; then its
 * rows are read. What few rows fit is answered from them. docs/adr/0023-walked-orders.md
 */
import { User } from "@relaydeck/contract/accounts";
import { Device } from "@relaydeck/contract/devices";
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql, type Column, type SQL } from "drizzle-orm";
import type { UserRow } from "../accounts/store.ts";
import { countDevices } from "../devices/counts.ts";
import type { DeviceRow } from "../devices/store.ts";
import { inChunks } from "../dialect/chunks.ts";
import { beginsWith, deviceHolds, fewAtMost, haveTrigram, userHolds, wordsIn, type Holders } from "../dialect/words.ts";
import type { Reader } from "../store.ts";

export interface UserFilter {
  /** Words, each a part of a name or an address; or the beginning of an id. */
  readonly search?: string | undefined;
  readonly emailVerified?: boolean | undefined;
  readonly authProvider?: UserRow["authProvider"] | undefined;
  /** Of these alone. */
  readonly ids?: readonly string[] | undefined;
}

export interface DeviceFilter {
  /** Words, each a part of a name or a serial number; or the beginning of the device's or its owner's id. */
  readonly search?: string | undefined;
  readonly status?: DeviceRow["status"] | undefined;
  readonly relayState?: DeviceRow["relayState"] | undefined;
  /** Null: nobody's. */
  readonly ownerId?: string | null | undefined;
  /** Of these alone. */
  readonly ids?: readonly string[] | undefined;
}

export interface Page<Sort extends string> {
  /** Newest first when not given. */
  readonly sort?: Sort | undefined;
  readonly order?: "asc" | "desc" | undefined;
  readonly limit: number;
  readonly offset: number;
}

type UserSort = "createdAt" | "email" | "firstName" | "lastName" | "emailVerified" | "authProvider";
type DeviceSort = "createdAt" | "name" | "serialNumber" | "status" | "relayState";

/** One page and the number of rows of all pages. */
export interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** A row that a list goes on after, newest first. */
export interface After {
  readonly createdAt: number;
  readonly id: string;
}

export async function listUsers(from: Reader, wanted: UserFilter & Page<UserSort>): Promise<Listed<UserRow>> {
  const { users } = from.t;
  const { sort = "createdAt" } = wanted;
  const isIt = await userCondition(from, wanted);
  const { ids, total } = await idsOfPage(from, { isIt, ...orderOf(users, users[sort], valuesOf[sort]) }, wanted);
  const rows = await inChunks(ids, (chunk) => from.db.select().from(users).where(inArray(users.id, chunk)));
  return { rows: inOrderOf(ids, rows), total };
}

export async function listAllDevices(from: Reader, wanted: DeviceFilter & Page<DeviceSort>): Promise<Listed<DeviceRow>> {
  const { devices } = from.t;
  const { sort = "createdAt" } = wanted;
  const isIt = await deviceCondition(from, wanted);
  const { ids, total } = await idsOfPage(from, { isIt, ...orderOf(devices, devices[sort], valuesOf[sort]) }, wanted);
  const rows = await inChunks(ids, (chunk) => from.db.select().from(devices).where(inArray(devices.id, chunk)));
  return { rows: inOrderOf(ids, rows), total };
}

/** What has few values, in their order. */
const valuesOf: Partial<Record<UserSort | DeviceSort, readonly (string | boolean)[]>> = {
  emailVerified: [false, true],
  authProvider: User.shape.authProvider.options.toSorted(),
  status: Device.shape.status.options.toSorted(),
  relayState: Device.shape.relayState.options.toSorted(),
};

type ListedTable = Reader["t"]["users"] | Reader["t"]["devices"];

/** An order along the index of the column; where that has few values, the newer and older of each along the index of their age. */
function orderOf(table: ListedTable, column: Column, values?: readonly (string | boolean)[]): Omit<Order, "isIt"> {
  if (values === undefined) return { table, columns: [column, table.id], stretches: [undefined] };
  return { table, columns: [table.createdAt, table.id], stretches: values.map((value) => eq(column, value)) };
}

interface Order {
  readonly table: ListedTable;
  /** What is listed. */
  readonly isIt: SQL | undefined;
  /** Of an index. */
  readonly columns: readonly Orderable[];
  /** Stretches of the whole order, which are each in that of the columns; of one value each where few values sort. */
  readonly stretches: readonly (SQL | undefined)[];
}

/** Each stretch is walked from its nearer end. */
async function idsOfPage({ db }: Reader, { table, isIt, columns, stretches }: Order, page: Page<string>) {
  const fits = stretches.map((stretch) => sql<number>`count(case when ${stretch ?? sql`true`} then 1 end)`.mapWith(Number));
  const [counts = {}] = await db.select(Object.fromEntries(fits.entries())).from(table).where(isIt);
  const inTurn = stretches.map((stretch, index) => ({ stretch, length: counts[index] ?? 0 }));
  const ids: string[] = [];
  let begin = 0;
  for (const { stretch, length } of page.order === "asc" ? inTurn : inTurn.toReversed()) {
    const offset = Math.max(0, page.offset - begin);
    begin += length;
    const limit = Math.min(page.limit - ids.length, length - offset);
    if (limit <= 0) continue;
    const nearer = fromNearerEnd({ ...page, limit, offset }, length);
    const found = db.select({ id: table.id }).from(table).where(and(isIt, stretch));
    const walked = found.orderBy(...inOrder(columns, nearer.order)).limit(nearer.limit);
    ids.push(...nearer.inTurn(await walked.offset(nearer.offset)).map(({ id }) => id));
  }
  return { ids, total: begin };
}

/** All that the filter finds, newest first, `limit` after a row: rows that come and go meanwhile neither double nor hide others. */
export async function usersAfter(from: Reader, filter: UserFilter, page: { after: After | null; limit: number }) {
  const { users } = from.t;
  const isIt = and(await userCondition(from, filter), isAfter(users, page.after));
  const order = inOrder([users.createdAt, users.id], "desc");
  return from.db
    .select()
    .from(users)
    .where(isIt)
    .orderBy(...order)
    .limit(page.limit);
}

export async function devicesAfter(from: Reader, filter: DeviceFilter, page: { after: After | null; limit: number }) {
  const { devices } = from.t;
  const isIt = and(await deviceCondition(from, filter), isAfter(devices, page.after));
  const order = inOrder([devices.createdAt, devices.id], "desc");
  return from.db
    .select()
    .from(devices)
    .where(isIt)
    .orderBy(...order)
    .limit(page.limit);
}

/** What of the bin is asked for. */
interface BinPage {
  /** As in the lists of the living. The bin is short, so its rows are looked at one by one. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The bin, last deleted first. */
export async function deletedUsers({ db, t }: Reader, page: BinPage): Promise<Listed<UserRow>> {
  const { users } = t;
  const words = wordsIn(page.search ?? "");
  const isDeleted = and(
    isNotNull(users.deletedAt),
    heldInBin(words, [["usr_", users.id]], () => userHolds(t, words, "many")),
  );
  const order = inOrder([users.deletedAt, users.id], "desc");
  const rows = await db
    .select()
    .from(users)
    .where(isDeleted)
    .orderBy(...order)
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: await db.$count(users, isDeleted) };
}

export async function deletedDevices({ db, t }: Reader, page: BinPage): Promise<Listed<DeviceRow>> {
  const { devices } = t;
  const words = wordsIn(page.search ?? "");
  const ids = [
    ["dev_", devices.id],
    ["usr_", devices.ownerId],
  ] as const;
  const isDeleted = and(
    isNotNull(devices.deletedAt),
    heldInBin(words, ids, () => deviceHolds(t, words, "many")),
  );
  const order = inOrder([devices.deletedAt, devices.id], "desc");
  const rows = await db
    .select()
    .from(devices)
    .where(isDeleted)
    .orderBy(...order)
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: await db.$count(devices, isDeleted) };
}

/** Asked of each row along the order of the bin: the index of ids is not taken, as what it finds would have to be sorted. */
function heldInBin(words: readonly string[], ids: readonly (readonly [string, Column])[], holds: () => SQL | undefined) {
  if (words.length === 0) return undefined;
  for (const [prefix, column] of ids) {
    const id = idAmong(prefix, words);
    if (id !== null) return sql`substr(${column}, 1, ${id.length}) = ${id}`;
  }
  return holds();
}

/** The figures above the lists. */
export async function countAll(from: Reader) {
  const { db } = from;
  const { users } = from.t;
  const isUser = isNull(users.deletedAt);
  const { devices, connected } = await countDevices(from);
  return {
    users: await db.$count(users, isUser),
    verifiedUsers: await db.$count(users, and(isUser, eq(users.emailVerified, true))),
    devices,
    connectedDevices: connected,
  };
}

async function userCondition(from: Reader, filter: UserFilter): Promise<SQL | undefined> {
  const { users } = from.t;
  const { emailVerified, authProvider, ids } = filter;
  const words = wordsIn(filter.search ?? "");
  const isOne = and(
    isNull(users.deletedAt),
    emailVerified === undefined ? undefined : eq(users.emailVerified, emailVerified),
    authProvider === undefined ? undefined : eq(users.authProvider, authProvider),
    ids === undefined ? undefined : inArray(users.id, [...ids]),
  );
  if (words.length === 0) return isOne;
  const id = idAmong("usr_", words);
  const found = (holders: Holders) => (id === null ? userHolds(from.t, words, holders) : beginsWith(users, users.id, id));
  return and(isOne, haveTrigram(words) ? await fewOrMany(from, users, found) : found("many"));
}

async function deviceCondition(from: Reader, filter: DeviceFilter): Promise<SQL | undefined> {
  const { devices } = from.t;
  const { status, relayState, ownerId, ids } = filter;
  const words = wordsIn(filter.search ?? "");
  const isOne = and(
    isNull(devices.deletedAt),
    status === undefined ? undefined : eq(devices.status, status),
    relayState === undefined ? undefined : eq(devices.relayState, relayState),
    ids === undefined ? undefined : inArray(devices.id, [...ids]),
    ownerId === undefined ? undefined : await fewOrMany(from, devices, (holders) => isOwnedBy(devices, ownerId, holders)),
  );
  if (words.length === 0) return isOne;
  const found = (holders: Holders) => deviceFound(from, words, holders);
  return and(isOne, haveTrigram(words) ? await fewOrMany(from, devices, found) : found("many"));
}

/** Which rows it holds for, one by one, if these are few; else what is asked of each row along the order. */
async function fewOrMany({ db }: Reader, table: ListedTable, isIt: (holders: Holders) => SQL | undefined) {
  const few = await db
    .select({ id: table.id })
    .from(table)
    .where(isIt("few"))
    .limit(fewAtMost + 1);
  return few.length > fewAtMost ? isIt("many") : oneOf(table.id, few);
}

/** Along the index of owners for few; for many in words that this index does not have, or it would be taken and sorted. */
function isOwnedBy({ ownerId }: Reader["t"]["devices"], owner: string | null, holders: Holders): SQL {
  if (holders === "many") return sql`coalesce(${ownerId}, '') = ${owner ?? ""}`;
  return owner === null ? isNull(ownerId) : eq(ownerId, owner);
}

function deviceFound({ t }: Reader, words: readonly string[], holders: Holders): SQL | undefined {
  const [id, ownerId] = [idAmong("dev_", words), idAmong("usr_", words)];
  if (id !== null) return beginsWith(t.devices, t.devices.id, id);
  return ownerId === null ? deviceHolds(t, words, holders) : beginsWith(t.devices, t.devices.ownerId, ownerId);
}

function oneOf(column: Parameters<typeof inArray>[0], few: readonly { id: string }[]): SQL {
  return few.length === 0
    ? sql`false`
    : inArray(
        column,
        few.map(({ id }) => id),
      );
}

/** People search for the first 8 characters of an id, because these are shown. Null: that is not what the words are. */
function idAmong(prefix: string, words: readonly string[]): string | null {
  const [word = ""] = words;
  const isId = words.length === 1 && word.startsWith(prefix) && /^\w{1,22}$/.test(word.slice(prefix.length));
  return isId ? word : null;
}

type Orderable = Parameters<typeof asc>[0];

function inOrder(columns: readonly Orderable[], order: "asc" | "desc" = "desc"): SQL[] {
  return columns.map((column) => (order === "asc" ? asc(column) : desc(column)));
}

/** Where the page lies in the order, or in its reverse if that is nearer to its end: what is skipped is walked through. */
function fromNearerEnd({ order = "desc", limit, offset }: Page<string>, total: number) {
  const behind = Math.max(0, total - offset - limit);
  if (behind >= offset) return { order, limit, offset, inTurn: <Row>(rows: Row[]) => rows };
  return {
    order: order === "asc" ? ("desc" as const) : ("asc" as const),
    limit: Math.max(0, Math.min(limit, total - offset)),
    offset: behind,
    inTurn: <Row>(rows: Row[]) => rows.toReversed(),
  };
}

function isAfter(table: Reader["t"]["users"] | Reader["t"]["devices"], after: After | null): SQL | undefined {
  if (after === null) return undefined;
  return sql`(${table.createdAt}, ${table.id}) < (${after.createdAt}, ${after.id})`;
}

function inOrderOf<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The lists of the console: all users, all devices, and the bin. Sort names come from a fixed list. [IN-9, D0.12] */
import { and, asc, desc, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { UserRow } from "../accounts/store.ts";
import type { DeviceRow } from "../devices/store.ts";
import { holdsWords } from "../dialect/search.ts";
import type { Schema } from "../schema.ts";
import type { Reader } from "../store.ts";

export const userSorts = ["createdAt", "updatedAt", "email", "firstName", "lastName", "emailVerified"] as const;
export const deviceSorts = ["createdAt", "updatedAt", "name", "serialNumber", "status", "lastUpdate", "ownerId"] as const;

export interface ListPage<Sort extends string> {
  readonly search?: string;
  /** Newest first when not given. */
  readonly sort?: Sort;
  readonly order?: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** One page and the number of rows of all pages. */
export interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** `deleted`: the bin instead of the living. */
export async function listUsers(
  { db, t }: Reader,
  page: ListPage<(typeof userSorts)[number]> & { deleted?: boolean },
): Promise<Listed<UserRow>> {
  const { users } = t;
  const isIt = and(isInList(users, page.deleted), isMatch([users.email, users.firstName, users.lastName, users.id], page.search));
  const order = inOrder(users[page.sort ?? "createdAt"], page.order);
  const rows = await db.select().from(users).where(isIt).orderBy(order, asc(users.id)).limit(page.limit).offset(page.offset);
  return { rows, total: await db.$count(users, isIt) };
}

export async function listAllDevices(
  { db, t }: Reader,
  page: ListPage<(typeof deviceSorts)[number]> & { deleted?: boolean },
): Promise<Listed<DeviceRow>> {
  const { devices } = t;
  const columns = [devices.name, devices.serialNumber, devices.id, devices.ownerId];
  const isIt = and(isInList(devices, page.deleted), isMatch(columns, page.search));
  const order = inOrder(devices[page.sort ?? "createdAt"], page.order);
  const rows = await db.select().from(devices).where(isIt).orderBy(order, asc(devices.id)).limit(page.limit).offset(page.offset);
  return { rows, total: await db.$count(devices, isIt) };
}

type Deletable = Schema["users"] | Schema["devices"];

function isInList(table: Deletable, deleted = false): SQL {
  return deleted ? isNotNull(table.deletedAt) : isNull(table.deletedAt);
}

function isMatch(columns: Parameters<typeof holdsWords>[0], search: string | undefined): SQL | undefined {
  return search === undefined || search === "" ? undefined : holdsWords(columns, search);
}

function inOrder(column: Parameters<typeof asc>[0], order: "asc" | "desc" = "desc"): SQL {
  return order === "asc" ? asc(column) : desc(column);
}

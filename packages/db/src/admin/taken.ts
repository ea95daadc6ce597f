/** What of the deleted the living have by now, so that it does not come back: each is unique among the living. [D23, AD-5, AD-6] */
import { and, inArray, isNull, sql, type Column } from "drizzle-orm";
import type { UserRow } from "../accounts/store.ts";
import type { DeviceRow } from "../devices/store.ts";
import { inChunks } from "../dialect/chunks.ts";
import type { Reader } from "../store.ts";

/** Ids of the deleted users whose address or Google account somebody has. */
export async function takenUsers(from: Reader, deleted: readonly UserRow[]): Promise<ReadonlySet<string>> {
  const { users } = from.t;
  const emails = await hadByLiving(from, { table: users, column: users.email, values: deleted.map(({ email }) => email) });
  const google = deleted.map(({ googleId }) => googleId);
  const googleIds = await hadByLiving(from, { table: users, column: users.googleId, values: google });
  return idsOf(deleted, ({ email, googleId }) => emails.has(email) || googleIds.has(googleId));
}

/** Ids of the deleted devices whose serial number, or name at the cloud, another has. */
export async function takenDevices(from: Reader, deleted: readonly DeviceRow[]): Promise<ReadonlySet<string>> {
  const { devices } = from.t;
  const serials = deleted.map(({ serialNumber }) => serialNumber);
  const serialNumbers = await hadByLiving(from, { table: devices, column: devices.serialNumber, values: serials });
  const names = deleted.map(({ providerId }) => providerId);
  const providerIds = await hadByLiving(from, { table: devices, column: devices.providerId, values: names });
  return idsOf(deleted, ({ serialNumber, providerId }) => serialNumbers.has(serialNumber) || providerIds.has(providerId));
}

interface Unique {
  readonly table: Reader["t"]["users"] | Reader["t"]["devices"];
  /** Of an index of the living. */
  readonly column: Column;
  readonly values: readonly (string | null)[];
}

async function hadByLiving({ db }: Reader, { table, column, values }: Unique): Promise<ReadonlySet<string | null>> {
  const known = values.filter((value) => value !== null);
  const rows = await inChunks(known, (chunk) =>
    db
      .select({ value: sql<string>`${column}` })
      .from(table)
      .where(and(inArray(column, chunk), isNull(table.deletedAt))),
  );
  return new Set(rows.map(({ value }) => value));
}

function idsOf<Row extends { readonly id: string }>(rows: readonly Row[], isIt: (row: Row) => boolean): ReadonlySet<string> {
  return new Set(rows.filter(isIt).map(({ id }) => id));
}

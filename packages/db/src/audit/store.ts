/**
 * The audit: append-only, numbered without gaps, each row sealed by a hash that includes the hash of the row before.
 *
 * A changed, removed or inserted row is found by `verifyAudit`; so is a cut end, because the last number is kept apart. [AD-8, C10]
 *
 * The network address has to go before the row does (addresses.ts), so not it is sealed but its hash, salted by chance: while
 * the address stands it must fit, and it may be gone only by its age or with its person's account (forgotten.ts). Older rows
 * were sealed without any address, the oldest with the address itself; they verify in their former ways. [AD-8, DA-2, DA-4]
 */
import { createHash } from "node:crypto";
import { base62, type Random } from "@relaydeck/kit/random";
import { asc, desc, eq, gt, lt } from "drizzle-orm";
import { once, onceBy, valueKey, valuesByName } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Store, Tx } from "../store.ts";
import { forgottenWith, personOf } from "./forgotten.ts";

export type AuditRow = Schema["auditLog"]["$inferSelect"];
/** What happened. No secrets in `before` and `after`: they stay for ever. */
export type AuditEntry = Omit<
  Schema["auditLog"]["$inferInsert"],
  "number" | "previousHash" | "hash" | "addressSalt" | "addressHash"
>;

const firstHash = "0".repeat(64);
const rowsPerRead = 1_000;
/** 131 bits: no use in trying. */
const saltLength = 22;

const newest = once(({ db, t }: Tx) =>
  db.select().from(t.auditLog).orderBy(desc(t.auditLog.number)).limit(1).prepare("audit_newest"),
);

const insertion = onceBy(({ db, t }: Tx, key: string) =>
  db.insert(t.auditLog).values(valuesByName<Schema["auditLog"]>(key)).prepare(`audit_insert_${key}`),
);

export async function appendAudit(tx: Tx, entry: AuditEntry): Promise<AuditRow> {
  // The counter stays locked until the transaction ends, so the row before is committed and final.
  const number = await tx.prepared.takeNumbers("audit", 1);
  const [last] = await newest(tx).execute();
  const row = { ...complete(entry, tx.random), number, previousHash: last?.hash ?? firstHash };
  const sealed = { ...row, hash: hashOf(row) };
  await insertion(tx, valueKey(sealed)).execute(sealed);
  return sealed;
}

export type AuditVerdict =
  | { readonly ok: true; readonly rows: number }
  | { readonly ok: false; readonly number: number; readonly why: string };

export interface Verifying {
  /** Addresses of rows before that instant were forgotten by their age; without it, of none. [DA-4] */
  readonly addressesKeptFrom?: number;
  /** Who was deleted before that instant may have left the bin, and their addresses with them; without it, nobody has. [DA-2] */
  readonly accountsKeptFrom?: number;
  /** Told of so many rows more. */
  readonly onRows?: (count: number) => void;
}

/** Walks the whole chain from the first row; names the first row that is wrong. */
export async function verifyAudit(
  { read }: Pick<Store, "read">,
  { onRows = () => {}, ...keptFrom }: Verifying = {},
): Promise<AuditVerdict> {
  const { db, t } = read;
  const last = await lastNumber(read);
  const [stray] = await db.select().from(t.auditLog).where(lt(t.auditLog.number, 1)).orderBy(asc(t.auditLog.number)).limit(1);
  if (stray !== undefined) return { ok: false, number: stray.number, why: "The row stands before the first one." };
  let before: Pick<AuditRow, "number" | "hash"> = { number: 0, hash: firstHash };
  for (;;) {
    const rows = await db
      .select()
      .from(t.auditLog)
      .where(gt(t.auditLog.number, before.number))
      .orderBy(asc(t.auditLog.number))
      .limit(rowsPerRead);
    const robbed = await withoutAddress(read, rows, keptFrom);
    for (const row of rows) {
      const why = flaw(before, row) ?? (robbed.has(row.number) ? "The row's address was taken away." : null);
      if (why !== null) return { ok: false, number: why === missing ? before.number + 1 : row.number, why };
      before = row;
    }
    onRows(rows.length);
    if (rows.length < rowsPerRead) break;
  }
  // Rows appended while walking may lie past the end read before it, never before it; and none lies past the end read now.
  if (before.number < last) return { ok: false, number: before.number + 1, why: missing };
  if (before.number > (await lastNumber(read)))
    return {
      ok: false,
      number: before.number,
      why: "The row stands after the last one, or the note of the last number was changed.",
    };
  return { ok: true, rows: before.number };
}

/** Noted apart with each row; 0 before the first. */
async function lastNumber({ db, t }: Reader): Promise<number> {
  const [end] = await db.select().from(t.counters).where(eq(t.counters.name, "audit"));
  return end?.value ?? 0;
}

/** Numbers of rows whose address is gone though nothing forgot it. What forgot it is read after the rows, so it is never older. */
async function withoutAddress(
  from: Reader,
  rows: readonly AuditRow[],
  { addressesKeptFrom = Number.NEGATIVE_INFINITY, accountsKeptFrom = Number.NEGATIVE_INFINITY }: Verifying,
): Promise<ReadonlySet<number>> {
  const gone = rows.filter((row) => row.addressHash !== null && row.address === null && row.at >= addressesKeptFrom);
  const people = new Set(gone.flatMap((row) => personOf(row) ?? []));
  const lastOf = await forgottenWith(from, { people: [...people], keptFrom: accountsKeptFrom });
  return new Set(gone.filter((row) => row.number > (lastOf.get(personOf(row) ?? "") ?? 0)).map(({ number }) => number));
}

/** Newest first, `limit` before that number. */
export function listAudit({ db, t }: Reader, page: { limit: number; before?: number }): Promise<AuditRow[]> {
  return db
    .select()
    .from(t.auditLog)
    .where(page.before === undefined ? undefined : lt(t.auditLog.number, page.before))
    .orderBy(desc(t.auditLog.number))
    .limit(page.limit);
}

const missing = "The row is missing.";

function flaw(before: Pick<AuditRow, "number" | "hash">, row: AuditRow): string | null {
  if (row.number !== before.number + 1) return missing;
  if (row.previousHash !== before.hash) return "The row does not follow the one before it.";
  return isSealed(row) || isSealedWithAddress(row) ? null : "The row was changed.";
}

function complete(entry: AuditEntry, random: Random): Omit<AuditRow, "number" | "previousHash" | "hash"> {
  const address = entry.address ?? null;
  const addressSalt = address === null ? null : base62(random, saltLength);
  return {
    at: entry.at,
    actorKind: entry.actorKind,
    actorId: entry.actorId ?? null,
    action: entry.action,
    subjectKind: entry.subjectKind ?? null,
    subjectId: entry.subjectId ?? null,
    door: entry.door ?? null,
    address,
    addressSalt,
    addressHash: address === null || addressSalt === null ? null : saltedHash(address, addressSalt),
    requestId: entry.requestId ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
  };
}

/** What the row says is what was sealed, and would be without its address too. */
export function isSealed(row: AuditRow): boolean {
  return row.hash === hashOf(row) ? isAddressSealed(row) : row.hash === digest(contentOf(row));
}

/** The address is the one that was sealed, or was forgotten: then its salt is, too. */
function isAddressSealed({ address, addressSalt, addressHash }: AuditRow): boolean {
  if (address === null || addressSalt === null) return address === addressSalt;
  return saltedHash(address, addressSalt) === addressHash;
}

/** The oldest way: without the address it had, such a row would not verify any more. */
function isSealedWithAddress(row: AuditRow): boolean {
  return row.hash === digest({ ...contentOf(row), address: row.address });
}

/** The hash of an address is part of it also where there was none, or one could be put in. */
function hashOf(row: Omit<AuditRow, "hash">): string {
  return digest({ ...contentOf(row), addressHash: row.addressHash });
}

/** All but the address and the seal. */
function contentOf(row: Omit<AuditRow, "hash">): object {
  const { address: _address, addressSalt: _salt, addressHash: _addressHash, hash: _hash, ...content } = { hash: "", ...row };
  return content;
}

function saltedHash(address: string, salt: string): string {
  return createHash("sha256").update(`${salt} ${address}`).digest("hex");
}

function digest(content: object): string {
  return createHash("sha256").update(canonical(content)).digest("hex");
}

/** JSON with sorted keys, because the databases keep objects in different orders. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)
    .join(",")}}`;
}

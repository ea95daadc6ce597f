/**
 * What a screen that comes back has to be told: rows of the log since, read past the product, as far as its reader could see
 * them then and could ever since. A second opinion of what a resume tells. [WS-8]
 */
import type { Person } from "./cast.ts";
import type { Rights } from "./rights.ts";
import type { Row } from "./world-file.ts";
import type { World } from "./world.ts";

export interface OwedRow {
  readonly number: number;
  readonly kind: string;
}

interface StoredRow extends OwedRow {
  readonly at: number;
  readonly deviceId: string | null;
  readonly userId: string | null;
}

const kindsForAllReaders: ReadonlySet<string> = new Set(["device", "command", "activity"]);

/** Rows after that number that are committed now. */
export function owedSince(of: { world: World; rights: Rights; person: Person }, after: number): readonly OwedRow[] {
  return of.world.eyes
    .rows("select number, at, kind, device_id, user_id from live_events where number > ? order by number", after)
    .map(toStoredRow)
    .filter((row) => isOwed(row, of));
}

function isOwed(row: StoredRow, { world, rights, person }: { world: World; rights: Rights; person: Person }): boolean {
  const { number, at, kind, deviceId, userId } = row;
  if (kind === "session-ended") return false;
  const isOwn = userId === null || userId === person.id;
  if (!isOwn && !kindsForAllReaders.has(kind)) return false;
  if (deviceId === null) return isOwn;
  return rights.stoodSince(person.id, deviceId, { number, at, now: world.serverNow() });
}

function toStoredRow(row: Row): StoredRow {
  return {
    number: Number(row["number"]),
    at: Number(row["at"]),
    kind: String(row["kind"]),
    deviceId: textIn(row["device_id"]),
    userId: textIn(row["user_id"]),
  };
}

function textIn(value: Row[string] | undefined): string | null {
  return typeof value === "string" ? value : null;
}

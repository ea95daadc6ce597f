/**
 * Ids of the live stream's items, which clients hand back to resume: `log-number`, and `log-number-whose` where the item was
 * made for one person alone (snapshots, statuses). What many read is serialised once, so its id can name nobody; whether it
 * was this person's is then asked of the row. [WS-8, WS-9]
 */
import { isForAllReaders, type LiveRow } from "./live-row.ts";
import type { Right } from "./viewer.ts";

/** Where a stream goes on. `isOwn`: the id itself says that it was this person's. */
export interface ResumePoint {
  readonly number: number;
  readonly isOwn: boolean;
}

export class EventIds {
  readonly #epoch: string;

  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  /** The id of a row that all its readers share. */
  shared(number: number): string {
    return `${this.#epoch}-${number}`;
  }

  /** Id and number of an item that is made for one person. */
  own(number: number, userId: string): { id: string; number: number } {
    return { id: `${this.shared(number)}-${tagOf(userId)}`, number };
  }

  /** Null for an id that is made up, another person's, of another log, or ahead of this one. */
  read(id: string | null, by: { userId: string; head: number }): ResumePoint | null {
    const [epoch, digits = "", tag, ...more] = (id ?? "").split("-");
    if (epoch !== this.#epoch || !/^\d{1,15}$/.test(digits) || more.length > 0) return null;
    const number = Number(digits);
    if (number > by.head || (tag !== undefined && tag !== tagOf(by.userId))) return null;
    return { number, isOwn: tag !== undefined };
  }
}

const tagLength = 8;

function tagOf(userId: string): string {
  return userId.slice(-tagLength).replaceAll(/[^0-9A-Za-z]/g, "");
}

/** Was this row's shared item one that the person may have got? A right that was lost since then counts. */
export function couldSee(
  row: LiveRow,
  by: { userId: string; rights: ReadonlyMap<string, Right>; later: readonly LiveRow[] },
): boolean {
  const { body, deviceId, userId } = row;
  if (body.kind === "status" || body.kind === "session-ended") return false;
  if (!isForAllReaders(row) && userId !== by.userId) return false;
  if (deviceId === null) return userId === null || userId === by.userId;
  if (by.rights.has(deviceId) || body.kind === "access") return true;
  return by.later.some((later) => later.body.kind === "access" && later.deviceId === deviceId && later.userId === by.userId);
}

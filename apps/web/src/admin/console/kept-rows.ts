/**
 * The rows of a page as they stood when somebody began to look at it. What arrives later changes values in place; what is
 * new, gone or somewhere else by now waits until it is asked for, so that nothing moves under the pointer. [interface section 4]
 */

/** A page as the server told it. `total` null: it does not count. */
export interface PageOf<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
}

interface WithId {
  readonly id: string;
}

export interface Kept<Row> {
  readonly order: readonly string[];
  readonly rowsById: ReadonlyMap<string, Row>;
  readonly total: number | null;
}

/** What a look at the page anew would show. */
export interface News {
  /** How many more there are than the list counts. */
  readonly added: number;
  /** Others stand here, or in another order. */
  readonly hasMoved: boolean;
}

export function keep<Row extends WithId>(page: PageOf<Row>): Kept<Row> {
  return { order: page.rows.map(({ id }) => id), rowsById: byId(page.rows), total: page.total };
}

/** The same rows in the same order, with what is known of them now. */
export function renewed<Row extends WithId>(kept: Kept<Row>, rows: readonly Row[]): Kept<Row> {
  const fresh = byId(rows);
  return { ...kept, rowsById: new Map([...kept.rowsById].map(([id, row]) => [id, fresh.get(id) ?? row])) };
}

/** Rows that the page took away itself, each by the version that it had then. */
export type TakenAway = ReadonlyMap<string, number>;

/**
 * Whether a row is gone as this page took it away. Deleting and bringing back raise its version once each: two more than it
 * had, and somebody brought it back.
 */
export function isGone({ id, version }: WithId & { readonly version: number }, taken: TakenAway): boolean {
  const had = taken.get(id);
  return had !== undefined && version < had + 2;
}

/** What a page took away and did not bring back, and what it brought back. */
export interface Deeds {
  readonly gone: TakenAway;
  /** By the version that it has at least since; the page may not have read it yet. */
  readonly back: ReadonlyMap<string, number>;
}

export const noDeeds: Deeds = { gone: new Map(), back: new Map() };

export function tookAway({ gone, back }: Deeds, things: readonly { readonly id: string; readonly version: number }[]): Deeds {
  const taken = things.map(({ id, version }) => [id, Math.max(version, back.get(id) ?? 0)] as const);
  return { gone: new Map([...gone, ...taken]), back };
}

export function broughtBack({ gone, back }: Deeds, ids: readonly string[]): Deeds {
  const were = [...gone].filter(([id]) => ids.includes(id));
  return {
    gone: new Map([...gone].filter(([id]) => !ids.includes(id))),
    back: new Map([...back, ...were.map(([id, had]) => [id, had + 2] as const)]),
  };
}

/** `removed`: what this page itself took away; its strip stands in its place and is no news. */
export function newsOf<Row extends WithId>(kept: Kept<Row>, page: PageOf<Row>, removed: ReadonlySet<string>): News {
  const wasHere = [...removed].filter((id) => kept.rowsById.has(id)).length;
  const grown = kept.total === null || page.total === null ? 0 : page.total - (kept.total - wasHere);
  const there = new Set(page.rows.map(({ id }) => id));
  const stayed = kept.order.filter((id) => there.has(id));
  const inPlace = page.rows.map(({ id }) => id).filter((id) => kept.rowsById.has(id));
  const isReordered = stayed.some((id, index) => inPlace[index] !== id);
  const missing = kept.order.filter((id) => !there.has(id) && !removed.has(id)).length;
  const added = kept.total === null ? page.rows.filter(({ id }) => !kept.rowsById.has(id)).length : Math.max(0, grown);
  return { added, hasMoved: isReordered || grown < 0 || (missing > 0 && added === 0) };
}

function byId<Row extends WithId>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

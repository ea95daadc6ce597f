/**
 * A page of placed tiles cut into columns and rows, over and over, so that plain CSS can draw it: tiles may grow with what
 * they hold, those below make room, and nothing is measured or moved after the first picture. [A3]
 *
 * Columns come first: beside a tile that grows, the others stay together.
 */
import { byRow, type Placed } from "./placing.ts";

export type Piece =
  | { readonly kind: "tile"; readonly item: Placed }
  | { readonly kind: "rows"; readonly pieces: readonly Piece[] }
  | { readonly kind: "columns"; readonly from: number; readonly to: number; readonly columns: readonly Column[] }
  /** Tiles that stand round each other like the blades of a windmill; drawn at their rows. */
  | { readonly kind: "knot"; readonly from: number; readonly to: number; readonly items: readonly Placed[] };

export interface Column {
  readonly from: number;
  readonly to: number;
  readonly piece: Piece;
}

/** `from` and `to` are the columns of the grid that the tiles have for themselves. */
export function piecesOf(items: readonly Placed[], from: number, to: number): Piece {
  const [first] = items;
  if (items.length === 1 && first !== undefined && first.x === from && first.x + first.w === to)
    return { kind: "tile", item: first };
  const columns = cut(items, { start: ({ x }) => x, end: ({ x, w }) => x + w });
  if (columns.length > 1 || isNarrower(columns[0], from, to)) {
    const pieces = columns.map((column) => ({ ...column, piece: piecesOf(column.items, column.from, column.to) }));
    return { kind: "columns", from, to, columns: pieces };
  }
  const rows = cut(items, { start: ({ y }) => y, end: ({ y, h }) => y + h });
  if (rows.length > 1) return { kind: "rows", pieces: rows.map((row) => piecesOf(row.items, from, to)) };
  return { kind: "knot", from, to, items };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly items: readonly Placed[];
}

/** Groups of items that no line crosses, in order. */
function cut(items: readonly Placed[], edge: { start: (item: Placed) => number; end: (item: Placed) => number }): Stretch[] {
  const groups: { from: number; to: number; items: Placed[] }[] = [];
  for (const item of items.toSorted((a, b) => edge.start(a) - edge.start(b))) {
    const last = groups.at(-1);
    if (last === undefined || edge.start(item) >= last.to) {
      groups.push({ from: edge.start(item), to: edge.end(item), items: [item] });
    } else {
      last.items.push(item);
      last.to = Math.max(last.to, edge.end(item));
    }
  }
  return groups.map((group) => ({ ...group, items: group.items.toSorted(byRow) }));
}

function isNarrower(column: Stretch | undefined, from: number, to: number): boolean {
  return column !== undefined && (column.from > from || column.to < to);
}

/**
 * The tiles at their places. From 768 px on a grid of 12 columns; below it one column by row and then by column, which the
 * style sheet makes of the same elements, so that nothing is drawn anew when a phone is turned. [D6]
 */
import "./grid.css";
import { useMemo, type ReactNode } from "react";
import { gridColumns } from "@relaydeck/contract/layout-grid";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { piecesOf, type Column, type Piece } from "./pieces.ts";
import { placed, placedInHalves, type Placed } from "./placing.ts";
import { useMedia } from "../../ui/use-media.ts";

interface TileGridProps {
  components: readonly LayoutComponent[];
  /** Must stay the same while nothing changes: each tile is drawn by it alone. */
  tileOf: (component: LayoutComponent) => ReactNode;
}

export function TileGrid({ components, tileOf }: TileGridProps) {
  const isTablet = useMedia("(768px <= width < 996px)");
  const items = useMemo(() => (isTablet ? placedInHalves(components) : placed(components)), [components, isTablet]);
  const piece = useMemo(() => piecesOf(items, 0, gridColumns), [items]);
  const order = useMemo(() => new Map(placed(components).map(({ component }, index) => [component.id, index])), [components]);
  const draw = (item: Placed) => (
    <Place key={item.component.id} item={item} order={order.get(item.component.id) ?? 0}>
      {tileOf(item.component)}
    </Place>
  );
  return <div className="tiles">{drawPiece(piece, draw)}</div>;
}

type Draw = (item: Placed) => ReactNode;

function drawPiece(piece: Piece, draw: Draw): ReactNode {
  switch (piece.kind) {
    case "tile":
      return draw(piece.item);
    case "rows":
      return (
        <div className="tile-rows">
          {piece.pieces.map((row) => (
            <Group key={firstIn(row)}>{drawPiece(row, draw)}</Group>
          ))}
        </div>
      );
    case "columns":
      return (
        <div className="tile-columns" style={columnsOf(piece)}>
          {piece.columns.map((column) => (
            <div key={firstIn(column.piece)} className="tile-column" style={{ gridColumn: spanOf(column, piece.from) }}>
              {drawPiece(column.piece, draw)}
            </div>
          ))}
        </div>
      );
    case "knot":
      return (
        <div className="tile-columns tile-knot" style={columnsOf(piece)}>
          {piece.items.map((item) => (
            <div
              key={item.component.id}
              className="tile-column"
              style={{
                gridColumn: spanOf({ from: item.x, to: item.x + item.w }, piece.from),
                gridRow: `${item.y + 1} / span ${item.h}`,
              }}
            >
              {draw(item)}
            </div>
          ))}
        </div>
      );
  }
}

/** An element of its own for each row would be one more box to lay out; a fragment carries the key. */
function Group(props: { children: ReactNode }) {
  return <>{props.children}</>;
}

function columnsOf({ from, to }: { from: number; to: number }) {
  return { gridTemplateColumns: `repeat(${to - from}, minmax(0, 1fr))` };
}

function spanOf({ from, to }: Pick<Column, "from" | "to">, start: number): string {
  return `${from - start + 1} / span ${to - from}`;
}

function firstIn(piece: Piece): string {
  if (piece.kind === "tile") return piece.item.component.id;
  if (piece.kind === "knot") return piece.items[0]?.component.id ?? "";
  const [first] = piece.kind === "rows" ? piece.pieces : piece.columns.map((column) => column.piece);
  return first === undefined ? "" : firstIn(first);
}

interface PlaceProps {
  item: Placed;
  order: number;
  children: ReactNode;
}

function Place({ item, order, children }: PlaceProps) {
  return (
    <div className="place" data-component={item.component.id} style={{ "--rows": item.h, "--order": order }}>
      {children}
    </div>
  );
}

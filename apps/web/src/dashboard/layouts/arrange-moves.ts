/** What an arrow key does to a tile, through the grid library's own functions, so that key and pointer end alike. */
import { cloneLayout, moveElement, verticalCompactor, type Layout as Grid, type LayoutItem } from "react-grid-layout/core";
import { gridColumns, placeBounds } from "@relaydeck/contract/layout-grid";

export interface Step {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

/** Rows that a step up or down looks on for a place to go: beside a tall neighbour the next one is behind it. */
const farthest = 120;

/** The tile `cells` further, the others out of its way; null where it cannot go. */
export function movedItem(grid: Grid, id: string, { step, cells }: { step: Step; cells: number }): Grid | null {
  const item = grid.find(({ i }) => i === id);
  if (item === undefined) return null;
  if (step.y === 0) {
    const x = Math.min(gridColumns - item.w, Math.max(0, item.x + step.x * cells));
    return x === item.x ? null : movedTo(grid, id, { x, y: item.y });
  }
  for (let rows = cells; rows <= farthest; rows += 1) {
    const y = item.y + step.y * rows;
    if (y < 0) return cells > 1 && item.y > 0 ? movedItem(grid, id, { step, cells: 1 }) : null;
    const moved = movedTo(grid, id, { x: item.x, y });
    const now = moved.find(({ i }) => i === id);
    if (now !== undefined && Math.sign(now.y - item.y) === step.y) return moved;
  }
  return null;
}

/** The tile wider or taller by so much; null where it is at its bounds. */
export function resizedItem(grid: Grid, id: string, { step, cells }: { step: Step; cells: number }): Grid | null {
  const item = grid.find(({ i }) => i === id);
  if (item === undefined) return null;
  const w = Math.min(gridColumns - item.x, Math.max(placeBounds.w.min, item.w + step.x * cells));
  const h = Math.min(placeBounds.h.max, Math.max(placeBounds.h.min, item.h + step.y * cells));
  if (w === item.w && h === item.h) return null;
  return verticalCompactor.compact(
    grid.map((other) => (other.i === id ? { ...other, w, h } : other)),
    gridColumns,
  );
}

function movedTo(grid: Grid, id: string, to: Pick<LayoutItem, "x" | "y">): Grid {
  const copy = cloneLayout(grid);
  const item = copy.find(({ i }) => i === id);
  if (item === undefined) return grid;
  const moved = moveElement(copy, item, to.x, to.y, true, false, "vertical", gridColumns, false);
  return verticalCompactor.compact(moved, gridColumns);
}

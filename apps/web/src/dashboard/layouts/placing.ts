/**
 * Where tiles stand: what draws nothing is dropped, widths are cut at the edge, everything moves up as far as it goes and
 * nothing overlaps. The same on the page, in the live map and while arranging. [D2, D6]
 */
import { fitted, gridColumns, type Place } from "@relaydeck/contract/layout-grid";
import type { LayoutComponent } from "@relaydeck/contract/layouts";

/** A component at the place where it is drawn. */
export interface Placed extends Place {
  readonly component: LayoutComponent;
}

export function isDrawn({ visible, type }: LayoutComponent): boolean {
  return visible && type !== "device-registration";
}

/** In the order in which a reader meets them: by row, then by column. */
export function placed(components: readonly LayoutComponent[]): Placed[] {
  return compacted(components.filter(isDrawn).map((component) => ({ ...fitted(component.position), component })));
}

/** Between a phone and a desk: halves or the whole width, nothing narrower. [interface 5.7] */
export function placedInHalves(components: readonly LayoutComponent[]): Placed[] {
  return compacted(placed(components).map((item) => ({ ...item, ...inHalves(item) })));
}

function inHalves({ x, w }: Place): Pick<Place, "x" | "w"> {
  const half = gridColumns / 2;
  if (w > half) return { x: 0, w: gridColumns };
  return { x: x + w / 2 < half ? 0 : half, w: half };
}

/** Each tile goes up until it meets one; where two want one place, the later one goes below. */
function compacted(items: readonly Placed[]): Placed[] {
  const done: Placed[] = [];
  for (const item of items.toSorted(byRow)) {
    let y = item.y;
    while (y > 0 && !meetsAny({ ...item, y: y - 1 }, done)) y -= 1;
    for (let below = lowestOf({ ...item, y }, done); below !== null; below = lowestOf({ ...item, y }, done)) y = below;
    done.push({ ...item, y });
  }
  return done.toSorted(byRow);
}

export function byRow(a: Place, b: Place): number {
  return a.y - b.y || a.x - b.x;
}

function meetsAny(item: Place, others: readonly Place[]): boolean {
  return others.some((other) => overlap(item, other));
}

/** The row below whatever stands in the way; null where nothing does. */
function lowestOf(item: Place, others: readonly Place[]): number | null {
  const inTheWay = others.filter((other) => overlap(item, other));
  return inTheWay.length === 0 ? null : Math.max(...inTheWay.map(({ y, h }) => y + h));
}

function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

import { gridColumns } from "@relaydeck/contract/layout-grid";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { expect, test } from "vitest";
import { pageDefault, template } from "./built-in.ts";
import { piecesOf, type Piece } from "./pieces.ts";
import { placed, placedInHalves, type Placed } from "./placing.ts";

const placesOf = (items: readonly Placed[]) => items.map(({ component, x, y, w, h }) => [component.id, x, y, w, h]);
function at(id: string, ...[x, y, w, h]: [number, number, number, number]): LayoutComponent {
  return { id, type: "device-list", visible: true, position: { x, y, w, h }, settings: {} };
}
/** The tree as text: `a|b` side by side, `a/b` one below the other, `*` a knot. */
function drawn(piece: Piece): string {
  if (piece.kind === "tile") return piece.item.component.id;
  if (piece.kind === "knot") return `*(${piece.items.map(({ component }) => component.id).join(" ")})`;
  const parts = piece.kind === "rows" ? piece.pieces.map(drawn) : piece.columns.map((column) => drawn(column.piece));
  return `(${parts.join(piece.kind === "rows" ? "/" : "|")})`;
}
const treeOf = (components: readonly LayoutComponent[]) => drawn(piecesOf(placed(components), 0, gridColumns));

test("[D2] the page default closes its two empty rows", () => {
  expect(placesOf(placed(pageDefault.components))).toEqual([
    ["device-list", 0, 0, 12, 4],
    ["shared-devices", 0, 4, 12, 2],
    ["system-status", 0, 6, 6, 2],
    ["activity-log", 6, 6, 6, 2],
  ]);
});

test("[D2] the template without its registration moves up, and what is hidden leaves no hole", () => {
  expect(placesOf(placed(template.components))).toEqual([
    ["device-list", 0, 0, 8, 6],
    ["system-status", 8, 0, 4, 4],
    ["activity-log", 8, 4, 4, 6],
    ["shared-devices", 0, 6, 8, 4],
  ]);
  const hidden = template.components.map((one) => (one.id === "device-list" ? { ...one, visible: false } : one));
  expect(placesOf(placed(hidden))[0]).toEqual(["shared-devices", 0, 0, 8, 4]);
});

test("[D6] widths are cut at the edge, and of two in one place the later one goes below", () => {
  expect(placesOf(placed([at("a", 8, 0, 12, 2), at("b", 6, 1, 4, 2), at("c", 0, 40, 6, 1)]))).toEqual([
    ["c", 0, 0, 6, 1],
    ["a", 8, 0, 4, 2],
    ["b", 6, 2, 4, 2],
  ]);
});

test("between a phone and a desk tiles are halves or whole", () => {
  expect(placesOf(placedInHalves([at("a", 0, 0, 8, 2), at("b", 8, 0, 4, 2), at("c", 0, 2, 3, 1), at("d", 3, 2, 3, 1)]))).toEqual([
    ["a", 0, 0, 12, 2],
    ["c", 0, 2, 6, 1],
    ["b", 6, 2, 6, 2],
    ["d", 0, 3, 6, 1],
  ]);
});

test("60 tiles are placed without one overlapping another", () => {
  const many = Array.from({ length: 60 }, (_, n) => at(`c${n}`, (n * 7) % 12, (n * 5) % 23, 1 + ((n * 3) % 12), 1 + (n % 6)));
  const items = placed(many);
  const cells = items.flatMap(({ x, y, w, h }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
  );
  expect(items).toHaveLength(60);
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...items.map(({ x, w }) => x + w))).toBeLessThanOrEqual(gridColumns);
});

test.each([
  ["the page default", pageDefault.components, "(device-list/shared-devices/(system-status|activity-log))"],
  ["the template", template.components, "((device-list/shared-devices)|(system-status/activity-log))"],
  ["one tile in the middle", [at("a", 4, 0, 4, 2)], "(a)"],
  ["nothing", [], "*()"],
  [
    "a windmill",
    [at("a", 0, 0, 8, 2), at("b", 8, 0, 4, 4), at("c", 0, 2, 4, 4), at("d", 4, 4, 8, 2), at("e", 4, 2, 4, 2)],
    "*(a b c e d)",
  ],
])("%s is cut into columns and rows", (...[, components, expected]) => {
  expect(treeOf(components)).toBe(expected);
});

import { expect, test } from "vitest";
import { pageDefault, template } from "./built-in.ts";
import { movedItem, resizedItem } from "./arrange-moves.ts";
import { placed } from "./placing.ts";

const gridOf = (layout: typeof template) =>
  placed(layout.components).map(({ component, x, y, w, h }) => ({ i: component.id, x, y, w, h }));
const placesOf = (grid: ReturnType<typeof movedItem>) =>
  Object.fromEntries((grid ?? []).map(({ i, x, y, w, h }) => [i, [x, y, w, h]]));
const down = { x: 0, y: 1 } as const;
const up = { x: 0, y: -1 } as const;
const right = { x: 1, y: 0 } as const;
const left = { x: -1, y: 0 } as const;

test("[HD-6] a step down goes past the tile below, a step up comes back", () => {
  const grid = gridOf(pageDefault);
  const lower = movedItem(grid, "device-list", { step: down, cells: 1 });
  expect(placesOf(lower)).toMatchObject({ "device-list": [0, 2, 12, 4], "shared-devices": [0, 0, 12, 2] });
  expect(placesOf(movedItem(lower ?? [], "device-list", { step: up, cells: 1 }))).toEqual(placesOf(grid));
  expect(movedItem(grid, "device-list", { step: up, cells: 1 })).toBeNull();
});

test("[HD-6] sideways it goes one column, with Shift four, and never off the page", () => {
  const grid = gridOf({ ...template, components: template.components.filter(({ id }) => id === "system-status") });
  expect(placesOf(movedItem(grid, "system-status", { step: left, cells: 1 }))).toEqual({ "system-status": [7, 0, 4, 4] });
  expect(placesOf(movedItem(grid, "system-status", { step: left, cells: 4 }))).toEqual({ "system-status": [4, 0, 4, 4] });
  expect(movedItem(grid, "system-status", { step: right, cells: 1 })).toBeNull();
});

test("[HD-6] it grows and shrinks by cells within its bounds, and the others make room", () => {
  const grid = gridOf(pageDefault);
  expect(placesOf(resizedItem(grid, "device-list", { step: down, cells: 4 }))).toMatchObject({
    "device-list": [0, 0, 12, 8],
    "shared-devices": [0, 8, 12, 2],
  });
  expect(placesOf(resizedItem(grid, "device-list", { step: left, cells: 4 }))["device-list"]).toEqual([0, 0, 8, 4]);
  expect(resizedItem(grid, "device-list", { step: right, cells: 1 })).toBeNull();
  expect(placesOf(resizedItem(grid, "shared-devices", { step: up, cells: 4 }))["shared-devices"]).toEqual([0, 4, 12, 1]);
});

test("[HD-6] no number of steps makes tiles overlap or leave the page", () => {
  const steps = [down, right, up, left] as const;
  let grid = gridOf(template);
  for (let turn = 0; turn < 200; turn += 1) {
    const id = grid[turn % grid.length]?.i ?? "";
    const how = { step: steps[(turn * 7) % 4] ?? down, cells: turn % 5 === 0 ? 4 : 1 };
    const next = turn % 3 === 0 ? resizedItem(grid, id, how) : movedItem(grid, id, how);
    grid = (next ?? grid).map(({ i, x, y, w, h }) => ({ i, x, y, w, h }));
    const cells = grid.flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...grid.map(({ x, w }) => x + w))).toBeLessThanOrEqual(12);
  }
});

/** The numbers of the dashboard grid, for both sides; without schemas, so that a page carries only these. [D6, IN-6] */

/** Component types that the product draws; a layout may hold others, which are shown as unknown. */
export const componentTypes = [
  "device-list",
  "shared-devices",
  "system-status",
  "activity-log",
  "device-registration",
  "analytics-overview",
  "quick-controls",
] as const;
/** One of `componentTypes`. */
export type ComponentType = (typeof componentTypes)[number];

/** Columns from the breakpoint `sm` up; below it everything stands in one. */
export const gridColumns = 12;

/** Page widths in pixels from which a breakpoint counts. */
export const gridBreakpoints = { lg: 1200, md: 996, sm: 768, xs: 480 } as const;

/** Bounds of a component's place, in columns and rows; all whole numbers. */
export const placeBounds = {
  x: { min: 0, max: gridColumns - 1 },
  y: { min: 0, max: 500 },
  w: { min: 1, max: gridColumns },
  h: { min: 1, max: 100 },
} as const;

/** Layouts that one person may keep. */
export const mostLayoutsPerUser = 50;
/** Components of one layout. */
export const mostComponents = 60;
/** Size of one layout as JSON, in bytes. */
export const mostLayoutBytes = 64 * 1024;
/** Characters of a layout's name, and of a component's title. */
export const longestLayoutName = 100;

/** Where a component stands: columns and rows from the upper left. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The same place, no wider than the grid goes on from its column, and no lower than its last row. [D6] */
export function fitted<P extends Place>(place: P): P {
  return { ...place, y: Math.min(place.y, placeBounds.y.max), w: Math.min(place.w, gridColumns - place.x) };
}

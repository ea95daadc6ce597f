/** Saved dashboards at the doors. What a layout holds is kept as it came, but for widths that leave the grid. [rest-shapes section 6; D3, D6] */
import * as z from "zod/mini";
import { idGiven, idOf } from "./ids.ts";
import { Instant } from "./instant-schemas.ts";
import { gridBreakpoints, gridColumns, longestLayoutName, mostComponents, mostLayoutBytes, placeBounds } from "./layout-grid.ts";
import { line, maybeLine } from "./text.ts";

function whole({ min, max }: { readonly min: number; readonly max: number }) {
  return z.int().check(z.gte(min, `At least ${min}`), z.lte(max, `At most ${max}`));
}

const Position = z.strictObject({
  x: whole(placeBounds.x),
  y: whole(placeBounds.y),
  w: whole(placeBounds.w),
  h: whole(placeBounds.h),
});

/** NUL and half characters, as JSON escapes them: not every database keeps them. */
const unkept = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Settings are the widget's own; plain JSON, bounded with the whole layout. [IN-4] */
const Settings = z
  .record(z.string(), z.unknown())
  .check(z.refine((settings) => !unkept.test(JSON.stringify(settings)), "Settings hold NUL or half a character"));

/** One tile of a layout. A type that the product does not know is kept, and shown as unknown. */
export const LayoutComponent = z.strictObject({
  id: line({ max: 100, required: "Component id is required" }),
  type: line({ max: 64, required: "Component type is required" }),
  /** Absent, null or empty: the label of its type. */
  title: z.optional(z.nullable(maybeLine({ max: longestLayoutName }))),
  visible: z.boolean(),
  position: Position,
  settings: z._default(Settings, {}),
});
export type LayoutComponent = z.infer<typeof LayoutComponent>;

/** The documented numbers and no others: the page has exactly these. [D6] */
const Breakpoints = z.strictObject({
  lg: z._default(z.literal(gridBreakpoints.lg), gridBreakpoints.lg),
  md: z._default(z.literal(gridBreakpoints.md), gridBreakpoints.md),
  sm: z._default(z.literal(gridBreakpoints.sm), gridBreakpoints.sm),
  xs: z._default(z.literal(gridBreakpoints.xs), gridBreakpoints.xs),
});
const GridSettings = z.strictObject({
  cols: z._default(z.literal(gridColumns), gridColumns),
  breakpoints: z._default(Breakpoints, { ...gridBreakpoints }),
});

const Components = z.array(LayoutComponent).check(
  z.maxLength(mostComponents, `At most ${mostComponents} components`),
  z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "Two components have the same id"),
);

/** What a layout consists of. */
export const LayoutBody = z.strictObject({ name: z.string(), components: Components, gridSettings: GridSettings });
export type LayoutBody = z.infer<typeof LayoutBody>;

/** As a request brings it: the inner name may be left out, it is the outer one then. */
const GivenLayoutBody = z
  .strictObject(
    {
      name: z.optional(maybeLine({ max: longestLayoutName })),
      components: Components,
      gridSettings: z._default(GridSettings, { cols: gridColumns, breakpoints: { ...gridBreakpoints } }),
    },
    "A layout is required",
  )
  .check(z.refine((layout) => bytesOf(layout) <= mostLayoutBytes, `At most ${mostLayoutBytes / 1024} KiB`));

/** A saved layout as its owner reads it. */
export const Layout = z.strictObject({
  id: idOf("layout"),
  userId: idOf("user"),
  name: z.string(),
  isDefault: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  layout: LayoutBody,
});
export type Layout = z.infer<typeof Layout>;

/** Without `id` a new one. `isDefault: false` leaves the default where it is; `true` moves it here. [D3, D4] */
export const SaveLayout = z.strictObject({
  id: z.optional(idGiven("layout")),
  name: line({ max: longestLayoutName, required: "Layout name is required" }),
  isDefault: z._default(z.boolean(), false),
  layout: GivenLayoutBody,
});
export type SaveLayout = z.infer<typeof SaveLayout>;

/** Names one layout. */
export const LayoutId = z.strictObject({ layoutId: idGiven("layout") });

/** What every change of one layout answers. */
export const LayoutWithMessage = z.extend(Layout, { message: z.string() });
export type LayoutWithMessage = z.infer<typeof LayoutWithMessage>;

/** What deleting one answers. */
export const LayoutRemoved = z.strictObject({ id: idOf("layout"), message: z.string() });
export type LayoutRemoved = z.infer<typeof LayoutRemoved>;

/** UTF-8 bytes of the value as JSON. */
function bytesOf(value: unknown): number {
  let bytes = 0;
  for (const char of JSON.stringify(value)) bytes += utf8Length(char.codePointAt(0) ?? 0);
  return bytes;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

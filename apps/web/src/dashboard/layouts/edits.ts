/** What one control of the editor does to a layout. Pure; places are kept as typed and cut to the page when saved. [D6] */
import { mostComponents, placeBounds, type ComponentType, type Place } from "@relaydeck/contract/layout-grid";
import type { LayoutBody, LayoutComponent } from "@relaydeck/contract/layouts";
import { newComponent } from "./built-in.ts";
import { byRow } from "./placing.ts";

type PlaceField = keyof Place;

/** What somebody typed, as a number within its bounds; no number is the smallest there is. [001 section 5] */
export function typedNumber(field: PlaceField, text: string): number {
  const { min, max } = placeBounds[field];
  const number = Number.parseInt(text, 10);
  return Number.isNaN(number) ? min : Math.min(max, Math.max(min, number));
}

export function withComponent(layout: LayoutBody, id: string, patch: Partial<LayoutComponent>): LayoutBody {
  const components = layout.components.map((component) => (component.id === id ? { ...component, ...patch } : component));
  return { ...layout, components };
}

export function withPlaces(layout: LayoutBody, places: ReadonlyMap<string, Place>): LayoutBody {
  const components = layout.components.map((component) => {
    const place = places.get(component.id);
    return place === undefined ? component : { ...component, position: { x: place.x, y: place.y, w: place.w, h: place.h } };
  });
  return { ...layout, components };
}

export function withoutComponent(layout: LayoutBody, id: string): LayoutBody {
  return { ...layout, components: layout.components.filter((component) => component.id !== id) };
}

export function hasRoom({ components }: LayoutBody): boolean {
  return components.length < mostComponents;
}

/** Rows in which a widget that fills itself later has room, so that nothing below it moves then. [A3] */
const roomyRows: Partial<Record<ComponentType, number>> = { "analytics-overview": 4, "quick-controls": 3 };

/** Below everything else. */
export function withNew(layout: LayoutBody, type: ComponentType): LayoutBody {
  const taken = new Set(layout.components.map(({ id }) => id));
  let id: string = type;
  for (let count = 2; taken.has(id); count += 1) id = `${type}-${count}`;
  const y = Math.max(0, ...layout.components.map(({ position }) => position.y + position.h));
  const place = { x: 0, y: Math.min(y, placeBounds.y.max), w: 6, h: roomyRows[type] ?? 2 };
  return { ...layout, components: [...layout.components, newComponent(type, id, place)] };
}

/** In the order in which they stand on the page. */
export function inOrder(components: readonly LayoutComponent[]): LayoutComponent[] {
  return components.toSorted((a, b) => byRow(a.position, b.position));
}

/** The component takes the place before or after its neighbour; both keep their size. Null at the end of the list. */
export function swapped(layout: LayoutBody, id: string, step: -1 | 1): LayoutBody | null {
  const order = inOrder(layout.components);
  const index = order.findIndex((component) => component.id === id);
  const [first, second] = step === 1 ? [order[index], order[index + 1]] : [order[index - 1], order[index]];
  if (first === undefined || second === undefined) return null;
  const [a, b] = [first.position, second.position];
  const isBeside = a.y === b.y;
  const places = new Map<string, Place>([
    [second.id, { ...b, x: a.x, y: a.y }],
    [
      first.id,
      isBeside
        ? { ...a, x: Math.min(a.x + b.w, placeBounds.x.max) }
        : { ...a, x: b.x, y: Math.min(a.y + b.h, placeBounds.y.max) },
    ],
  ]);
  return withPlaces(layout, places);
}

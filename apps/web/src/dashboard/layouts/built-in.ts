/**
 * The two arrangements that nobody has saved, as documented; neither is ever written to the database. [D1]
 *
 * Titles are the documents' own English words, because a layout made from the template keeps them; what is shown is the
 * catalogue's word for the type as long as nobody has chosen another title (titles.ts).
 */
import { gridBreakpoints, gridColumns, type ComponentType, type Place } from "@relaydeck/contract/layout-grid";
import type { LayoutBody, LayoutComponent } from "@relaydeck/contract/layouts";

export const builtInTitles: Readonly<Record<ComponentType, string>> = {
  "device-list": "My Devices",
  "shared-devices": "Shared Devices",
  "system-status": "System Status",
  "activity-log": "Activity Log",
  "device-registration": "Device Registration",
  "analytics-overview": "Analytics Overview",
  "quick-controls": "Quick Controls",
};

export function newComponent(type: ComponentType, id: string, position: Place): LayoutComponent {
  return { id, type, title: builtInTitles[type], visible: true, position, settings: {} };
}

function layoutOf(places: readonly (readonly [ComponentType, number, number, number, number])[]): LayoutBody {
  return {
    name: "Default Layout",
    components: places.map(([type, x, y, w, h]) => newComponent(type, type, { x, y, w, h })),
    gridSettings: { cols: gridColumns, breakpoints: { ...gridBreakpoints } },
  };
}

/** Shown to whoever has no default of their own. */
export const pageDefault = layoutOf([
  ["device-list", 0, 0, 12, 4],
  ["shared-devices", 0, 4, 12, 2],
  ["system-status", 0, 8, 6, 2],
  ["activity-log", 6, 8, 6, 2],
]);

/** What Create New begins with, and what Reset to Default brings back. */
export const template = layoutOf([
  ["device-registration", 0, 0, 8, 3],
  ["device-list", 0, 3, 8, 6],
  ["shared-devices", 0, 9, 8, 4],
  ["system-status", 8, 0, 4, 4],
  ["activity-log", 8, 4, 4, 6],
]);

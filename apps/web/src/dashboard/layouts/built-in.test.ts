import { expect, test } from "vitest";
import { pageDefault, template } from "./built-in.ts";

const placesOf = ({ components }: typeof template) =>
  components.map(({ type, title, visible, position: { x, y, w, h } }) => [type, title, visible, x, y, w, h]);
const grid = { cols: 12, breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480 } };

test("[D1] the page shows four where nobody has a default, in the documented places", () => {
  expect(placesOf(pageDefault)).toEqual([
    ["device-list", "My Devices", true, 0, 0, 12, 4],
    ["shared-devices", "Shared Devices", true, 0, 4, 12, 2],
    ["system-status", "System Status", true, 0, 8, 6, 2],
    ["activity-log", "Activity Log", true, 6, 8, 6, 2],
  ]);
  expect(pageDefault.gridSettings).toEqual(grid);
});

test("[D1] a new layout begins with five, in the documented places", () => {
  expect(template.name).toBe("Default Layout");
  expect(placesOf(template)).toEqual([
    ["device-registration", "Device Registration", true, 0, 0, 8, 3],
    ["device-list", "My Devices", true, 0, 3, 8, 6],
    ["shared-devices", "Shared Devices", true, 0, 9, 8, 4],
    ["system-status", "System Status", true, 8, 0, 4, 4],
    ["activity-log", "Activity Log", true, 8, 4, 4, 6],
  ]);
  expect(template.gridSettings).toEqual(grid);
});

/** Saved dashboards. [rest-shapes section 6; D3-D5] */
import type { CallWords } from "./call-words.ts";
import { exampleId, layout, saveLayout } from "./examples.ts";

const who = "Whose layout it is";
const params = { id: "The layout." };

/** By method and path. */
export const layoutWords: Readonly<Record<string, CallWords>> = {
  "GET /api/dashboard-layouts": {
    summary: "The caller's saved dashboards",
    description: "Oldest first. The built-in ones are not among them.",
    answer: [layout],
  },
  "POST /api/dashboard-layouts": {
    summary: "Save a dashboard",
    description:
      "Without `id` a new one; with `id` that one is changed in place. `isDefault: true` makes it the default, `false` leaves the default where it is. At most 50 per person, 60 components and 64 KiB each; widths that leave the grid are cut.",
    refusals: ["NOT_FOUND", "LIMIT_REACHED"],
    body: saveLayout,
    answer: { ...layout, message: "Dashboard layout has been saved successfully" },
    updates: "The layout named by `id` was changed.",
  },
  "DELETE /api/dashboard-layouts/default": {
    summary: "Go back to the built-in dashboard",
    description: "No saved layout is the default any more; none is deleted.",
    answer: { message: "The built-in layout is your dashboard" },
  },
  "DELETE /api/dashboard-layouts/{id}": {
    summary: "Delete a dashboard",
    description: "The default one cannot be deleted: make another one the default first.",
    who,
    refusals: ["NOT_FOUND", "DEFAULT_LAYOUT"],
    params,
    answer: { id: exampleId("layout"), message: "Dashboard layout has been deleted" },
  },
  "PUT /api/dashboard-layouts/{id}/default": {
    summary: "Make a dashboard the default",
    description: "The one before it is the default no longer.",
    who,
    refusals: ["NOT_FOUND"],
    params,
    answer: { ...layout, isDefault: true, message: "This layout is now your default dashboard" },
  },
};

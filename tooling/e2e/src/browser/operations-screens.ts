/** The states of the operations page, for the walk over every screen. [A1] */
import type { ScreenState } from "./screens.ts";

export const operationsStates: readonly ScreenState[] = [
  {
    name: "admin operations",
    open: async ({ page }) => {
      await page.goto("/admin/operations");
      await page.getByText("No mail has failed.").waitFor();
    },
  },
];

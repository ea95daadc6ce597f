/** The page `/docs`, for the walks over every screen. It has no theme to choose, so the machine gets the one of the walk. [A1, C13] */
import type { ScreenState } from "./screens.ts";

export const docsStates: readonly ScreenState[] = [
  {
    name: "REST documentation, every example open",
    open: async ({ page }) => {
      await page.goto("/docs");
      const theme = await page.evaluate(() => localStorage.getItem("relaydeck-theme"));
      await page.emulateMedia({ colorScheme: theme === "dark" ? "dark" : "light" });
      await page.locator("details").evaluateAll((all) => all.forEach((example) => example.setAttribute("open", "")));
    },
    close: ({ page }) => page.emulateMedia({ colorScheme: null }),
  },
];

/**
 * The theme: chosen once, kept under one key, following the machine while "system" is chosen. [D14]
 *
 * With nothing chosen, public pages are light and the signed-in area follows the machine.
 * Not here: the first paint; public/theme.js decides that before any of this is loaded, by the same rule.
 */
import type { Disposer } from "@relaydeck/kit/disposer";
import { adminInsidePaths, insidePaths } from "./paths.ts";

const themeKey = "relaydeck-theme";
export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

/** What shows for this page: the stored choice, else the default of the area. */
export function themeFor(stored: string | null, inside: boolean): Theme {
  return themes.find((theme) => theme === stored) ?? (inside ? "system" : "light");
}

export function isInside(path: string, sessionOpen: boolean): boolean {
  return (sessionOpen && insidePaths.includes(path)) || adminInsidePaths.includes(path);
}

export function storedTheme(): string | null {
  try {
    return localStorage.getItem(themeKey);
  } catch {
    // Storage is switched off in this browser; the default of the area is all there is.
    return null;
  }
}

/** Remembers the choice where the browser lets us; the page changes either way. */
export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

/** Shows `theme` now, and keeps following the machine for "system" until disposed. */
export function showTheme(theme: Theme): Disposer {
  const machine = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    document.documentElement.dataset["theme"] = theme === "dark" || (theme === "system" && machine.matches) ? "dark" : "light";
  };
  apply();
  if (theme !== "system") return () => {};
  machine.addEventListener("change", apply);
  return () => machine.removeEventListener("change", apply);
}

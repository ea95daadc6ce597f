/** Elements of the page by the shortcut that leads to them, and where the focus was before something opened. */
import { mainId } from "../paths.ts";

/** The element of the page that a shortcut leads to, if this page has it. */
export function shortcutTarget(name: "filter" | "edit" | "search"): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-shortcut="${name}"]`);
}

/** What has the focus now, to give it back later: for an item of a menu the menu's button, where nothing has it the search button. */
export function focusHolder(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest("[role=menu]") ?? null;
  if (menu !== null) return document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  if (focused instanceof HTMLElement && focused !== document.body) return focused;
  return shortcutTarget("search") ?? document.getElementById(mainId);
}

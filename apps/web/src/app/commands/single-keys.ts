/** Whether single keys do anything: somebody's own choice, kept in this browser like the theme. WCAG 2.1.4 asks for it. */
const key = "relaydeck-single-keys";

export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    // Storage is switched off: nothing can have been chosen.
    return true;
  }
}

export function keepSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

/**
 * What a key press on the page means. Pure: the facts about the press and about the page go in, a shortcut or nothing comes out.
 *
 * No single key reaches a relay, whatever has the focus; none acts with Alt, in a field, or while text is selected. [HD-6]
 */

/** Single keys in the order in which the list shows them. F8 is the toasts' own. */
export const singleKeys = {
  "/": "filter",
  j: "next",
  k: "previous",
  x: "expand",
  e: "edit",
  t: "theme",
  r: "refresh",
  "?": "help",
} as const;

export type SingleKey = keyof typeof singleKeys;
export type Shortcut = (typeof singleKeys)[SingleKey] | "palette";

export interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  /** The key is held down. */
  readonly repeat: boolean;
  /** Part of a character that is still being composed. */
  readonly isComposing: boolean;
}

export interface KeyPlace {
  /** Focus is where keys write. */
  readonly isTyping: boolean;
  /** A dialog, menu or list is open or has the focus: its keys are its own. */
  readonly isInOverlay: boolean;
  readonly hasSelection: boolean;
  /** Somebody wants single keys at all. */
  readonly singleKeysOn: boolean;
}

export function shortcutOf(press: KeyPress, place: KeyPlace): Shortcut | null {
  if (press.altKey || press.isComposing) return null;
  if (press.ctrlKey || press.metaKey) return isPalette(press) ? "palette" : null;
  if (!place.singleKeysOn || place.isTyping || place.isInOverlay || place.hasSelection) return null;
  const key = singleKeyOf(press);
  if (key === undefined) return null;
  const shortcut = singleKeys[key];
  const maySlide = shortcut === "next" || shortcut === "previous";
  return press.repeat && !maySlide ? null : shortcut;
}

function isPalette({ key, shiftKey, repeat }: KeyPress): boolean {
  return key.toLowerCase() === "k" && !shiftKey && !repeat;
}

/** With Caps Lock a letter comes as a capital one, but without Shift; signs come with whatever the keyboard needs for them. */
function singleKeyOf({ key, shiftKey }: KeyPress): SingleKey | undefined {
  const typed = shiftKey ? key : key.toLowerCase();
  return Object.keys(singleKeys).find((known): known is SingleKey => known === typed);
}

/** Where on the page the keys lead: elements name themselves by `data-shortcut`, devices by `data-device`. */
import { mainId } from "../paths.ts";
import type { KeyPlace } from "./keys.ts";

const fields = "input, textarea, select, [contenteditable=true], [role=textbox], [role=combobox]";
const overlays = "[role=dialog], [role=menu], [role=listbox]";
/** What takes the page over; the drawer beside it does not. */
const takingOver = "[role=dialog][data-shape=dialog], [role=menu]";

export function keyPlace(target: EventTarget | null): Omit<KeyPlace, "singleKeysOn"> {
  const at = target instanceof Element ? target : document.body;
  return {
    isTyping: at.closest(fields) !== null,
    isInOverlay: at.closest(overlays) !== null || document.querySelector(takingOver) !== null,
    hasSelection: (getSelection()?.toString() ?? "") !== "",
  };
}

/** The device that has the focus, or that holds what has it. */
function focusedDevice(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>("[data-device]") ?? null;
}

/** Moves the focus to the next or previous device; false where there is none. */
export function stepDevice(step: 1 | -1): boolean {
  const devices = [...document.querySelectorAll<HTMLElement>(`#${mainId} [data-device]`)];
  const current = focusedDevice();
  const at = current === null ? -1 : devices.indexOf(current);
  const next = at < 0 ? devices.at(step === 1 ? 0 : -1) : devices[Math.min(Math.max(at + step, 0), devices.length - 1)];
  next?.focus();
  return next !== undefined;
}

/** Opens or closes the focused device where it is a row; false where there is nothing to open. */
export function toggleDevice(): boolean {
  const device = focusedDevice();
  const toggle = device?.querySelector<HTMLElement>("[data-shortcut=expand]");
  toggle?.click();
  return toggle !== null && toggle !== undefined;
}

/**
 * Changes to a layout that are not saved yet, kept in this browser so that a reload, a lost session or a crash takes none of
 * them. One per person and tab, and a tab writes and drops only its own; nothing else of the dashboard is kept. [HD-4]
 *
 * What is read back is whatever lies there: it is used only where it has the form of a draft.
 */
import type { LayoutBody } from "@relaydeck/contract/layouts";

export interface LayoutDraft {
  /** Null: a new layout. */
  readonly id: string | null;
  readonly name: string;
  readonly layout: LayoutBody;
}

export interface DraftPlace {
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;
  readonly userId: string;
  /** Name of the tab whose draft it is. */
  readonly tab: string;
}

export function readDraft(place: DraftPlace): LayoutDraft | null {
  const text = place.storage.getItem(keyOf(place));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isDraft(value) ? value : null;
  } catch {
    // Not JSON, so nothing that we wrote.
    return null;
  }
}

export function writeDraft(place: DraftPlace, draft: LayoutDraft): void {
  try {
    place.storage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // A full or closed storage costs the draft its reload, not the editing.
  }
}

export function dropDraft(place: DraftPlace): void {
  place.storage.removeItem(keyOf(place));
}

/** Where this person can go on: the tab's own draft before those that other tabs have left, without the tabs in `passed`. */
export function waitingDraft(own: DraftPlace, passed: readonly string[] = []): DraftPlace | null {
  const places = [own.tab, ...otherTabs(own)].filter((tab) => !passed.includes(tab)).map((tab) => ({ ...own, tab }));
  return places.find((place) => readDraft(place) !== null) ?? null;
}

/** Makes another tab's draft this one's own; what this tab has of its own stays, and the other's then waits. */
export function takeDraft(own: DraftPlace, from: DraftPlace): void {
  const draft = readDraft(from);
  if (draft === null || readDraft(own) !== null) return;
  writeDraft(own, draft);
  // A full storage keeps it where it was.
  if (readDraft(own) !== null) dropDraft(from);
}

/** Whether the event tells that the draft there was taken or dropped by another tab. */
export function isGone(place: DraftPlace, event: Pick<StorageEvent, "key" | "newValue">): boolean {
  return event.key === keyOf(place) && event.newValue === null;
}

function otherTabs({ storage, userId, tab }: DraftPlace): readonly string[] {
  const start = keyOf({ userId, tab: "" });
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "")
    .filter((key) => key.startsWith(start) && key !== start + tab)
    .map((key) => key.slice(start.length))
    .toSorted();
}

function keyOf({ userId, tab }: Pick<DraftPlace, "userId" | "tab">): string {
  return `relaydeck-layout-draft:${userId}:${tab}`;
}

function isDraft(value: unknown): value is LayoutDraft {
  if (!isRecord(value) || typeof value["name"] !== "string") return false;
  const { id, layout } = value;
  if (id !== null && typeof id !== "string") return false;
  return (
    isRecord(layout) &&
    isRecord(layout["gridSettings"]) &&
    Array.isArray(layout["components"]) &&
    layout["components"].every(isComponent)
  );
}

function isComponent(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value["position"]) || !isRecord(value["settings"])) return false;
  const { x, y, w, h } = value["position"];
  return (
    typeof value["id"] === "string" &&
    typeof value["type"] === "string" &&
    typeof value["visible"] === "boolean" &&
    [x, y, w, h].every((number) => Number.isInteger(number))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

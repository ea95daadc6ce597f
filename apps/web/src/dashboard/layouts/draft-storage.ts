/**
 * Changes to a layout that are not saved yet, kept in this browser so that a reload, a lost session or a crash takes none of
 * them. Each has an id of its own, so two tabs never share one; nothing else of the dashboard is kept. [HD-4]
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
  readonly id: string;
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

/** All that lie here of this person, whoever works on them. */
export function draftsOf({ storage, userId }: Pick<DraftPlace, "storage" | "userId">): readonly DraftPlace[] {
  const start = keyOf({ userId, id: "" });
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "")
    .filter((key) => key.startsWith(start))
    .toSorted()
    .map((key) => ({ storage, userId, id: key.slice(start.length) }))
    .filter((place) => readDraft(place) !== null);
}

/** Names the draft in the storage, and its lock. */
export function keyOf({ userId, id }: Pick<DraftPlace, "userId" | "id">): string {
  return `relaydeck-layout-draft:${userId}:${id}`;
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

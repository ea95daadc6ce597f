/**
 * Changes to a layout that are not saved yet, kept in this browser so that a reload, a lost session or a crash takes none of
 * them. One per person; nothing else of the dashboard is kept. [HD-4]
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

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

function keyOf(userId: string): string {
  return `relaydeck-layout-draft:${userId}`;
}

export function readDraft(storage: Storage, userId: string): LayoutDraft | null {
  const text = storage.getItem(keyOf(userId));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isDraft(value) ? value : null;
  } catch {
    // Not JSON, so nothing that we wrote.
    return null;
  }
}

export function writeDraft(storage: Storage, userId: string, draft: LayoutDraft): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // A full or closed storage costs the draft its reload, not the editing.
  }
}

export function dropDraft(storage: Storage, userId: string): void {
  storage.removeItem(keyOf(userId));
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

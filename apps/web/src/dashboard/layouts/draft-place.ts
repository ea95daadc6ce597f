/**
 * Where this tab keeps its draft: under a name of its own, so that no other tab's editor writes over it or drops it. A reload
 * keeps the name of a tab that has a draft. It lies in the session storage only between two pages: a tab that is duplicated
 * copies that storage, and two tabs of one name would share a draft. [HD-4]
 */
import { base62, systemRandom } from "@relaydeck/kit/random";
import { readDraft, type DraftPlace } from "./draft-storage.ts";

const key = "relaydeck-tab";
let own: DraftPlace | null = null;

export function draftPlace(userId: string): DraftPlace {
  if (own?.userId !== userId) own = { storage: localStorage, userId, tab: own?.tab ?? named() };
  return own;
}

function named(): string {
  addEventListener("pagehide", leave);
  // A page that comes back alive has its name still.
  addEventListener("pageshow", take);
  return take() ?? base62(systemRandom(), 10);
}

function take(): string | null {
  try {
    const name = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return name;
  } catch {
    // A closed storage costs the name; the draft is then offered as another tab's.
    return null;
  }
}

function leave(): void {
  if (own === null || readDraft(own) === null) return;
  try {
    sessionStorage.setItem(key, own.tab);
  } catch {
    // As above.
  }
}

/**
 * Whose a draft is: of the one page that holds its lock. A page that is gone holds none, however it went, so what is left is
 * what nobody holds: the browser says so, and no page has to leave word. [HD-4]
 */
import { base62, systemRandom } from "@relaydeck/kit/random";
import { draftsOf, keyOf, type DraftPlace } from "./draft-storage.ts";

/** A draft that this page works on, until it frees it or is gone. */
export interface HeldDraft {
  readonly place: DraftPlace;
  /** More than once does no harm. */
  readonly free: () => void;
}

/** Where a draft can lie that nobody has begun yet. */
export function newDraftId(): string {
  return base62(systemRandom(), 10);
}

/** Null where another page holds it. */
export function holdDraft(place: DraftPlace): Promise<HeldDraft | null> {
  return new Promise((answer) => {
    void navigator.locks.request(keyOf(place), { ifAvailable: true }, async (lock) => {
      if (lock === null) return answer(null);
      await new Promise<void>((free) => answer({ place, free }));
    });
  });
}

/** This person's drafts that no page works on. */
export async function leftDrafts(userId: string): Promise<readonly DraftPlace[]> {
  const { held = [] } = await navigator.locks.query();
  const inHand = new Set(held.map(({ name }) => name));
  return draftsOf({ storage: localStorage, userId }).filter((place) => !inHand.has(keyOf(place)));
}

/**
 * A store for work that nobody waits for: what a busy database gives up is begun again.
 *
 * The ids of what is stored are made before, so a transaction that was stored after all, though nobody heard of it, ends the
 * second time at its ids instead of being there twice.
 */
import type { Store } from "@relaydeck/db/store";
import { DatabaseUnavailable } from "@relaydeck/db/trouble";

/** Each takes as long as the store's own patience. */
const mostTries = 20;

export function patientStore(store: Store): Store {
  return {
    ...store,
    async write(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await store.write(work);
        } catch (error) {
          if (tries === mostTries || !(error instanceof DatabaseUnavailable)) throw error;
        }
      }
    },
  };
}

/** For the store's own reading besides: it tries again by itself, and without an answer nothing is missed here. */
export function reportOfPatient(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) throw error;
}

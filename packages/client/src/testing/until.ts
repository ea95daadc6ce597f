import { turn } from "@relaydeck/kit/testing/manual-clock";

/** Waits, turn by turn of the event loop, until the condition holds; the test's own limit ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

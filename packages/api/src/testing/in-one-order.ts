/** Two at one instant that want the same rows: whether they take them in one order is told by how often their work is begun. */
import type { Store, Tx } from "@relaydeck/db/store";
import { someoneWaits } from "@relaydeck/db/testing/waiting";

export interface CountingStore extends Store {
  /** Writes begun so far: more than were asked for where a conflict ended one, which is then begun anew. */
  begun(): number;
}

export function counting(store: Store): CountingStore {
  let begun = 0;
  const write: Store["write"] = (work, options) =>
    store.write((tx) => {
      begun += 1;
      return work(tx);
    }, options);
  return { ...store, write, begun: () => begun };
}

export interface Crossing<T> {
  readonly first: (tx: Tx) => Promise<unknown>;
  readonly then: (tx: Tx) => Promise<unknown>;
  readonly meanwhile: () => Promise<T>;
}

/**
 * One transaction takes its first rows; what happens meanwhile comes to where it waits for them; then the transaction goes on to
 * its next rows. Resolves with the answer of what happened meanwhile, and how many writes were begun.
 */
export async function cross<T>(store: CountingStore, of: Crossing<T>): Promise<{ answer: T; begun: number }> {
  const before = store.begun();
  let tellHeld = () => {};
  const isHeld = new Promise<void>((resolve) => {
    tellHeld = resolve;
  });
  let isOver = false;
  const holding = store.write(async (tx) => {
    await of.first(tx);
    tellHeld();
    // On SQLite the other one waits from its first step on.
    while (store.dialect === "postgres" && !isOver && !(await someoneWaits(store.read))) continue;
    await of.then(tx);
  });
  await Promise.race([isHeld, holding]);
  const meanwhile = of.meanwhile().finally(() => {
    isOver = true;
  });
  const [answer] = await Promise.all([meanwhile, holding]);
  return { answer, begun: store.begun() - before };
}

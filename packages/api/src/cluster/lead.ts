/** Who does what only one process of the installation may do: listen to the cloud, and what time alone decides. [LE-1] */
import type { Store, Tx } from "@relaydeck/db/store";

export interface Lead {
  /** By this process's own steady clock: it led a moment ago, and nobody can have taken its place yet. */
  holds(): boolean;
  /** In the eyes of the database, and until this transaction ends. */
  isConfirmed(tx: Tx): Promise<boolean>;
}

/** Where there is one process. */
export const soleLead: Lead = { holds: () => true, isConfirmed: async () => true };

/** This process leads no more, so what it was about to write as the leader is not written. */
export class NotLeading extends Error {
  override readonly name = "NotLeading";

  constructor() {
    super("Another process leads this installation now; nothing was stored");
  }
}

/** The same store for the leader's work alone: its writes throw `NotLeading` once another process leads. */
export function storeOfLeader(store: Store, lead: Lead): Store {
  return {
    ...store,
    write: (work) =>
      store.write(async (tx) => {
        if (!lead.holds() || !(await lead.isConfirmed(tx))) throw new NotLeading();
        return work(tx);
      }),
  };
}

/** Changes of one person's layouts happen one after another, on every node: the bound holds and exactly one is the default. [D4] */
import type { Tx } from "@relaydeck/db/store";
import { lockKeys } from "../limits/rate-limits.ts";

/** Held until the transaction ends. */
export function lockLayouts(tx: Tx, userId: string): Promise<void> {
  return lockKeys(tx, [`l:layouts:${userId}`]);
}

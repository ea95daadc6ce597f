import type { Tx } from "@relaydeck/db/store";
import { lockKeys } from "./rate-limits.ts";

/** Those who change the shares of one device wait for each other until the transaction ends. */
export function lockShares(tx: Tx, deviceId: string): Promise<void> {
  return lockKeys(tx, [`l:shares:${deviceId}`]);
}

import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { limitOf } from "./limit-figures.ts";
import { countMailRequest } from "./mail-limits.ts";
import { giveBack, lockKeys, takeAll } from "./rate-limits.ts";

/** Those who change the shares of one device wait for each other until the transaction ends. */
export function lockShares(tx: Tx, deviceId: string): Promise<void> {
  return lockKeys(tx, [`l:shares:${deviceId}`]);
}

/**
 * An invitation by mail: what every mail that anybody can ask for is bounded by, and 30 a day and sender, which also
 * bounds how many addresses somebody can try for an account. [checklist section 5, D43]
 */
export async function countInvitation(
  tx: Tx,
  asking: { userId: string; email: string; address: string; now: number; factor: number },
): Promise<Result<null, Refusal>> {
  const { userId, now, factor } = asking;
  const sent = await takeAll(tx, [limitOf("invitationsPerUser", `l:invite:${userId}`, factor)], now);
  if (!sent.ok) return sent;
  const mailed = await countMailRequest(tx, { ...asking, wish: "invitation" });
  if (mailed.ok) return ok(null);
  await giveBack(tx, sent.value);
  return mailed;
}

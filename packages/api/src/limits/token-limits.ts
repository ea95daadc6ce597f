import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { limitOf } from "./limit-figures.ts";
import { takeAll } from "./rate-limits.ts";

/** A new token for a program: 30 an hour and user, as each one sends a mail. */
export async function countNewToken(
  tx: Tx,
  { userId, now, factor }: { userId: string; now: number; factor: number },
): Promise<Result<null, Refusal>> {
  const taken = await takeAll(tx, [limitOf("newTokensPerUser", `l:new-token:${userId}`, factor)], now);
  return taken.ok ? ok(null) : taken;
}

import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { hourMs, takeAll } from "./rate-limits.ts";

/** A new token for a program: 30 an hour and user, as each one sends a mail. */
export async function countNewToken(
  tx: Tx,
  { userId, now, factor }: { userId: string; now: number; factor: number },
): Promise<Result<null, Refusal>> {
  const taken = await takeAll(tx, [{ key: `l:new-token:${userId}`, limit: 30 * factor, windowMs: hourMs }], now);
  return taken.ok ? ok(null) : taken;
}

import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { hourMs, takeAll } from "./rate-limits.ts";

/** A try to register a device: 10 an hour and user, 40 an hour in all, below the cloud's 50 look-ups. [D30, checklist 5] */
export async function countDeviceRegistration(
  tx: Tx,
  { userId, now, factor }: { userId: string; now: number; factor: number },
): Promise<Result<null, Refusal>> {
  const limits = [
    { key: `l:device-user:${userId}`, limit: 10 * factor, windowMs: hourMs },
    { key: "l:device-all", limit: 40 * factor, windowMs: hourMs },
  ];
  const taken = await takeAll(tx, limits, now);
  return taken.ok ? ok(null) : taken;
}

import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { limitOf } from "./limit-figures.ts";
import { takeAll } from "./rate-limits.ts";

/** A try to register a device: 10 an hour and user, 40 an hour in all, below the cloud's 50 look-ups. [D30, checklist 5] */
export async function countDeviceRegistration(
  tx: Tx,
  { userId, now, factor }: { userId: string; now: number; factor: number },
): Promise<Result<null, Refusal>> {
  const limits = [
    limitOf("deviceRegistrationsPerUser", `l:device-user:${userId}`, factor),
    limitOf("deviceRegistrations", "l:device-all", factor),
  ];
  const taken = await takeAll(tx, limits, now);
  return taken.ok ? ok(null) : taken;
}

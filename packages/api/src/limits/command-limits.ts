import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { minuteMs, takeAll } from "./rate-limits.ts";

/**
 * A relay command that begins: 10 in 10 s and device, 60 a minute and user. To be asked in the transaction that begins
 * it, after a known key was answered; refused ones never reach the cloud.
 */
export async function countCommand(
  tx: Tx,
  command: { userId: string; deviceId: string; now: number; factor: number },
): Promise<Result<null, Refusal>> {
  const limits = [
    { key: `l:command-device:${command.deviceId}`, limit: 10 * command.factor, windowMs: 10_000 },
    { key: `l:command-user:${command.userId}`, limit: 60 * command.factor, windowMs: minuteMs },
  ];
  const taken = await takeAll(tx, limits, command.now);
  return taken.ok ? ok(null) : taken;
}

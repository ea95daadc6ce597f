import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { limitOf } from "./limit-figures.ts";
import { lockKeys, takeAll } from "./rate-limits.ts";

/**
 * From here to the end of the transaction no other command of this user begins, at whatever node: who waited here finds an
 * equal one that was begun meanwhile. [CM-1] With all keys that `countCommand` takes, so that these are held in their one order.
 */
export function lockCommandsOf(tx: Tx, { userId, deviceId }: { userId: string; deviceId: string }): Promise<void> {
  return lockKeys(tx, [userKey(userId), deviceKey(deviceId)]);
}

function deviceKey(deviceId: string): string {
  return `l:command-device:${deviceId}`;
}

function userKey(userId: string): string {
  return `l:command-user:${userId}`;
}

/**
 * A relay command that begins: 10 in 10 s and device, 60 a minute and user. To be asked in the transaction that begins
 * it, after a known key was answered; refused ones never reach the cloud.
 */
export async function countCommand(
  tx: Tx,
  command: { userId: string; deviceId: string; now: number; factor: number },
): Promise<Result<null, Refusal>> {
  const limits = [
    limitOf("commandsPerDevice", deviceKey(command.deviceId), command.factor),
    limitOf("commandsPerUser", userKey(command.userId), command.factor),
  ];
  const taken = await takeAll(tx, limits, command.now);
  return taken.ok ? ok(null) : taken;
}

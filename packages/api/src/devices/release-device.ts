/**
 * A device is given up: nobody owns it and everybody's right on it ends, at once and in the caller's transaction. [D30, AD-7]
 *
 * What people called it goes too, so that whoever registers it next finds nothing of theirs; the audit keeps it, as the name of a
 * thing. [AD-8] Not here: why it is given up.
 */
import { disableAlerts } from "@relaydeck/db/alerts/store";
import { relaysOf, updateDevice, updateRelay, type DeviceRow } from "@relaydeck/db/devices/store";
import { endInvites } from "@relaydeck/db/shares/invites";
import type { Tx } from "@relaydeck/db/store";
import { audit } from "../audit/audit.ts";
import type { Doer } from "../audit/doer.ts";
import type { Ground } from "../ground.ts";
import { toLiveEvent } from "../live/append.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";
import { endSharesIn } from "../shares/end-shares.ts";

export interface Releasing {
  /** Locked, and as it was read then: whoever has it at this moment loses it. */
  readonly device: DeviceRow;
  readonly by: Doer;
  /** For the audit, such as `account-deleted`. */
  readonly reason: string;
  /** What it and its relays were called stays in the audit; of an account that ends it goes with the account. [AD-8, DA-2] */
  readonly tellsNames: boolean;
}

export async function releaseDevice(
  deps: Pick<Ground, "clock" | "random" | "log">,
  tx: Tx,
  { device, by, reason, tellsNames }: Releasing,
): Promise<void> {
  const now = deps.clock.now();
  const { id: deviceId } = device;
  // Before the first row of the audit; see lock.ts.
  await endInvites(tx, { deviceId }, now);
  await disableAlerts(tx, { deviceId }, now);
  await cancelUnsentCommands(tx, { deviceId }, deps);
  await endSharesIn(deps, tx, { which: { deviceId }, reason, by });
  await updateDevice(tx, { id: deviceId }, { ownerId: null, ownedSince: null, name: plainName(device), updatedAt: now });
  const relays = await relaysOf(tx, [deviceId]);
  for (const { number } of relays) await updateRelay(tx, { deviceId, number }, { name: plainRelayName(number) });
  const names = { name: device.name, relays: relays.map(({ number, name }) => ({ number, name })) };
  const body = { kind: "access", access: "none", expiresAt: null, device: null } as const;
  if (device.ownerId !== null) await tx.live([toLiveEvent({ deviceId, userId: device.ownerId, body })]);
  await audit(tx, {
    at: now,
    ...by,
    action: "device.released",
    subjectKind: "device",
    subjectId: deviceId,
    before: { ownerId: device.ownerId, ...(tellsNames ? names : {}) },
    after: { reason },
  });
}

/** What the form would call it. [D29] */
export function plainName({ model, serialNumber }: Pick<DeviceRow, "model" | "serialNumber">): string {
  return `${model === "powerone" ? "PowerOne" : "Device"} ${serialNumber.slice(-4)}`;
}

/** A relay that nobody has named. */
export function plainRelayName(number: number): string {
  return `Relay ${number}`;
}

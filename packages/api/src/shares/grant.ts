/**
 * What a right that begins or changes brings with it, in the transaction of the change: the row of the live log from which
 * on the device's events reach that person, and the audit. [C6, WS-5]
 *
 * Not here: whether it may be given (share-device.ts, accept-invite.ts, restore-share.ts).
 */
import { accessTo, type Access } from "@relaydeck/core/policy";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import { findActiveShare, type ShareRow } from "@relaydeck/db/shares/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { audit } from "../audit/audit.ts";
import type { Doer } from "../audit/doer.ts";
import { neutralDevices } from "../devices/facts.ts";
import { toLiveEvent } from "../live/append.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";
import type { SharesDeps } from "./shares-deps.ts";

interface Grant {
  readonly by: Doer;
  readonly device: DeviceRow;
  readonly share: ShareRow;
  /** The person's right on the device until now, as `rightBefore` gives it; left out, there was none. */
  readonly before?: Access;
  readonly action: "share.granted" | "share.accepted" | "share.restored";
}

type GrantDeps = Pick<SharesDeps, "clock" | "random" | "log" | "profiles">;

/** To be asked before the share is put: it may change one that the person has. */
export async function rightBefore(tx: Tx, of: { device: DeviceRow; userId: string; now: number }): Promise<Access> {
  const held = await findActiveShare(tx, { deviceId: of.device.id, sharedWithId: of.userId });
  return accessTo(of.device, { ...of, shares: held === null ? [] : [held] });
}

export async function tellGrant(deps: GrantDeps, tx: Tx, { by, device, share, action, before = "none" }: Grant): Promise<void> {
  const now = deps.clock.now();
  const { deviceId, ownerId, sharedWithId, permission, expiresAt } = share;
  // Who may only look from here on switches nothing more, not even what waits.
  if (permission === "view") await cancelUnsentCommands(tx, { actorId: sharedWithId, deviceId }, deps);
  const [neutral] = await neutralDevices(tx, [device], { profiles: deps.profiles, now });
  const shown = present(neutral, "One device in, one out");
  const body = { kind: "access", access: permission, expiresAt, device: shown, before } as const;
  await tx.live([
    toLiveEvent({ deviceId, userId: sharedWithId, body }),
    toLiveEvent({ deviceId, userId: ownerId, body: { kind: "shares" } }),
  ]);
  const { requestId } = by.request;
  const { actorId: userId } = by;
  tx.afterCommit(() => deps.log.info(action, { requestId, userId, shareId: share.id, deviceId, sharedWithId, permission }));
  await audit(tx, {
    at: now,
    ...by,
    action,
    subjectKind: "share",
    subjectId: share.id,
    after: { deviceId, sharedWithId, permission, expiresAt },
  });
}

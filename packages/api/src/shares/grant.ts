/**
 * What a right that begins or changes brings with it, in the transaction of the change: the row of the live log from which
 * on the device's events reach that person, and the audit. [C6, WS-5]
 *
 * Not here: whether it may be given (share-device.ts, accept-invite.ts, restore-share.ts).
 */
import type { DeviceRow } from "@relaydeck/db/devices/store";
import type { ShareRow } from "@relaydeck/db/shares/store";
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
  readonly action: "share.granted" | "share.accepted" | "share.restored";
}

type GrantDeps = Pick<SharesDeps, "clock" | "random" | "log" | "profiles">;

export async function tellGrant(deps: GrantDeps, tx: Tx, { by, device, share, action }: Grant): Promise<void> {
  const now = deps.clock.now();
  const { deviceId, ownerId, sharedWithId, permission, expiresAt } = share;
  // Who may only look from here on switches nothing more, not even what waits.
  if (permission === "view") await cancelUnsentCommands(tx, { actorId: sharedWithId, deviceId }, deps);
  const [neutral] = await neutralDevices(tx, [device], { profiles: deps.profiles, now });
  const body = { kind: "access", access: permission, expiresAt, device: present(neutral, "One device in, one out") } as const;
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

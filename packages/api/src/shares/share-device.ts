/** The owner gives somebody a right on a device, or changes the one they have. [AZ-6, D42, D44] */
import { newId } from "@relaydeck/contract/ids";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findUserByEmail } from "@relaydeck/db/accounts/store";
import { putShare, type ShareRow } from "@relaydeck/db/shares/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { reachFor, type DeviceInReach } from "../devices/access.ts";
import { neutralDevices } from "../devices/facts.ts";
import { toLiveEvent } from "../live/append.ts";

export interface Sharing {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly deviceId: string;
  /** Normalised address of an account that exists; invitations to others come with their own story. */
  readonly email: string;
  readonly permission: "view" | "control";
  /** Epoch ms, ahead of now; null = until revoked. */
  readonly expiresAt: number | null;
}

type ShareDeps = Pick<Ground, "store" | "clock" | "random" | "log" | "profiles">;

export function shareDevice(deps: ShareDeps, sharing: Sharing): Promise<Result<ShareRow, Refusal>> {
  const now = deps.clock.now();
  const { userId } = sharing.caller;
  return deps.store.write(async (tx) => {
    const found = await reachFor(tx, "shares", { deviceId: sharing.deviceId, userId, now });
    if (!found.ok) return found;
    if (sharing.expiresAt !== null && sharing.expiresAt <= now) return refuse("EXPIRY_PAST");
    const person = await findUserByEmail(tx, sharing.email);
    if (person === null || !person.emailVerified) return refuse("NOT_FOUND");
    if (person.id === userId) return refuse("SELF_SHARE");
    const { share } = await putShare(tx, {
      id: newId("share", deps.random),
      deviceId: sharing.deviceId,
      ownerId: userId,
      sharedWithId: person.id,
      permission: sharing.permission,
      expiresAt: sharing.expiresAt,
      sharedAt: now,
      updatedAt: now,
    });
    await tellGrant(deps, tx, { sharing, found: found.value, share });
    return ok(share);
  });
}

async function tellGrant(
  deps: ShareDeps,
  tx: Tx,
  what: { sharing: Sharing; found: DeviceInReach; share: ShareRow },
): Promise<void> {
  const { share, sharing } = what;
  const now = deps.clock.now();
  const [neutral] = await neutralDevices(tx, [what.found.device], { profiles: deps.profiles, now });
  const device = present(neutral, "One device in, one out");
  const { deviceId } = share;
  await tx.live([
    toLiveEvent({
      deviceId,
      userId: share.sharedWithId,
      body: { kind: "access", access: share.permission, expiresAt: share.expiresAt, device },
    }),
    toLiveEvent({ deviceId, userId: share.ownerId, body: { kind: "shares" } }),
  ]);
  const { permission, sharedWithId } = share;
  const { requestId } = sharing.request;
  tx.afterCommit(() =>
    deps.log.info("share.granted", { requestId, userId: share.ownerId, shareId: share.id, deviceId, sharedWithId, permission }),
  );
  await audit(tx, {
    at: now,
    request: sharing.request,
    actorKind: "user",
    actorId: sharing.caller.userId,
    action: "share.granted",
    subjectKind: "share",
    subjectId: share.id,
    after: { deviceId, sharedWithId, permission, expiresAt: share.expiresAt },
  });
}

/**
 * Shares end: revoked by the owner, left by the sharee, or by time. In one transaction with the end go the unsent
 * commands, their alerts on the device, and the row of the live log after which no event of it reaches them.
 * [C6, WS-5, AZ-2, D48]
 */
import { isIdOf } from "@relaydeck/contract/ids";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { EndedShare } from "@relaydeck/contract/shares";
import { lockDevice } from "@relaydeck/db/accounts/lock";
import { findUserById } from "@relaydeck/db/accounts/store";
import { expiredShares } from "@relaydeck/db/shares/expired";
import { disableAlerts, suspendAlerts } from "@relaydeck/db/alerts/store";
import { endInvites, findInviteById } from "@relaydeck/db/shares/invites";
import { endShares, findActiveShare, findShare, type ShareRow, type SharesToEnd } from "@relaydeck/db/shares/store";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import { personDoing, type Doer } from "../audit/doer.ts";
import type { Ground } from "../ground.ts";
import { reachFor } from "../devices/access.ts";
import { toLiveEvent } from "../live/append.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";
import { tellInvite } from "./invite-person.ts";
import type { Asking } from "./shares-deps.ts";

type EndDeps = Pick<Ground, "store" | "clock" | "random" | "log">;

interface Ending extends Asking {
  readonly shareId: string;
}

/**
 * The owner revokes, the sharee leaves; ended before = the same answer. Anybody else finds none, whatever they may do with the
 * device: shares of others are not theirs to see. [rest-shapes section 6, D42]
 */
export function endShare(deps: EndDeps, ending: Ending): Promise<Result<EndedShare, Refusal>> {
  return deps.store.write(async (tx) => {
    if (isIdOf("invite", ending.shareId)) return endInvite(deps, tx, ending);
    const share = await findShare(tx, ending.shareId);
    if (share === null) return refuse("NOT_FOUND");
    if (share.sharedWithId === ending.caller.userId) return ok(await end(deps, tx, { share, ending, reason: "left" }));
    const owned = await isManagedBy(deps, tx, { row: share, ending });
    return owned.ok ? ok(await end(deps, tx, { share, ending, reason: "revoked" })) : owned;
  });
}

/** The sharee alone; whose share it is not finds none. */
export function leaveShare(deps: EndDeps, ending: Ending): Promise<Result<EndedShare, Refusal>> {
  return deps.store.write(async (tx) => {
    if (isIdOf("invite", ending.shareId)) return leaveInvite(tx, ending);
    const share = await findShare(tx, ending.shareId);
    if (share?.sharedWithId !== ending.caller.userId) return refuse("NOT_FOUND");
    return ok(await end(deps, tx, { share, ending, reason: "left" }));
  });
}

async function end(
  deps: EndDeps,
  tx: Tx,
  { share, ending, reason }: { share: ShareRow; ending: Ending; reason: "left" | "revoked" },
): Promise<EndedShare> {
  await lockDevice(tx, share.deviceId);
  const ended = await endShares(tx, { id: share.id }, { at: deps.clock.now(), reason });
  for (const row of ended) await tellEnd(deps, tx, { share: row, by: personDoing(ending) });
  return { id: share.id, message: "Access revoked" };
}

/** For the person whom an invitation waits for there is nothing to end yet. Anybody else finds none. */
async function leaveInvite(tx: Tx, ending: Ending): Promise<Result<EndedShare, Refusal>> {
  const invite = await findInviteById(tx, ending.shareId);
  const person = await findUserById(tx, ending.caller.userId);
  const isTheirs = invite !== null && person?.emailVerified === true && person.email === invite.address;
  return isTheirs ? ok({ id: invite.id, message: "Access revoked" }) : refuse("NOT_FOUND");
}

/** An invitation that its owner takes back, with the share that it became meanwhile. */
async function endInvite(deps: EndDeps, tx: Tx, ending: Ending): Promise<Result<EndedShare, Refusal>> {
  const left = await leaveInvite(tx, ending);
  const invite = left.ok ? null : await findInviteById(tx, ending.shareId);
  if (invite === null) return left;
  const owned = await isManagedBy(deps, tx, { row: invite, ending });
  if (!owned.ok) return owned;
  await lockDevice(tx, invite.deviceId);
  for (const ended of await endInvites(tx, { id: invite.id }, deps.clock.now()))
    await tellInvite(deps, tx, { invite: ended, by: ending, action: "invite.ended" });
  const share = await becameOf(tx, invite.id);
  if (share?.ownerId === ending.caller.userId) await end(deps, tx, { share, ending, reason: "revoked" });
  return ok({ id: invite.id, message: "Access revoked" });
}

/** The active share of whoever accepted it. */
async function becameOf(tx: Tx, inviteId: string): Promise<ShareRow | null> {
  const invite = await findInviteById(tx, inviteId);
  if (invite === null || invite.acceptedById === null) return null;
  return findActiveShare(tx, { deviceId: invite.deviceId, sharedWithId: invite.acceptedById });
}

/** The caller may manage the shares of that device, and gave this one: not somebody who owned it before. Else there is none. [AD-7] */
async function isManagedBy(
  { clock }: EndDeps,
  tx: Tx,
  { row, ending }: { row: Pick<ShareRow, "deviceId" | "ownerId">; ending: Ending },
): Promise<Result<null, Refusal>> {
  const { userId } = ending.caller;
  const found = await reachFor(tx, "shares", { deviceId: row.deviceId, userId, now: clock.now() });
  return found.ok && row.ownerId === userId ? ok(null) : refuse("NOT_FOUND");
}

/** Ends what time has ended, so that people are told; nothing is sent to them meanwhile, whoever runs this and when. */
export async function endExpiredShares(deps: EndDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { id, deviceId } of await expiredShares(deps.store.read, { now, limit: 200 })) {
    await deps.store.write(async (tx) => {
      await lockDevice(tx, deviceId);
      // It may have been prolonged meanwhile.
      const share = await findShare(tx, id);
      if (share === null || share.expiresAt === null || share.expiresAt > now) return;
      const ended = await endShares(tx, { id }, { at: now, reason: "expired" });
      for (const row of ended) await tellEnd(deps, tx, { share: row, by: null });
    });
  }
}

/** Ends shares that fall with something else, such as a device that is given up; their devices are locked. `by` null: by nobody. Returns how many. */
export async function endSharesIn(
  deps: Pick<EndDeps, "clock" | "random" | "log">,
  tx: Tx,
  what: { which: SharesToEnd; reason: string; by: Doer | null },
): Promise<number> {
  const ended = await endShares(tx, what.which, { at: deps.clock.now(), reason: what.reason });
  for (const share of ended) await tellEnd(deps, tx, { share, by: what.by });
  return ended.length;
}

async function tellEnd(
  deps: Pick<EndDeps, "clock" | "random" | "log">,
  tx: Tx,
  what: { share: ShareRow; by: Doer | null },
): Promise<void> {
  const { share, by } = what;
  const { deviceId } = share;
  await cancelUnsentCommands(tx, { actorId: share.sharedWithId, deviceId }, deps);
  // At the moment of the share's end, by which undo finds them. It takes back what was revoked, and nothing else.
  const silence = share.endedReason === "revoked" ? suspendAlerts : disableAlerts;
  await silence(tx, { userId: share.sharedWithId, deviceId }, share.endedAt ?? deps.clock.now());
  await tx.live([
    toLiveEvent({
      deviceId,
      userId: share.sharedWithId,
      body: { kind: "access", access: "none", expiresAt: null, device: null },
    }),
    toLiveEvent({ deviceId, userId: share.ownerId, body: { kind: "shares" } }),
  ]);
  const [requestId, userId] = [by?.request.requestId ?? null, by?.actorId ?? null];
  tx.afterCommit(() =>
    deps.log.info("share.ended", { requestId, userId, shareId: share.id, deviceId, reason: share.endedReason }),
  );
  await audit(tx, {
    at: deps.clock.now(),
    request: by?.request ?? null,
    actorKind: by?.actorKind ?? "system",
    actorId: userId,
    action: "share.ended",
    subjectKind: "share",
    subjectId: share.id,
    before: { permission: share.permission },
    after: { reason: share.endedReason },
  });
}

/**
 * Shares end: revoked by the owner, left by the sharee, or by time. In one transaction with the end go the unsent
 * commands, and the row of the live log after which no event of the device reaches them. [C6, WS-5, AZ-2]
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { expiredShares } from "@relaydeck/db/shares/expired";
import { endShares, findShare, type ShareRow, type SharesToEnd } from "@relaydeck/db/shares/store";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { toLiveEvent } from "../live/append.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";

type EndDeps = Pick<Ground, "store" | "clock" | "random" | "log">;

interface EndedBy {
  readonly caller: Caller;
  readonly request: RequestFacts;
}

interface Ending extends EndedBy {
  readonly shareId: string;
}

/** The owner revokes, the sharee leaves; ended before = the same answer. Anybody else: as if there were none. */
export function endShare(deps: EndDeps, ending: Ending): Promise<Result<{ id: string; message: string }, Refusal>> {
  return deps.store.write(async (tx) => {
    const share = await findShare(tx, ending.shareId);
    const { userId } = ending.caller;
    if (share === null || (share.ownerId !== userId && share.sharedWithId !== userId)) return refuse("NOT_FOUND");
    const reason = share.ownerId === userId ? "revoked" : "left";
    const ended = await endShares(tx, { id: share.id }, { at: deps.clock.now(), reason });
    for (const row of ended) await tellEnd(deps, tx, { share: row, by: ending });
    return ok({ id: share.id, message: "Access revoked" });
  });
}

/** Ends what time has ended, so that people are told; nothing is sent to them meanwhile, whoever runs this and when. */
export async function endExpiredShares(deps: EndDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { id } of await expiredShares(deps.store.read, { now, limit: 200 })) {
    await deps.store.write(async (tx) => {
      const ended = await endShares(tx, { id }, { at: now, reason: "expired" });
      for (const share of ended) await tellEnd(deps, tx, { share, by: null });
    });
  }
}

/** Ends shares that fall with something else, such as a device that is given up; returns how many. */
export async function endSharesIn(
  deps: Pick<EndDeps, "clock" | "random" | "log">,
  tx: Tx,
  what: { which: SharesToEnd; reason: string; by: EndedBy },
): Promise<number> {
  const ended = await endShares(tx, what.which, { at: deps.clock.now(), reason: what.reason });
  for (const share of ended) await tellEnd(deps, tx, { share, by: what.by });
  return ended.length;
}

async function tellEnd(
  deps: Pick<EndDeps, "clock" | "random" | "log">,
  tx: Tx,
  what: { share: ShareRow; by: EndedBy | null },
): Promise<void> {
  const { share, by } = what;
  const { deviceId } = share;
  await cancelUnsentCommands(tx, { actorId: share.sharedWithId, deviceId }, deps);
  await tx.live([
    toLiveEvent({
      deviceId,
      userId: share.sharedWithId,
      body: { kind: "access", access: "none", expiresAt: null, device: null },
    }),
    toLiveEvent({ deviceId, userId: share.ownerId, body: { kind: "shares" } }),
  ]);
  const [requestId, userId] = [by?.request.requestId ?? null, by?.caller.userId ?? null];
  tx.afterCommit(() =>
    deps.log.info("share.ended", { requestId, userId, shareId: share.id, deviceId, reason: share.endedReason }),
  );
  await audit(tx, {
    at: deps.clock.now(),
    request: by?.request ?? null,
    actorKind: by === null ? "system" : "user",
    actorId: userId,
    action: "share.ended",
    subjectKind: "share",
    subjectId: share.id,
    before: { permission: share.permission },
    after: { reason: share.endedReason },
  });
}

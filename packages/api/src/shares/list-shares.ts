/** The owner's list of one device: who may see or switch it now, and who is invited. [rest-shapes section 6] */
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Share } from "@relaydeck/contract/shares";
import { findUserById } from "@relaydeck/db/accounts/store";
import { listInvites } from "@relaydeck/db/shares/invites";
import { listSharesOfDevice } from "@relaydeck/db/shares/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller } from "../caller.ts";
import { reachFor } from "../devices/access.ts";
import { toPendingShare, toShare } from "./share-view.ts";
import type { SharesDeps } from "./shares-deps.ts";

/** Newest first; what time has ended is left out, whether somebody was told of it yet or not. [AZ-5] */
export async function listShares(
  { store, clock }: Pick<SharesDeps, "store" | "clock">,
  { caller, deviceId }: { caller: Caller; deviceId: string },
): Promise<Result<Share[], Refusal>> {
  const now = clock.now();
  const found = await reachFor(store.read, "shares", { deviceId, userId: caller.userId, now });
  if (!found.ok) return found;
  const shares = (await listSharesOfDevice(store.read, deviceId)).map((row) => toShare(row, now));
  const owner = present(await findUserById(store.read, caller.userId), "Who asks has an account");
  const invites = await listInvites(store.read, { deviceId, now });
  const pending = invites
    .filter(({ expiresAt }) => expiresAt === null || now < expiresAt)
    .map((invite) => toPendingShare(invite, { owner, device: found.value.device }));
  return ok([...shares.filter(({ isActive }) => isActive), ...pending].toSorted(newestFirst));
}

function newestFirst(a: Share, b: Share): number {
  if (a.sharedAt !== b.sharedAt) return a.sharedAt < b.sharedAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

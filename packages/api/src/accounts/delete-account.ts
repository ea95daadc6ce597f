/**
 * Somebody deletes their own account. In one transaction all that ends with it (end-account.ts), the traces of where they
 * were, and one last mail. [AD-5, D30, SE-5]
 *
 * The row is marked, keeps nothing reachable, and is removed from the bin after 30 days (retention/prune.ts). What is
 * kept beyond that, commands and audit, knows the person only by an id. [DA-2]
 */
import type { DeleteAccount } from "@relaydeck/contract/profile";
import type { Refusal } from "@relaydeck/contract/refusals";
import type { UserRow } from "@relaydeck/db/accounts/store";
import { forgetAddressesOf } from "@relaydeck/db/analytics/user-sessions";
import { forgetAuditAddressesOf } from "@relaydeck/db/audit/addresses";
import { forgetInvitesTo } from "@relaydeck/db/shares/invites";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { postMail } from "@relaydeck/mail/outbox";
import { accountDeletedLetter } from "@relaydeck/mail/profile-letters";
import { audit } from "../audit/audit.ts";
import { personDoing } from "../audit/doer.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import { toLiveEvent } from "../live/append.ts";
import { binMs } from "../retention/prune.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { endAccount } from "./end-account.ts";
import { freshProof, stillProven } from "./fresh-proof.ts";
import { roughClient } from "./rough-client.ts";

export interface DeletingAccount {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: DeleteAccount;
}

/** The id that is left. */
export async function deleteAccount(deps: AccountsDeps, deleting: DeletingAccount): Promise<Result<string, Refusal>> {
  const { caller, request, input } = deleting;
  const proof = await freshProof(deps, { caller, request, currentPassword: input.currentPassword });
  if (!proof.ok) return proof;
  const deleted = await deps.store.write(async (tx) => {
    const proven = await stillProven(deps, tx, proof.value);
    if (!proven.ok) return proven;
    await eraseAccount(deps, tx, { user: proven.value, deleting });
    return ok(proven.value.id);
  });
  if (deleted.ok) deps.log.info("account.deleted", { requestId: request.requestId, userId: deleted.value });
  return deleted;
}

interface Erasing {
  readonly user: UserRow;
  readonly deleting: DeletingAccount;
}

async function eraseAccount(deps: AccountsDeps, tx: Tx, { user, deleting }: Erasing): Promise<void> {
  const { request } = deleting;
  const now = deps.clock.now();
  const userId = user.id;
  const by = personDoing(deleting);
  await endAccount(deps, tx, { user, by, deletedBy: "self" });
  // Whoever invited them is not told why an invitation that still waited is gone.
  for (const { ownerId, deviceId } of await forgetInvitesTo(tx, { userId, address: user.email }))
    await tx.live([toLiveEvent({ deviceId, userId: ownerId, body: { kind: "shares" } })]);
  await forgetAddressesOf(tx, userId);
  await postFarewell(deps, tx, { user, request });
  await audit(tx, { at: now, ...by, action: "account.deleted", subjectKind: "user", subjectId: userId });
  // The last row above included.
  await forgetAuditAddressesOf(tx, userId);
}

async function postFarewell(
  { clock, random, settings, wakeMail }: AccountsDeps,
  tx: Tx,
  { user, request }: { user: UserRow; request: RequestFacts },
): Promise<void> {
  const now = clock.now();
  const letter = accountDeletedLetter({
    firstName: user.firstName,
    language: request.language,
    binDays: binMs / (24 * 60 * 60_000),
    happened: { at: now, client: roughClient(request.userAgent), address: request.address },
  });
  await postMail(tx, {
    to: user.email,
    userId: user.id,
    letter,
    template: "account-deleted",
    now,
    publicUrl: settings.publicUrl,
    random,
  });
  tx.afterCommit(wakeMail);
}

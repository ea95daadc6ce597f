/**
 * Somebody deletes their own account. In one transaction: sessions, tokens and links die, unsent commands are cancelled,
 * devices have no owner any more, shares given and received end, mails to and about them go. [AD-5, D30, SE-5]
 *
 * The row is marked, keeps nothing reachable, and is removed from the bin after 30 days (retention/prune.ts). What is
 * kept beyond that, commands and audit, knows the person only by an id. [DA-2]
 */
import type { DeleteAccount } from "@relaydeck/contract/profile";
import type { Refusal } from "@relaydeck/contract/refusals";
import { updateUser, type UserRow } from "@relaydeck/db/accounts/store";
import { deleteAlerts } from "@relaydeck/db/alerts/store";
import { forgetAddressesOf } from "@relaydeck/db/analytics/user-sessions";
import { forgetAuditAddressesOf } from "@relaydeck/db/audit/addresses";
import { visibleDevices } from "@relaydeck/db/devices/access";
import { deleteMailsOf } from "@relaydeck/db/mail/outbox";
import { deleteMailTokens } from "@relaydeck/db/mail/tokens";
import { forgetOldBrowsers } from "@relaydeck/db/sessions/known-browsers";
import { endInvites, forgetInvitesTo } from "@relaydeck/db/shares/invites";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { postMail } from "@relaydeck/mail/outbox";
import { accountDeletedLetter } from "@relaydeck/mail/profile-letters";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import { releaseDevice } from "../devices/release-device.ts";
import { toLiveEvent } from "../live/append.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";
import { binMs } from "../retention/prune.ts";
import { endSharesIn } from "../shares/end-shares.ts";
import { revokeTokensOf } from "../tokens/end-tokens.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { freshProof, stillProven } from "./fresh-proof.ts";
import { roughClient } from "./rough-client.ts";

export interface DeletingAccount {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: DeleteAccount;
}

const reason = "account-deleted";

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
  await endAccess(deps, tx, { user, deleting });
  await deleteAlerts(tx, { userId }, now);
  await deleteMailTokens(tx, { userId });
  await deleteMailsOf(tx, { userId, address: user.email });
  await forgetOldBrowsers(tx, { userId, keep: 0 });
  await updateUser(tx, { id: userId }, { deletedAt: now, updatedAt: now });
  await forgetAddressesOf(tx, userId);
  await postFarewell(deps, tx, { user, request });
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: userId,
    action: "account.deleted",
    subjectKind: "user",
    subjectId: userId,
    request,
  });
  // The last row above included.
  await forgetAuditAddressesOf(tx, userId);
}

/** Everything by which this person, or somebody through them, could still see or switch anything. */
async function endAccess(deps: AccountsDeps, tx: Tx, { user, deleting }: Erasing): Promise<void> {
  const { clock, sessions } = deps;
  const now = clock.now();
  const userId = user.id;
  const visible = await visibleDevices(tx, { userId, now });
  await sessions.revokeAllOf(tx, userId);
  await revokeTokensOf(deps, tx, { userId, request: deleting.request });
  await cancelUnsentCommands(tx, { actorId: userId }, deps);
  for (const { device } of visible.filter(({ permission }) => permission === "owner"))
    await releaseDevice(deps, tx, { device, by: deleting, reason });
  await endSharesIn(deps, tx, { which: { userId }, reason, by: deleting });
  await endInvites(tx, { ownerId: userId }, now);
  // Whoever invited them is not told why an invitation that still waited is gone.
  for (const { ownerId, deviceId } of await forgetInvitesTo(tx, { userId, address: user.email }))
    await tx.live([toLiveEvent({ deviceId, userId: ownerId, body: { kind: "shares" } })]);
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

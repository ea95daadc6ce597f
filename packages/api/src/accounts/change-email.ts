/**
 * Somebody wishes another address: a link goes there, and until it is opened nothing changes. [AC-9]
 *
 * Only the newest link counts; where a mail too many is held back, that is the one before. An address of somebody else's
 * account is refused, or, where registration is quiet, answered like any other without a mail. [D11] Not here: opening the link (change-email-confirm.ts).
 */
import type { ChangeEmail } from "@relaydeck/contract/profile";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findUserByEmail, type UserRow } from "@relaydeck/db/accounts/store";
import { deleteMailTokens } from "@relaydeck/db/mail/tokens";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { issueMailToken, tokenLifeMs } from "@relaydeck/mail/mail-tokens";
import { checkOutbox, postMail } from "@relaydeck/mail/outbox";
import { confirmEmailLetter } from "@relaydeck/mail/profile-letters";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import { countChangeOfAddress, countMail } from "../limits/mail-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { freshProof, stillProven, type FreshProof } from "./fresh-proof.ts";
import { isUnclaimed } from "./unclaimed.ts";

export interface ChangingEmail {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: ChangeEmail;
}

export async function changeEmail(deps: AccountsDeps, changing: ChangingEmail): Promise<Result<null, Refusal>> {
  const { caller, request, input } = changing;
  const proof = await freshProof(deps, { caller, request, currentPassword: input.currentPassword });
  if (!proof.ok) return proof;
  if (input.email === proof.value.user.email) return ownAddress;
  return deps.store.write((tx) => sendLink(deps, tx, { changing, proof: proof.value }));
}

const ownAddress = refuse("VALIDATION", {
  message: "This is your address already",
  issues: [{ path: "email", message: "This is your address already" }],
});

async function sendLink(
  deps: AccountsDeps,
  tx: Tx,
  { changing, proof }: { changing: ChangingEmail; proof: FreshProof },
): Promise<Result<null, Refusal>> {
  const proven = await stillProven(deps, tx, proof);
  if (!proven.ok) return proven;
  const { request, input } = changing;
  const { settings, clock } = deps;
  const { rateLimitFactor: factor } = settings;
  const { email } = input;
  const now = clock.now();
  const room = await checkOutbox(tx);
  if (!room.ok) return room;
  const counted = await countChangeOfAddress(tx, { userId: proven.value.id, email, address: request.address, now, factor });
  if (!counted.ok) return counted;
  const holder = await findUserByEmail(tx, email);
  if (holder !== null && !(await isUnclaimed(tx, { user: holder, now }))) {
    return settings.quietRegistration ? ok(null) : refuse("EMAIL_TAKEN");
  }
  const mail = await countMail(deps, tx, { email, for: "other" });
  if (!mail.ok) return mail;
  await postLink(deps, tx, { user: proven.value, email, request });
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: proven.value.id,
    action: "email.change-requested",
    subjectKind: "user",
    subjectId: proven.value.id,
    request,
  });
  return ok(null);
}

async function postLink(
  { clock, random, settings, wakeMail }: AccountsDeps,
  tx: Tx,
  to: { user: UserRow; email: string; request: RequestFacts },
): Promise<void> {
  const { user, email, request } = to;
  const now = clock.now();
  const { publicUrl } = settings;
  await deleteMailTokens(tx, { userId: user.id, purpose: "change-email" });
  const token = await issueMailToken(tx, { purpose: "change-email", userId: user.id, address: email, now, random });
  const letter = confirmEmailLetter({
    firstName: user.firstName,
    language: request.language,
    link: `${publicUrl}/confirm-email?token=${token}`,
    validHours: tokenLifeMs["change-email"] / 3_600_000,
  });
  await postMail(tx, { to: email, userId: user.id, letter, template: "confirm-email", now, publicUrl, random });
  tx.afterCommit(wakeMail);
}

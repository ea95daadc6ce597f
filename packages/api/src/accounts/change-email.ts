/**
 * Somebody wishes another address: a link goes there, and until it is opened nothing changes. [AC-9]
 *
 * Only the newest link counts. An address of somebody else's account is refused, and so is a mail too many; the link before
 * stays good then. Where registration is quiet both are answered like any other: no mail goes, and the link before is dead
 * all the same, so that nothing tells them apart. [D11] Not here: opening the link (change-email-confirm.ts).
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
import { countChangeOfAddress, countMail, mayMail } from "../limits/mail-limits.ts";
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
  const { rateLimitFactor: factor } = deps.settings;
  const { email } = input;
  const user = proven.value;
  const now = deps.clock.now();
  const room = await checkOutbox(tx);
  if (!room.ok) return room;
  const counted = await countChangeOfAddress(tx, { userId: user.id, email, address: request.address, now, factor });
  if (!counted.ok) return counted;
  const holder = await findUserByEmail(tx, email);
  const isTaken = holder !== null && !(await isUnclaimed(tx, { user: holder, now }));
  return (deps.settings.quietRegistration ? linkQuietly : linkOrRefuse)(deps, tx, { user, email, request, isTaken });
}

interface Linking {
  readonly user: UserRow;
  readonly email: string;
  readonly request: RequestFacts;
  readonly isTaken: boolean;
}

async function linkOrRefuse(deps: AccountsDeps, tx: Tx, linking: Linking): Promise<Result<null, Refusal>> {
  if (linking.isTaken) return refuse("EMAIL_TAKEN");
  const counted = await countMail(deps, tx, { email: linking.email, for: "other" });
  if (!counted.ok) return counted;
  await deleteMailTokens(tx, { userId: linking.user.id, purpose: "change-email" });
  await postLink(deps, tx, linking);
  return ok(null);
}

async function linkQuietly(deps: AccountsDeps, tx: Tx, linking: Linking): Promise<Result<null, Refusal>> {
  const { user, email, request, isTaken } = linking;
  await deleteMailTokens(tx, { userId: user.id, purpose: "change-email" });
  if (await mayMail(deps, tx, { email, for: "other", reaches: !isTaken, request })) await postLink(deps, tx, linking);
  return ok(null);
}

async function postLink(deps: AccountsDeps, tx: Tx, { user, email, request }: Linking): Promise<void> {
  const { clock, random, settings, wakeMail } = deps;
  const now = clock.now();
  const { publicUrl } = settings;
  const token = await issueMailToken(tx, { purpose: "change-email", userId: user.id, address: email, now, random });
  const letter = confirmEmailLetter({
    firstName: user.firstName,
    language: request.language,
    link: `${publicUrl}/confirm-email?token=${token}`,
    validHours: tokenLifeMs["change-email"] / 3_600_000,
  });
  await postMail(tx, { to: email, userId: user.id, letter, template: "confirm-email", now, publicUrl, random });
  tx.afterCommit(wakeMail);
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: user.id,
    action: "email.change-requested",
    subjectKind: "user",
    subjectId: user.id,
    request,
  });
}

/**
 * What a new password brings with it, in the transaction that stores it: earlier reset links and changes of the address
 * that wait die [ML-4], sessions end [ML-5, AC-8], the owner gets a notice, and the audit a row.
 *
 * A reset takes an account back that somebody else may have got into, so every token for programs ends with it; a change
 * by who is signed in leaves them. The notice says which. [docs/adr/0013-tokens-and-passwords.md]
 *
 * Not here: who may do it, and which passwords are good (reset-password.ts and the profile's change of password).
 */
import type { UserRow } from "@relaydeck/db/accounts/store";
import { deleteMailTokens } from "@relaydeck/db/mail/tokens";
import type { Tx } from "@relaydeck/db/store";
import { passwordChangedLetter } from "@relaydeck/mail/account-letters";
import { postMail } from "@relaydeck/mail/outbox";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { revokeTokensOf } from "../tokens/end-tokens.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { roughClient } from "./rough-client.ts";

export interface PasswordChange {
  /** As stored with the new password. */
  readonly user: Pick<UserRow, "id" | "email" | "firstName">;
  readonly request: RequestFacts;
  readonly action: "password.reset" | "password.changed";
  /** The session that made the change stays; absent: all end. */
  readonly exceptSessionId?: string;
}

export async function followPasswordChange(deps: AccountsDeps, tx: Tx, change: PasswordChange): Promise<void> {
  const { clock, random, settings, sessions } = deps;
  const { user, request, action, exceptSessionId } = change;
  const now = clock.now();
  for (const purpose of ["reset", "change-email"] as const) await deleteMailTokens(tx, { userId: user.id, purpose });
  const ended = await sessions.revokeAllOf(tx, user.id, exceptSessionId);
  const isReset = action === "password.reset";
  const tokensEnded = isReset
    ? await revokeTokensOf(deps, tx, { userId: user.id, by: { actorKind: "user", actorId: user.id, request } })
    : 0;
  const letter = passwordChangedLetter({
    firstName: user.firstName,
    language: request.language,
    resetUrl: `${settings.publicUrl}/forgot-password`,
    endsTokens: isReset,
    happened: { at: now, client: roughClient(request.userAgent), address: request.address },
  });
  await postMail(tx, {
    to: user.email,
    userId: user.id,
    letter,
    template: "password-changed",
    now,
    publicUrl: settings.publicUrl,
    random,
  });
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: user.id,
    action,
    subjectKind: "user",
    subjectId: user.id,
    after: { sessionsEnded: ended, tokensEnded },
    request,
  });
  tx.afterCommit(deps.wakeMail);
}

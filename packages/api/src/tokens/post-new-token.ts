import { tokenScopes } from "@relaydeck/contract/tokens";
import type { UserRow } from "@relaydeck/db/accounts/store";
import type { ApiTokenRow } from "@relaydeck/db/sessions/api-tokens";
import type { Tx } from "@relaydeck/db/store";
import { postMail } from "@relaydeck/mail/outbox";
import { newTokenLetter } from "@relaydeck/mail/token-letters";
import type { AccountsDeps } from "../accounts/accounts-deps.ts";
import { roughClient } from "../accounts/rough-client.ts";
import type { RequestFacts } from "../caller.ts";

/** The notice that a program may now ask in the owner's name; without any part of the token. */
export async function postNewToken(
  deps: Pick<AccountsDeps, "random" | "settings" | "wakeMail">,
  tx: Tx,
  of: { user: Pick<UserRow, "id" | "email" | "firstName">; token: ApiTokenRow; request: RequestFacts },
): Promise<void> {
  const { random, settings, wakeMail } = deps;
  const { user, token, request } = of;
  const letter = newTokenLetter({
    firstName: user.firstName,
    language: request.language,
    tokenName: token.name,
    scope: tokenScopes.findLast((scope) => token.scopes.includes(scope)) ?? "read",
    profileUrl: `${settings.publicUrl}/profile`,
    happened: { at: token.createdAt, client: roughClient(request.userAgent), address: request.address },
  });
  const now = token.createdAt;
  await postMail(tx, {
    to: user.email,
    userId: user.id,
    letter,
    template: "new-token",
    now,
    publicUrl: settings.publicUrl,
    random,
  });
  tx.afterCommit(wakeMail);
}

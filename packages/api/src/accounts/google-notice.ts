import type { UserRow } from "@relaydeck/db/accounts/store";
import type { Tx } from "@relaydeck/db/store";
import { googleLetter, type GoogleEvent } from "@relaydeck/mail/google-letters";
import { postMail } from "@relaydeck/mail/outbox";
import type { RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { roughClient } from "./rough-client.ts";

/** Tells the owner that Google became, or is no longer, a way into the account; in the transaction of the change. [AC-8] */
export async function postGoogleNotice(
  { clock, random, settings, wakeMail }: Pick<AccountsDeps, "clock" | "random" | "settings" | "wakeMail">,
  tx: Tx,
  { user, request, event }: { user: Pick<UserRow, "id" | "email" | "firstName">; request: RequestFacts; event: GoogleEvent },
): Promise<void> {
  const { publicUrl } = settings;
  const now = clock.now();
  const letter = googleLetter({
    firstName: user.firstName,
    language: request.language,
    event,
    happened: { at: now, client: roughClient(request.userAgent), address: request.address },
    profileUrl: `${publicUrl}/profile`,
  });
  await postMail(tx, { to: user.email, userId: user.id, letter, template: `google-${event}`, now, publicUrl, random });
  tx.afterCommit(wakeMail);
}

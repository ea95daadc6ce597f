import type { Language } from "@relaydeck/contract/languages";
import type { UserRow } from "@relaydeck/db/accounts/store";
import type { Tx } from "@relaydeck/db/store";
import { verificationLetter } from "@relaydeck/mail/account-letters";
import { issueMailToken, tokenLifeMs } from "@relaydeck/mail/mail-tokens";
import { postMail } from "@relaydeck/mail/outbox";
import type { AccountsDeps } from "./accounts-deps.ts";

/** A new verification link for the user's present address, in the outbox; the caller has counted it. Links sent before stay good. [D12] */
export async function postVerification(
  { clock, random, settings }: Pick<AccountsDeps, "clock" | "random" | "settings">,
  tx: Tx,
  { user, language }: { user: Pick<UserRow, "id" | "email" | "firstName">; language: Language | undefined },
): Promise<void> {
  const now = clock.now();
  const { publicUrl } = settings;
  const token = await issueMailToken(tx, { purpose: "verify", userId: user.id, address: user.email, now, random });
  const letter = verificationLetter({
    firstName: user.firstName,
    language,
    link: `${publicUrl}/verify-email?token=${token}`,
    validHours: tokenLifeMs.verify / 3_600_000,
  });
  await postMail(tx, { to: user.email, userId: user.id, letter, template: "verify-email", now, publicUrl, random });
}

/** What is written about changes that somebody makes on the own profile. The words stand in texts/. */
import type { Reader } from "./account-letters.ts";
import { cleanAddress, cleanName } from "./clean-text.ts";
import { letter, type Letter } from "./letter.ts";
import { mailTextsIn } from "./texts/texts-in.ts";
import { whenAndFrom, type Happening } from "./when-and-from.ts";

/** Sent to the new address. `link` opens the page that confirms it. [AC-9] */
export function confirmEmailLetter({
  firstName,
  language,
  link,
  validHours,
}: Reader & { link: string; validHours: number }): Letter {
  const { hello, confirmEmail } = mailTextsIn(language ?? "en");
  return letter({
    language,
    title: confirmEmail.title,
    paragraphs: [hello(cleanName(firstName)), confirmEmail.please(validHours)],
    button: { label: confirmEmail.button, url: link },
    foot: confirmEmail.foot,
  });
}

/** The notice to the old address. [AC-8] */
export function emailChangedLetter({
  firstName,
  language = "en",
  newEmail,
  happened,
}: Reader & { newEmail: string; happened: Happening }): Letter {
  const { hello, emailChanged } = mailTextsIn(language);
  return letter({
    language,
    title: emailChanged.title,
    paragraphs: [hello(cleanName(firstName)), emailChanged.changed(cleanAddress(newEmail))],
    facts: whenAndFrom(happened, language),
    afterFacts: [emailChanged.notYou],
    foot: emailChanged.foot,
  });
}

/** The last mail to somebody who deleted the account. `binDays`: how long it can be brought back. */
export function accountDeletedLetter({
  firstName,
  language = "en",
  binDays,
  happened,
}: Reader & { binDays: number; happened: Happening }): Letter {
  const { hello, accountDeleted } = mailTextsIn(language);
  return letter({
    language,
    title: accountDeleted.title,
    paragraphs: [hello(cleanName(firstName)), accountDeleted.deleted],
    facts: whenAndFrom(happened, language),
    afterFacts: [accountDeleted.notYou(binDays)],
    foot: accountDeleted.foot,
  });
}

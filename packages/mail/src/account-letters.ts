/** What accounts are written: each function is one mail, from facts to a finished letter. The words stand in texts/. */
import type { Language } from "@relaydeck/contract/languages";
import { cleanName } from "./clean-text.ts";
import { letter, type Letter } from "./letter.ts";
import { whenAndFrom, type Happening } from "./when-and-from.ts";
import { mailTextsIn } from "./texts/texts-in.ts";

/** Whom a letter is for. */
export interface Reader {
  readonly firstName: string;
  /** English where it is not known. */
  readonly language?: Language | undefined;
}

/** Sent after a registration, and again when somebody asks for it. `link` opens the verify page with its token. */
export function verificationLetter({
  firstName,
  language,
  link,
  validHours,
}: Reader & { link: string; validHours: number }): Letter {
  const { hello, verification } = mailTextsIn(language ?? "en");
  return letter({
    language,
    title: verification.title,
    paragraphs: [hello(cleanName(firstName)), verification.please(validHours)],
    button: { label: verification.button, url: link },
    foot: verification.foot,
  });
}

/** Sent in place of an answer when a known address is registered again and registration is quiet. [D11] */
export function alreadyRegisteredLetter(facts: Reader & { signInUrl: string; resetUrl: string }): Letter {
  const { hello, alreadyRegistered } = mailTextsIn(facts.language ?? "en");
  return letter({
    language: facts.language,
    title: alreadyRegistered.title,
    paragraphs: [hello(cleanName(facts.firstName)), alreadyRegistered.tried, alreadyRegistered.forgotten(facts.resetUrl)],
    button: { label: alreadyRegistered.button, url: facts.signInUrl },
    foot: alreadyRegistered.foot,
  });
}

/** Sent when somebody forgot the password. `link` opens the reset page with its token. */
export function resetLetter({ firstName, language, link, validHours }: Reader & { link: string; validHours: number }): Letter {
  const { hello, reset } = mailTextsIn(language ?? "en");
  return letter({
    language,
    title: reset.title,
    paragraphs: [hello(cleanName(firstName)), reset.please(validHours), reset.signedOut],
    button: { label: reset.button, url: link },
    foot: reset.foot,
  });
}

/** Sent in place of a reset link to an account that has no password. */
export function googleOnlyLetter({ firstName, language, signInUrl }: Reader & { signInUrl: string }): Letter {
  const { hello, googleOnly } = mailTextsIn(language ?? "en");
  return letter({
    language,
    title: googleOnly.title,
    paragraphs: [hello(cleanName(firstName)), googleOnly.noPassword],
    button: { label: googleOnly.button, url: signInUrl },
    foot: googleOnly.foot,
  });
}

/** The notice that the password is another one now, by reset (`endsTokens`) or on the profile page. [ML-5, AC-8] */
export function passwordChangedLetter(facts: Reader & { resetUrl: string; endsTokens: boolean; happened: Happening }): Letter {
  const { firstName, language = "en", resetUrl, endsTokens, happened } = facts;
  const { hello, passwordChanged } = mailTextsIn(language);
  return letter({
    language,
    title: passwordChanged.title,
    paragraphs: [hello(cleanName(firstName)), passwordChanged.changed(endsTokens)],
    facts: whenAndFrom(happened, language),
    afterFacts: [passwordChanged.notYou],
    button: { label: passwordChanged.button, url: resetUrl },
    foot: passwordChanged.foot,
  });
}

import type { Language } from "@relaydeck/contract/languages";
import { de } from "./de.ts";
import { en, type MailTexts } from "./en.ts";

const catalogues: Readonly<Record<Language, MailTexts>> = { en, de };

/** The catalogue of mails in a language; a letter asks for it once. */
export function mailTextsIn(language: Language): MailTexts {
  return catalogues[language];
}

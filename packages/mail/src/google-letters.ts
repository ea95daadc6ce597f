/** Notices about sign-in with Google: a way in more, or one less. The words stand in texts/google.ts. */
import type { Reader } from "./account-letters.ts";
import { cleanName } from "./clean-text.ts";
import { letter, type Letter } from "./letter.ts";
import { googleTexts } from "./texts/google.ts";
import { mailTextsIn } from "./texts/texts-in.ts";
import { whenAndFrom, type Happening } from "./when-and-from.ts";

/** `taken-over`: linked to an account that nobody had verified, whose password is gone by that. */
export type GoogleEvent = "linked" | "taken-over" | "unlinked";

export function googleLetter(facts: Reader & { event: GoogleEvent; happened: Happening; profileUrl: string }): Letter {
  const { firstName, language = "en", event, happened, profileUrl } = facts;
  const texts = googleTexts[language];
  const words = texts[event];
  return letter({
    language,
    title: words.title,
    paragraphs: [mailTextsIn(language).hello(cleanName(firstName)), words.what],
    facts: whenAndFrom(happened, language),
    afterFacts: [texts.notYou],
    button: { label: texts.button, url: profileUrl },
    foot: texts.foot,
  });
}

/** Notices about two-step sign-in: on, off, a recovery code used, new recovery codes. The words stand in texts/two-step.ts. */
import { cleanName } from "./clean-text.ts";
import type { Reader } from "./account-letters.ts";
import { letter, type Letter } from "./letter.ts";
import { mailTextsIn } from "./texts/texts-in.ts";
import { twoStepTexts } from "./texts/two-step.ts";
import { whenAndFrom, type Happening } from "./when-and-from.ts";

/** What happened to somebody's second step. */
export type TwoStepEvent =
  | { readonly is: "switched-on" | "switched-off" | "codes-renewed" }
  | { readonly is: "recovery-used"; readonly left: number };

export function twoStepLetter(facts: Reader & { event: TwoStepEvent; happened: Happening; resetUrl: string }): Letter {
  const { firstName, language = "en", event, happened, resetUrl } = facts;
  const { hello } = mailTextsIn(language);
  const texts = twoStepTexts[language];
  const words = texts[event.is];
  const left = event.is === "recovery-used" ? [texts.codesLeft(event.left)] : [];
  return letter({
    language,
    title: words.title,
    paragraphs: [hello(cleanName(firstName)), words.what, ...left],
    facts: whenAndFrom(happened, language),
    afterFacts: [texts.notYou],
    button: { label: texts.button, url: resetUrl },
    foot: texts.foot,
  });
}

/** The words of texts/two-step.*.ts in the language of the page. */
import { useLanguage } from "../texts/texts.tsx";
import { twoStepWords as de } from "../texts/two-step.de.ts";
import { twoStepWords as en, type TwoStepWords } from "../texts/two-step.en.ts";

const byLanguage = { en, de };

export function useTwoStepWords(): TwoStepWords {
  return byLanguage[useLanguage()];
}

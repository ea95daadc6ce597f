/** The words of texts/strip.*.ts in the language of the page. */
import { stripWords as de } from "../../texts/strip.de.ts";
import { stripWords as en, type StripWords } from "../../texts/strip.en.ts";
import { useLanguage } from "../../texts/texts.tsx";

const byLanguage = { en, de };

export function useStripWords(): StripWords {
  return byLanguage[useLanguage()];
}

/** The words of texts/public.*.ts in the language of the page. Small, so both languages travel with the public area. */
import { useLanguage } from "../texts/texts.tsx";
import { accountWords as de } from "../texts/public.accounts.de.ts";
import { accountWords as en, type AccountWords } from "../texts/public.accounts.en.ts";

const byLanguage = { en, de };

export function usePublicWords(): AccountWords {
  return byLanguage[useLanguage()];
}

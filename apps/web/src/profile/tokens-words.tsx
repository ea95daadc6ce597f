/** The words of texts/tokens.*.ts in the language of the page. Small, so both languages travel with the profile. */
import { useLanguage } from "../texts/texts.tsx";
import { tokensWords as de } from "../texts/tokens.de.ts";
import { tokensWords as en, type TokensWords } from "../texts/tokens.en.ts";

const byLanguage = { en, de };

export function useTokensWords(): TokensWords {
  return byLanguage[useLanguage()];
}

import { googleWords as de } from "../texts/google.de.ts";
import { googleWords as en, type GoogleWords } from "../texts/google.en.ts";
import { useLanguage } from "../texts/texts.tsx";

const byLanguage = { en, de };

export function useGoogleWords(): GoogleWords {
  return byLanguage[useLanguage()];
}

/** The words of texts/profile.*.ts in the language of the page. Small, so both languages travel with the profile. */
import { useLanguage } from "../texts/texts.tsx";
import { profileWords as de } from "../texts/profile.de.ts";
import { profileWords as en, type ProfileWords } from "../texts/profile.en.ts";

const byLanguage = { en, de };

export function useProfileWords(): ProfileWords {
  return byLanguage[useLanguage()];
}

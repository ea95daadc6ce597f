/** The words of texts/sharing.*.ts in the language of the page. Small, so both languages travel with what is opened. */
import { useLanguage } from "../../texts/texts.tsx";
import { sharingWords as de } from "../../texts/sharing.de.ts";
import { sharingWords as en, type SharingWords } from "../../texts/sharing.en.ts";

const byLanguage = { en, de };

export function useSharingWords(): SharingWords {
  return byLanguage[useLanguage()];
}

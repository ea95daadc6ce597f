/** The words of texts/admin.*.ts in the language of the page. Few, so both languages travel with the area. */
import { useLanguage } from "../texts/texts.tsx";
import { adminWords as de } from "../texts/admin.de.ts";
import { adminWords as en, type AdminWords } from "../texts/admin.en.ts";

const byLanguage = { en, de };

export function useAdminWords(): AdminWords {
  return byLanguage[useLanguage()];
}

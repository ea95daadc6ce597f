/** The words of texts/history.*.ts in the language of the page. Small, so both languages travel with what is opened. */
import { useLanguage } from "../../texts/texts.tsx";
import { historyWords as de } from "../../texts/history.de.ts";
import { historyWords as en, type HistoryWords } from "../../texts/history.en.ts";

const byLanguage = { en, de };

export function useHistoryWords(): HistoryWords {
  return byLanguage[useLanguage()];
}

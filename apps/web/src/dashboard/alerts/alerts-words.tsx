/** The words of texts/alerts.*.ts in the language of the page. Small, so both languages travel with what is opened. */
import { useLanguage } from "../../texts/texts.tsx";
import { alertsWords as de } from "../../texts/alerts.de.ts";
import { alertsWords as en, type AlertsWords } from "../../texts/alerts.en.ts";

const byLanguage = { en, de };

export function useAlertsWords(): AlertsWords {
  return byLanguage[useLanguage()];
}

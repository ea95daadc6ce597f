/** The words of texts/widgets.*.ts in the language of the page. They travel with the widgets. */
import { useLanguage } from "../../texts/texts.tsx";
import { widgetsWords as de } from "../../texts/widgets.de.ts";
import { widgetsWords as en, type WidgetsWords } from "../../texts/widgets.en.ts";

const byLanguage = { en, de };

export function useWidgetsWords(): WidgetsWords {
  return byLanguage[useLanguage()];
}

/** The words of texts/console.*.ts in the language of the page. They travel with the console's tabs, not with its frame. */
import { useLanguage } from "../../texts/texts.tsx";
import { consoleWords as de } from "../../texts/console.de.ts";
import { consoleWords as en, type ConsoleWords } from "../../texts/console.en.ts";

const byLanguage = { en, de };

export function useConsoleWords(): ConsoleWords {
  return byLanguage[useLanguage()];
}

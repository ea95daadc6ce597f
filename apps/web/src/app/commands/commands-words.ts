/** The words of texts/commands.*.ts in the language of the page. They travel with the palette and the list of keys. */
import { commandsWords as de } from "../../texts/commands.de.ts";
import { commandsWords as en, type CommandsWords } from "../../texts/commands.en.ts";
import { useLanguage } from "../../texts/texts.tsx";

const byLanguage = { en, de };

export function useCommandsWords(): CommandsWords {
  return byLanguage[useLanguage()];
}

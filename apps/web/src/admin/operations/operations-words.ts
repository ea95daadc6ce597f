/** The words of texts/operations.*.ts in the language of the page. Few, so both languages travel with the page. */
import { useLanguage } from "../../texts/texts.tsx";
import { operationsWords as de } from "../../texts/operations.de.ts";
import { operationsWords as en, type OperationsWords } from "../../texts/operations.en.ts";

const byLanguage = { en, de };

export function useOperationsWords(): OperationsWords {
  return byLanguage[useLanguage()];
}

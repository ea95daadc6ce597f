/** The words of texts/layouts.*.ts in the language of the page. They travel with the workshop. */
import { useLanguage } from "../../texts/texts.tsx";
import { layoutsWords as de } from "../../texts/layouts.de.ts";
import { layoutsWords as en, type LayoutsWords } from "../../texts/layouts.en.ts";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { knownType, ownTitle } from "./titles.ts";

const byLanguage = { en, de };

export function useLayoutsWords(): LayoutsWords {
  return byLanguage[useLanguage()];
}

export function titleOf(component: Pick<LayoutComponent, "type" | "title">, words: LayoutsWords): string {
  const type = knownType(component.type);
  return ownTitle(component) ?? (type === null ? words.unknownType(component.type) : words.types[type]);
}

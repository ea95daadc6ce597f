import type { AccountWords } from "../texts/public.accounts.en.ts";
import { usePublicTexts } from "../texts/texts.tsx";

/** Words beyond those of the product documents, in the language of the page. */
export function usePublicWords(): AccountWords {
  return usePublicTexts().more;
}

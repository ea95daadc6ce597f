/** The product document's own list of texts for the signed-in area. [A18] */
import { productDocument } from "@relaydeck/contract/testing/product-documents";

interface Entry {
  readonly id: string;
  readonly text: string;
}

interface Documented {
  readonly fixed: readonly Entry[];
  /** What it describes without giving words. */
  readonly described: readonly { readonly id: string }[];
}

/** Those have a test of their own: public-texts.test.ts. */
const otherScreens = ["/", "/login", "/register", "/verify-email", "/forgot-password", "/reset-password", "any other path"];

/** Null where the list is not at hand. */
export function documentedTexts(): Documented | null {
  const list = productDocument("texts.json") as Record<"texts" | "described_only", (Entry & { screen: string })[]> | null;
  if (list === null) return null;
  const isHere = ({ screen }: { screen: string }) => !otherScreens.includes(screen) && !screen.startsWith("/admin");
  return { fixed: list.texts.filter(isHere), described: list.described_only.filter(isHere) };
}

/** The product document's own list of texts for the signed-in area. [A18] */
import { existsSync, readFileSync } from "node:fs";

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

/** The list lies beside the clone where the project is built, and nowhere else: then what is `said` counts. */
export function documentedTexts(said: readonly Entry[]): Documented {
  const file = new URL("../../../../../../shared/spec/data/texts.json", import.meta.url);
  if (!existsSync(file)) return { fixed: said, described: [] };
  const list = JSON.parse(readFileSync(file, "utf8")) as Record<"texts" | "described_only", (Entry & { screen: string })[]>;
  const isHere = ({ screen }: { screen: string }) => !otherScreens.includes(screen) && !screen.startsWith("/admin");
  return { fixed: list.texts.filter(isHere), described: list.described_only.filter(isHere) };
}

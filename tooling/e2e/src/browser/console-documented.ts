/** What the product document fixes for the console: its texts, what it describes without words, its lists and formats. [A18] */
import { existsSync, readFileSync } from "node:fs";

export interface Documented {
  readonly texts: readonly { readonly id: string; readonly text: string }[];
  readonly described: readonly { readonly id: string; readonly words: readonly string[] }[];
  readonly facts: readonly { readonly id: string; readonly value: unknown }[];
}

const screen = "/admin/dashboard";
const elsewhere = ["admin tables", "/admin"];

export const documented = read("console-documented.json") as Documented;

interface Entry {
  readonly id: string;
  readonly text: string;
  readonly words?: readonly string[];
  readonly screen: string;
}

/** The document's own list lies beside the clone where the project is built, and nowhere else: then it must say the same. */
export function documentedNow(): Documented {
  const folder = "../../../../../shared/spec/data/";
  if (!existsSync(new URL(folder, import.meta.url))) return documented;
  const texts = read(`${folder}texts.json`) as Readonly<Record<"texts" | "described_only", readonly Entry[]>>;
  const facts = read(`${folder}facts.json`) as readonly { id: string; value: unknown; where: string | null }[];
  const isHere = (entry: Entry) => entry.screen === screen;
  return {
    texts: texts.texts.filter(isHere).map(({ id, text }) => ({ id, text })),
    described: texts.described_only.filter(isHere).map(({ id, words = [] }) => ({ id, words })),
    facts: facts
      .filter(({ where }) => where?.includes(screen) === true || elsewhere.includes(where ?? ""))
      .map(({ id, value }) => ({ id, value })),
  };
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}

/**
 * What the product document fixes for administration, as data with its values: texts, what it describes without words, facts. [A18]
 *
 * Three lists stand beside the tests that prove them: of the console, of the analytics, and of the doors and sign-in. Where the
 * document's own list is at hand, a test compares: each must say the same, and nothing of administration may be in none.
 */
import { readFileSync } from "node:fs";
import { productDocument } from "@relaydeck/contract/testing/product-documents";

export interface Documented {
  readonly texts: readonly { readonly id: string; readonly text: string }[];
  readonly described: readonly { readonly id: string; readonly words: readonly string[] }[];
  readonly facts: readonly DocumentedFact[];
}

export interface DocumentedFact {
  readonly id: string;
  readonly value: unknown;
}

interface Entry extends DocumentedFact {
  readonly group: string;
  readonly fact: string;
  readonly where: string | null;
  readonly source: string;
}

interface TextEntry {
  readonly id: string;
  readonly text: string;
  readonly words?: readonly string[];
  readonly screen: string;
}

/** Which of the document's entries a list holds. */
export interface Part {
  readonly file: string;
  readonly isHere: (entry: TextEntry) => boolean;
  readonly holds: (fact: Entry) => boolean;
}

const ofConsole = (fact: Entry) =>
  // What may be chosen in the dialog of a device.
  fact.id === "device-update" ||
  fact.where?.includes("/admin/dashboard") === true ||
  ["admin tables", "/admin"].includes(fact.where ?? "");
const ofAnalytics = (fact: Entry) =>
  /analytics|recent (relay|alerts)/i.test(fact.where ?? "") ||
  /^entity-(dashboard-analytics|provider-overview|endpoint-stat)$/.test(fact.id);
/** Whatever else of the first document, and of the decisions on it, speaks of administration. */
const ofDoors = (fact: Entry) =>
  /admin|analytic|provider api|endpoint stat/i.test(JSON.stringify([fact.id, fact.fact, fact.value, fact.where])) &&
  /000 §|D0\.12|D(9|15|18|2[1-8])\b/.test(fact.source);

export const consolePart: Part = {
  file: "console-documented.json",
  isHere: ({ screen }) => screen === "/admin/dashboard",
  holds: ofConsole,
};
export const analyticsPart: Part = {
  file: "analytics-documented.json",
  isHere: ({ screen }) => screen.startsWith("/admin/analytics"),
  holds: ofAnalytics,
};
export const doorsPart: Part = {
  file: "admin-documented.json",
  isHere: (entry) => entry.screen.startsWith("/admin") && ![consolePart, analyticsPart].some((part) => part.isHere(entry)),
  holds: (fact) => ofDoors(fact) && !ofConsole(fact) && !ofAnalytics(fact),
};

export function documentedIn({ file }: Part): Documented {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as Documented;
}

/** The same by the document's own list; null where it is not at hand. */
export function documentedNow(part: Part): Documented | null {
  const texts = productDocument("texts.json") as Readonly<Record<"texts" | "described_only", readonly TextEntry[]>> | null;
  const facts = productDocument("facts.json") as readonly Entry[] | null;
  if (texts === null || facts === null) return null;
  return {
    texts: texts.texts.filter(part.isHere).map(({ id, text }) => ({ id, text })),
    described: texts.described_only.filter(part.isHere).map(({ id, words = [] }) => ({ id, words })),
    facts: facts.filter(part.holds).map(({ id, value }) => ({ id, value })),
  };
}

/** Their values, by id; an id that is in no list ends the test. */
export function valuesOf({ texts, described, facts }: Documented) {
  function entryOf<E extends { readonly id: string }>(entries: readonly E[], id: string): E {
    const entry = entries.find((one) => one.id === id);
    if (entry === undefined) throw new Error(`${id} is not in the document's list`);
    return entry;
  }
  return {
    text: (id: string) => entryOf(texts, id).text,
    words: (id: string) => entryOf(described, id).words,
    fact: (id: string) => entryOf(facts, id).value,
  };
}

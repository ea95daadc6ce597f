/** What the product document fixes for the analytics, by its values, and as the page shows them. */
import { analyticsPart, documentedIn, valuesOf } from "./documented.ts";

export const documented = documentedIn(analyticsPart);
export const { text, words, fact } = valuesOf(documented);
export const list = (id: string) => fact(id) as readonly string[];
export const number = (id: string) => fact(id) as number;

interface Step {
  readonly min?: number;
  readonly below?: number;
  readonly word: string;
}

/** The word of the threshold that a percentage, not rounded, falls under. */
export function wordOf(id: string, percent: number): string {
  const steps = fact(id) as readonly Step[];
  return steps.find(({ min = 0, below = Infinity }) => percent >= min && percent < below)?.word ?? "none";
}

/** As the document writes a moment: `MMM dd, HH:mm:ss`. */
export function shownAs(id: string, at: number): string {
  const found = /, (..) (...) \d+ (..):(..):(..) GMT$/.exec(new Date(at).toUTCString()) ?? [];
  const [, dd = "", MMM = "", HH = "", mm = "", ss = ""] = found;
  const parts: Readonly<Record<string, string>> = { MMM, dd, HH, mm, ss };
  return String(fact(id)).replaceAll(/MMM|dd|HH|mm|ss/g, (part) => parts[part] ?? part);
}

/** The heads that the document's words for fields have on the page. */
export const headOf: Readonly<Record<string, string>> = {
  endpoint: "Endpoint",
  method: "Method",
  totalCalls: "Total Calls",
  successRate: "Success Rate",
  failedCalls: "Failed Calls",
  avgResponseTime: "Avg Response",
  totalDataTransferred: "Data Transferred",
};

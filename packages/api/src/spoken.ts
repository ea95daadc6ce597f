/**
 * In which language a sentence leaves. The pages ask over tRPC and are read by people: they get the language of the page.
 * Programs ask over REST, whose sentences are documented word by word: they get English, whatever they accept. [D0.13, A15]
 */
import { sentenceOf, waitOf, type FieldIssue, type Refusal } from "@relaydeck/contract/refusals";
import type { RequestFacts } from "./caller.ts";
import { sentencesDe } from "./sentences-de.ts";

type Reader = Pick<RequestFacts, "door" | "language">;

/** The sentence for this reader; one without a translation stays as it is. */
export function spoken(sentence: string, to: Reader | undefined): string {
  return isGerman(to) ? (sentencesDe.get(sentence) ?? sentence) : sentence;
}

/** The sentence of a refusal for this reader. */
export function spokenRefusal(refusal: Refusal, to: Reader | undefined): string {
  const wait = waitOf(refusal);
  if (wait !== null && isGerman(to)) return `Zu viele Versuche. Warten Sie ${wait}.`;
  return spoken(sentenceOf(refusal), to);
}

function isGerman(to: Reader | undefined): boolean {
  return to?.door === "trpc" && to.language === "de";
}

export function spokenIssues(issues: readonly FieldIssue[], to: Reader | undefined): readonly FieldIssue[] {
  return issues.map((issue) => ({ ...issue, message: spoken(issue.message, to) }));
}

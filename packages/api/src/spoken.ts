/**
 * In which language a sentence leaves. The pages ask over tRPC and are read by people: they get the language of the page.
 * Programs ask over REST, whose sentences are documented word by word: they get English, whatever they accept. [D0.13, A15]
 */
import type { FieldIssue } from "@relaydeck/contract/refusals";
import type { RequestFacts } from "./caller.ts";
import { sentencesDe } from "./sentences-de.ts";

type Reader = Pick<RequestFacts, "door" | "language">;

/** The sentence for this reader; one without a translation stays as it is. */
export function spoken(sentence: string, to: Reader | undefined): string {
  const isGerman = to?.door === "trpc" && to.language === "de";
  return isGerman ? (sentencesDe.get(sentence) ?? sentence) : sentence;
}

export function spokenIssues(issues: readonly FieldIssue[], to: Reader | undefined): readonly FieldIssue[] {
  return issues.map((issue) => ({ ...issue, message: spoken(issue.message, to) }));
}

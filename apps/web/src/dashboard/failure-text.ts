/**
 * Why a command was not done, in the reader's language: from the device's number or the code; the server's own sentence, which
 * is English, only for a code that this page does not know.
 */
import type { SwitchOutcome } from "@relaydeck/client/commands/outcome";
import type { Command } from "@relaydeck/contract/relays";
import type { DashboardTexts } from "../texts/en/dashboard.ts";
import { commandShown, type Attempt, type RelayFacts, type Truth } from "./relay-truth.ts";
import { truthText, type Wording } from "./words.ts";

export interface Failure {
  /** Of the contract's refusals; null where no code says it. */
  readonly code: string | null;
  /** What the device returned where that was a refusal; what it returns otherwise says that it was done. */
  readonly returnValue: number | null;
  /** The server's sentence. */
  readonly reason: string | null;
}

export function failureOf({ state, reasonCode, returnValue, reason }: Command): Failure {
  return { code: reasonCode, returnValue: state === "failed" ? returnValue : null, reason };
}

/** A press that the server refused, with its code. */
export interface RefusedAttempt extends Attempt {
  readonly code: Extract<SwitchOutcome, { kind: "refused" }>["code"];
}

/** Within a line, so without a capital; null where nothing is known. */
export function failureText({ code, returnValue, reason }: Failure, { command }: DashboardTexts): string | null {
  if (returnValue !== null) return command.refused(returnValue);
  const worded = Object.entries(command.reasons).find(([known]) => known === code);
  return worded?.[1] ?? reason;
}

/** The same as a sentence of its own. */
export function failureSentence(failure: Failure, texts: DashboardTexts): string | null {
  const text = failureText(failure, texts);
  return text === null ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

/** The line under a relay's name, a failure in the reader's language. */
export function lineText(facts: RelayFacts, truth: Truth, wording: Wording): string {
  if (truth.kind !== "failed") return truthText(truth, wording);
  const reason = failureText({ ...truth, code: codeOf(facts) }, wording.texts);
  return truthText({ ...truth, reason }, wording);
}

function codeOf(facts: RelayFacts): string | null {
  const command = commandShown(facts);
  if (command !== null) return command.reasonCode;
  return facts.attempt !== null && isRefused(facts.attempt) ? facts.attempt.code : null;
}

function isRefused(attempt: Attempt): attempt is RefusedAttempt {
  return "code" in attempt;
}

/** What a press looks like after each word about it; null when nothing of it is left to show. Pure. */
import type { SwitchOutcome, SwitchStep } from "@relaydeck/client/commands/outcome";
import type { RefusedAttempt } from "./failure-text.ts";
import type { Attempt } from "./relay-truth.ts";

export function attemptAfter(
  begun: Attempt,
  word: SwitchStep | { readonly step: "over"; readonly outcome: SwitchOutcome },
): Attempt | null {
  switch (word.step) {
    case "sending":
      return begun;
    case "asking":
      return { ...begun, phase: "asking" };
    case "under-way":
      return { ...begun, acceptedOrder: word.command.acceptedOrder };
    case "over":
      return afterOutcome(begun, word.outcome);
  }
}

function afterOutcome(begun: Attempt, outcome: SwitchOutcome): Attempt | null {
  switch (outcome.kind) {
    case "not-given":
      return null;
    case "known":
      // Until the stream brings the command itself; from then on the server's row is shown.
      return { ...begun, acceptedOrder: outcome.command.acceptedOrder };
    case "refused": {
      const refused: RefusedAttempt = { ...begun, phase: "refused", message: outcome.message, code: outcome.code };
      return refused;
    }
    case "expired":
      return { ...begun, phase: "expired" };
    case "unknown":
      return outcome.reason === "gave-up" ? { ...begun, phase: "unknown" } : null;
  }
}

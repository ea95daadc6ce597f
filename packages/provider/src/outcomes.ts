/**
 * From an answer, or the lack of one, to the outcome that commands and reads are told. [CM-5, rest-shapes section 5]
 *
 * Reasons are our own words: texts of the cloud go to the log and the call records, never to people. [LG-1]
 */
import type { CallOutcome } from "@relaydeck/core/relays/command";
import { returnValueOf, type Meaning } from "./classify.ts";
import type { CloudAnswer } from "./cloud.ts";

type Refusal = { readonly code: ReadFailure; readonly reason: string; readonly retryAfterSeconds?: number };

/** What each meaning is to a command. `success` is judged by its return value. */
const callOutcomes: Readonly<Record<Exclude<Meaning, "success">, CallOutcome>> = {
  "timed-out": { kind: "unknown", reason: "the device did not answer the cloud in time" },
  "server-fault": { kind: "unknown", reason: "the device cloud had a fault of its own" },
  unreadable: { kind: "unknown", reason: "the answer of the device cloud could not be read" },
  "token-refused": { kind: "not-sent", code: "PROVIDER_UNAVAILABLE", reason: "the device cloud refused our token" },
  "scope-missing": { kind: "not-sent", code: "PROVIDER_UNAVAILABLE", reason: "our token may not call functions" },
  busy: { kind: "not-sent", code: "PROVIDER_BUSY", reason: "the device cloud is busy" },
  "not-connected": { kind: "not-sent", code: "DEVICE_NOT_CONNECTED", reason: "the device is not connected" },
  "device-unknown": { kind: "refused", code: "DEVICE_REFUSED", reason: "the device cloud does not know this device as ours" },
  refused: { kind: "refused", code: "DEVICE_REFUSED", reason: "the device cloud or the device did not accept the call" },
};

const readFailures: Readonly<Record<Exclude<Meaning, "success">, Refusal>> = {
  "timed-out": { code: "OFFLINE", reason: "the device did not answer the cloud in time" },
  "server-fault": { code: "PROVIDER_UNAVAILABLE", reason: "the device cloud had a fault of its own" },
  unreadable: { code: "NONSENSE", reason: "the answer of the device cloud could not be read" },
  "token-refused": { code: "TOKEN_REFUSED", reason: "the device cloud refused our token" },
  "scope-missing": { code: "SCOPE_MISSING", reason: "our token may not make this call" },
  busy: { code: "PROVIDER_BUSY", reason: "the device cloud is busy" },
  "not-connected": { code: "OFFLINE", reason: "the device is not connected" },
  "device-unknown": { code: "NOT_FOUND", reason: "the device cloud does not know this device as ours" },
  refused: { code: "NOT_FOUND", reason: "the device cloud does not have what was asked for" },
};

export function callOutcomeOf(answer: CloudAnswer, isDone: (returnValue: number) => boolean): CallOutcome {
  switch (answer.kind) {
    case "withheld":
      return notSentWithheld(answer);
    case "not-sent":
      return notSentOutcome(answer);
    case "broken":
      return { kind: "unknown", reason: answer.reason };
    case "answered": {
      const { meaning } = answer;
      if (meaning === "success") return returnedOutcome(answer.json, isDone);
      return withRetry(callOutcomes[meaning], answer.retryAfterSeconds);
    }
  }
}

function returnedOutcome(json: unknown, isDone: (returnValue: number) => boolean): CallOutcome {
  const returnValue = returnValueOf(json);
  if (returnValue === null) return callOutcomes.unreadable;
  if (isDone(returnValue)) return { kind: "done", returnValue };
  return { kind: "refused", code: "DEVICE_REFUSED", reason: `the device returned ${returnValue}`, returnValue };
}

function notSentWithheld(answer: Extract<CloudAnswer, { kind: "withheld" }>): CallOutcome {
  if (answer.why === "expired") return { kind: "not-sent", code: "COMMAND_EXPIRED", reason: answer.reason };
  const code = answer.why === "token" ? "PROVIDER_UNAVAILABLE" : "PROVIDER_BUSY";
  return withRetry({ kind: "not-sent", code, reason: answer.reason }, answer.retryAfterSeconds);
}

function notSentOutcome(answer: Extract<CloudAnswer, { kind: "not-sent" }>): CallOutcome {
  switch (answer.why) {
    case "too-late":
    case "not-allowed":
      return { kind: "not-sent", code: "COMMAND_EXPIRED", reason: answer.reason };
    case "too-many":
      return { kind: "not-sent", code: "PROVIDER_BUSY", reason: answer.reason };
    case "unreachable":
    case "aborted":
      return { kind: "not-sent", code: "PROVIDER_UNAVAILABLE", reason: answer.reason };
  }
}

/** Retry times belong to outcomes that were not sent only. */
function withRetry(outcome: CallOutcome, retryAfterSeconds: number | undefined): CallOutcome {
  return outcome.kind === "not-sent" && retryAfterSeconds !== undefined ? { ...outcome, retryAfterSeconds } : outcome;
}

/** Null when the answer is a success, whose body the caller then reads. */
export function readFailureOf(answer: CloudAnswer): Refusal | null {
  switch (answer.kind) {
    case "withheld": {
      const code = answer.why === "token" ? "TOKEN_REFUSED" : answer.why === "budget" ? "PROVIDER_BUSY" : "PROVIDER_UNAVAILABLE";
      return { code, reason: answer.reason, ...retryOf(answer.retryAfterSeconds) };
    }
    case "not-sent":
      return { code: answer.why === "too-many" ? "PROVIDER_BUSY" : "PROVIDER_UNAVAILABLE", reason: answer.reason };
    case "broken":
      return { code: answer.why === "too-large" ? "NONSENSE" : "PROVIDER_UNAVAILABLE", reason: answer.reason };
    case "answered": {
      const { meaning } = answer;
      return meaning === "success"
        ? null
        : { ...readFailures[meaning], ...retryOf(meaning === "busy" ? answer.retryAfterSeconds : undefined) };
    }
  }
}

function retryOf(retryAfterSeconds: number | undefined): { retryAfterSeconds?: number } {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
}

export type ReadOutcome<T> =
  /** `startedAt`: epoch ms at which the request left; what it says was measured at or after it. */
  | { readonly kind: "ok"; readonly value: T; readonly startedAt: number }
  | { readonly kind: "failed"; readonly code: ReadFailure; readonly reason: string; readonly retryAfterSeconds?: number };

export type ReadFailure =
  | "PROVIDER_UNAVAILABLE"
  | "PROVIDER_BUSY"
  | "NOT_FOUND"
  | "OFFLINE"
  | "TOKEN_REFUSED"
  /** The token is good, but not for this read. */
  | "SCOPE_MISSING"
  | "NONSENSE";

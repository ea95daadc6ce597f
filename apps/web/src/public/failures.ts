/** What a failed call means to somebody who reads a form. Decisions read codes, never sentences. [D9, D10] */
import { RelaydeckError } from "@relaydeck/client/relaydeck-error";

export function didAnswer(error: unknown): boolean {
  return error instanceof RelaydeckError && error.code !== "NO_ANSWER";
}

export function isCode(error: unknown, code: RelaydeckError["code"]): boolean {
  return error instanceof RelaydeckError && error.code === code;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof RelaydeckError && error.status === 401;
}

/** Documented: the sentence names the way out, and programs may rely on it; the code says the same. */
export function mustVerifyEmail(error: unknown): boolean {
  return error instanceof RelaydeckError && (error.code === "EMAIL_NOT_VERIFIED" || error.message.includes("verify your email"));
}

/** The password was right, and two-step sign-in is on; or the code that came with it is not good. [AD-2] */
export function isCodeAsked(error: unknown): boolean {
  return isCode(error, "SECOND_FACTOR_REQUIRED");
}

/** Seconds to wait before trying again; null when the failure is no matter of waiting. */
export function waitSeconds(error: unknown): number | null {
  return error instanceof RelaydeckError && error.code === "RATE_LIMITED" ? (error.retryAfterSeconds ?? 60) : null;
}

/** A wait that long, in seconds, is no wait: another way is told instead. */
export const longestShownWait = 60 * 60;

/** Field → sentence, of a request that was refused field by field. */
export function fieldMessages(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof RelaydeckError)) return new Map();
  return new Map(error.issues.map((issue) => [issue.path, issue.message]));
}

/**
 * What every failed call throws: one error with the server's own code, so that nobody reads sentences to decide.
 *
 * It stays a `TRPCClientError`, because tRPC wraps anything else. Not here: deciding what a failure means for a
 * relay command; that is commands/ask-by-key.ts.
 */
import type { FieldIssue, RefusalCode } from "@relaydeck/contract/refusals";
import { TRPCClientError } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";

/** The server's closed list, and two of the client's own: no (readable) answer came or was asked for, or an answer without a code. */
export type ErrorCode = RefusalCode | "NO_ANSWER" | "UNKNOWN";

/** What an error is made from. */
export interface ErrorFacts {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly FieldIssue[];
  readonly retryAfterSeconds: number | null;
  readonly errorId: string | null;
  readonly cause?: Error;
}

/** The one error that calls reject with; an answer of the server, or none (`NO_ANSWER`, status 0; also after `close()`). */
export class RelaydeckError extends TRPCClientError<AnyTRPCRouter> {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: ErrorCode;
  /** Fields that were refused, with code `VALIDATION`; else empty. */
  readonly issues: readonly FieldIssue[];
  /** Whole seconds after which trying again may help; null when the server did not say. */
  readonly retryAfterSeconds: number | null;
  /** The id under which the server logged a defect (status 500); else null. */
  readonly errorId: string | null;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? {} : { cause: facts.cause });
    // The parent sets its own prototype; without this line `instanceof RelaydeckError` would be false.
    Object.setPrototypeOf(this, RelaydeckError.prototype);
    this.name = "RelaydeckError";
    this.status = facts.status;
    this.code = facts.code;
    this.issues = facts.issues;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.errorId = facts.errorId;
  }
}

/** True for the answer "you are not signed in" of any door. [D9] */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RelaydeckError && error.code === "SESSION_REQUIRED";
}

/** Any failure of a call as a `RelaydeckError`; one that is one already comes back as it is. */
export function toRelaydeckError(cause: unknown): RelaydeckError {
  if (cause instanceof RelaydeckError) return cause;
  const message = cause instanceof Error ? cause.message : "The server did not answer";
  const origin = cause instanceof Error ? { cause } : {};
  const data: unknown = cause instanceof TRPCClientError ? cause.data : null;
  if (isRecord(data)) return new RelaydeckError({ ...factsOf(data), message, ...origin });
  const { status, body } = responseOf(cause);
  // The door may refuse before tRPC is reached: the body is then a REST error. [rest-shapes section 1]
  if (isRecord(body) && typeof body.code === "string") {
    const sentence = typeof body.message === "string" ? body.message : message;
    return new RelaydeckError({ ...factsOf(body, status), message: sentence, ...origin });
  }
  return new RelaydeckError({ ...factsOf({}, status), ...(status === 0 ? { code: "NO_ANSWER" } : {}), message, ...origin });
}

/** The facts of an error body, tRPC's `data` or REST's; what is absent or of the wrong kind becomes its empty value. */
export function factsOf(body: Record<string, unknown>, status?: number): Omit<ErrorFacts, "message"> {
  return {
    status: status ?? (typeof body.httpStatus === "number" ? body.httpStatus : 0),
    // The list is closed on the server; an unknown word of a newer server is still shown, never acted on.
    code: typeof body.code === "string" ? (body.code as RefusalCode) : "UNKNOWN",
    issues: Array.isArray(body.issues) ? (body.issues as FieldIssue[]) : [],
    retryAfterSeconds: typeof body.retryAfterSeconds === "number" ? body.retryAfterSeconds : null,
    errorId: typeof body.errorId === "string" ? body.errorId : null,
  };
}

/** True for a plain object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What tRPC's HTTP links keep of an answer that they could not read; status 0 when there was none. */
function responseOf(cause: unknown): { status: number; body: unknown } {
  const meta: unknown = cause instanceof TRPCClientError ? cause.meta : null;
  if (!isRecord(meta)) return { status: 0, body: null };
  const { response, responseJSON } = meta;
  const hasStatus = typeof response === "object" && response !== null && "status" in response;
  return { status: hasStatus && typeof response.status === "number" ? response.status : 0, body: responseJSON };
}

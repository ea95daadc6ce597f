/** What can become of a tap, and the steps on the way. Expected outcomes only: nothing here is thrown. [C1, C2] */
import type { Command, CommandAnswer } from "@relaydeck/contract/relays";
import type { FieldIssue } from "@relaydeck/contract/refusals";
import type { ErrorCode } from "../relaydeck-error.ts";

/** What became of a tap; one of five, told apart by `kind`. */
export type SwitchOutcome =
  /** Refused here: nothing was created, nothing left this machine, nothing is kept for later. [HD-5] */
  | { readonly kind: "not-given"; readonly reason: NotGivenReason; readonly message: string }
  /** The server knows the command; `command.state` says how far it is, and the live store follows it from here. */
  | { readonly kind: "known"; readonly key: string; readonly command: Command; readonly answer: CommandAnswer | null }
  /** The server refused it before a command existed. */
  | ({ readonly kind: "refused"; readonly key: string } & RefusedFacts)
  /** No answer came, and after the deadline the server knows no such key: it was never sent and never will be. */
  | { readonly kind: "expired"; readonly key: string; readonly message: string }
  /** No answer came, and asking ended before the server could say. It may or may not have been sent. */
  | { readonly kind: "unknown"; readonly key: string; readonly reason: UnknownReason; readonly message: string };

/**
 * `link-down`: what is shown may be old · `clock-unknown`: no deadline could be counted on the server's clock · `closed`:
 * `close()` was called before.
 */
export type NotGivenReason = "link-down" | "clock-unknown" | "signed-out" | "closed";

/** `stopped`: the client was closed or the caller's signal ended · `gave-up`: ten minutes without an answer. */
export type UnknownReason = "stopped" | "signed-out" | "gave-up";

/** Why the server refused, in its own words. */
export interface RefusedFacts {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly FieldIssue[];
  /** Whole seconds after which trying again may help; null when the server did not say. */
  readonly retryAfterSeconds: number | null;
}

/** A step on the way to the outcome, for a control that shows each. */
export type SwitchStep =
  /** The request leaves. `validUntil` is an ISO instant on the server's clock. */
  | { readonly step: "sending"; readonly key: string; readonly validUntil: string }
  /** No answer came; the server is asked what became of the key. `tries` counts from 1. */
  | { readonly step: "asking"; readonly key: string; readonly tries: number }
  /** While asking: the server knows it, and it is still under way. */
  | { readonly step: "under-way"; readonly key: string; readonly command: Command };

/** What became of the wish to take a command back. */
export type CancelOutcome =
  /** The command as it is now: `cancelled`, or the state that made it too late. */
  | { readonly kind: "known"; readonly command: Command }
  | ({ readonly kind: "refused" } & RefusedFacts)
  /** Refused here, because the client was closed before: nothing left this machine. */
  | { readonly kind: "not-given"; readonly reason: "closed"; readonly message: string }
  /** No answer came; the live store shows what became of it. */
  | { readonly kind: "unknown"; readonly message: string };

/** Default sentences; the interface has its own, per language. */
export const outcomeMessages = {
  "link-down": "No connection to the server. Switching is paused.",
  "clock-unknown": "Updating. Switching is paused until the server's clock is known.",
  "signed-out": "You are signed out.",
  closed: "The client is closed, so nothing was sent.",
  expired: "Expired · never sent",
  unknown: "The server does not answer. Whether it was sent is not known.",
  stopped: "The client stopped waiting. Whether it was sent is not known.",
} as const;

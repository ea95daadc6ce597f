import type { Language } from "@relaydeck/contract/languages";
import type { ProgramRight } from "@relaydeck/core/policy";

/** Who asks, and through which door. A caller is looked up per request and never remembered. [C6, WS-4] */
export interface Caller {
  readonly userId: string;
  /**
   * What the caller came in by, and with whose end the streams and unsent commands end: the id of a session (`ses_…`) or
   * of a program's token (`tok_…`). Never the secret itself.
   */
  readonly sessionId: string | null;
  /** The bounds of a program's token; absent for a person in a session. */
  readonly program?: ProgramRight;
}

/** For audit rows: the program's token that the caller came in by, if it was one. */
export function tokenOf({ program, sessionId }: Caller): { readonly tokenId?: string } {
  return program === undefined || sessionId === null ? {} : { tokenId: sessionId };
}

export type Door = "trpc" | "rest" | "live" | "system";

/** Facts of one request that audit rows, limits and mails need. */
export interface RequestFacts {
  readonly requestId: string;
  readonly door: Door;
  /** Client address after trusted proxies. */
  readonly address: string;
  readonly userAgent: string;
  /** What the mails are written in that this request leads to; English where it is not known. [D0.13] */
  readonly language?: Language;
  /** The call is documented for devices of this model only; any other is not found. Absent: for all. */
  readonly model?: "powerone";
}

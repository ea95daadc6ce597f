import type { Language } from "@relaydeck/contract/languages";

/** Who asks, and through which door. A caller is looked up per request and never remembered. [C6, WS-4] */
export interface Caller {
  readonly userId: string;
  /** Id of the session row (not the token); null for a program's token. */
  readonly sessionId: string | null;
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

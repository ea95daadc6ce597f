import type { AdminCaller } from "./admin/admin-session.ts";
import type { Deps } from "./deps.ts";
import type { Caller, RequestFacts } from "./caller.ts";

/** What a procedure gets. The door makes one per request; `setSession` is how sign-in and sign-out reach the cookie. */
export interface Context {
  readonly deps: Deps;
  readonly caller: Caller | null;
  readonly request: RequestFacts;
  /** Ends with the request: the client left. */
  readonly signal: AbortSignal;
  /** Token presented in the cookie, whatever it is worth; null without one. */
  readonly presentedToken: string | null;
  /** Token of the cookie that tells a browser which signed in before; null without one. [checklist 5] */
  readonly presentedKnownToken: string | null;
  setKnownToken(token: string): void;
  /** Token of a sign-in that waits for its code; null without one. */
  readonly presentedChallenge: string | null;
  setChallenge(challenge: { token: string; expiresAt: number } | null): void;
  /** Secret of a way to Google that this browser has begun; null without one. [GO-1] */
  readonly presentedGoogleSecret: string | null;
  setGoogleSecret(secret: { token: string; expiresAt: number } | null): void;
  /** A new token for the cookie, or null to delete it. */
  setSession(session: { token: string; expiresAt: number } | null): void;
  /** Who administers, by the administrator's own cookie; looked up when it is first asked. */
  adminSession(): Promise<AdminCaller | null>;
  /** Token of the administrator's cookie, whatever it is worth; null without one. */
  readonly presentedAdminToken: string | null;
  setAdminSession(session: { token: string; expiresAt: number } | null): void;
  /** Told by a write that changed what was there where it might have made something new: REST says 200 then, not 201. */
  readonly noteUpdate?: () => void;
}

/** What the stories of accounts use, and how they get it from a request's context. */
import type { RequestFacts } from "../caller.ts";
import type { Context } from "../context.ts";
import type { Deps } from "../deps.ts";

export type AccountsDeps = Pick<
  Deps,
  "clock" | "random" | "store" | "log" | "settings" | "sessions" | "passwords" | "hashGate" | "wakeMail"
>;

/** The cookie that tells a browser which signed in before; a door that has no cookies leaves it out. [checklist 5] */
export type KnownBrowserCookie = Pick<Context, "presentedKnownToken" | "setKnownToken">;

export interface AccountsRequest {
  readonly deps: AccountsDeps;
  readonly request: RequestFacts;
  readonly presentedToken: string | null;
  readonly known: KnownBrowserCookie;
}

export function accountsRequest(ctx: Context): AccountsRequest {
  const { deps, request, presentedToken } = ctx;
  return { deps, request, presentedToken, known: ctx };
}

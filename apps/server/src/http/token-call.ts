/**
 * Calls that a program makes with its token: `Authorization: Bearer rd_…` and no cookie. They alone are exempt from the
 * rule of origins, because no page of another site can send that header without asking first, and is never allowed. [XS-1]
 */
import { readBearer } from "@relaydeck/api/tokens/token-text";
import type { IncomingHttpHeaders } from "node:http";

type Facts = Pick<IncomingHttpHeaders, "authorization" | "cookie">;

/** Where tokens are taken. */
export function takesTokens(path: string): boolean {
  return /^\/(api|trpc)(\/|$)/.test(path);
}

/** Whether the origin need not be looked at. Whether the token holds is asked before any route (dead-tokens.ts). */
export function isTokenCall({ authorization, cookie }: Facts): boolean {
  return cookie === undefined && readBearer(authorization) !== null;
}

/** True for every bearer, also a malformed one: then no cookie is looked at. What a proxy asks for itself (Basic) is not ours. */
export function bringsBearer({ authorization }: Facts): boolean {
  return authorization !== undefined && /^bearer\b/i.test(authorization);
}

/** Who asks, from the request's cookie or token: looked up at every request, never remembered. [C6] */
import { readCookie, setCookie, type CookieKind } from "@relaydeck/api/accounts/cookies";
import { adminBehind, type AdminCaller } from "@relaydeck/api/admin/admin-session";
import { knownBrowserMs } from "@relaydeck/api/accounts/known-browser";
import type { Caller, Door, RequestFacts } from "@relaydeck/api/caller";
import type { Context } from "@relaydeck/api/context";
import type { Deps } from "@relaydeck/api/deps";
import { openToken } from "@relaydeck/api/tokens/open-token";
import { readBearer } from "@relaydeck/api/tokens/token-text";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import { languageOfRequest } from "./language.ts";
import { bringsBearer } from "./token-call.ts";
import { pathOf } from "./request-path.ts";

/** The caller behind a program's token, where one is brought, else behind the cookie; null: nobody that we know. */
export async function callerBehind(
  deps: Pick<Deps, "sessions" | "settings" | "store" | "clock" | "log">,
  headers: Pick<IncomingHttpHeaders, "authorization" | "cookie">,
): Promise<Caller | null> {
  if (!bringsBearer(headers)) return callerOf(deps, headers.cookie);
  const text = readBearer(headers.authorization);
  return text === null ? null : openToken(deps, text);
}

/** The person behind a Cookie header, or null. */
export async function callerOf(
  deps: Pick<Deps, "sessions" | "settings">,
  cookieHeader: string | undefined,
): Promise<Caller | null> {
  const token = readCookie(cookieHeader, "session", deps.settings.publicUrl);
  const session = token === null ? null : await deps.sessions.validate(token);
  return session === null ? null : { userId: session.userId, sessionId: session.sessionId };
}

/** The administrator behind the own cookie, or null; a program's token administers nothing. [AD-1] */
export async function adminOf(
  deps: Pick<Deps, "clock" | "settings" | "store" | "log">,
  headers: Pick<IncomingHttpHeaders, "authorization" | "cookie">,
): Promise<AdminCaller | null> {
  return bringsBearer(headers) ? null : adminBehind(deps, readCookie(headers.cookie, "admin", deps.settings.publicUrl));
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller | null;
  readonly adminSession: () => Promise<AdminCaller | null>;
}

export async function requestContext(deps: Deps, exchange: Exchange): Promise<Context> {
  const { request, reply, caller, adminSession } = exchange;
  const { publicUrl } = deps.settings;
  const left = new AbortController();
  reply.raw.once("close", () => left.abort());
  function setOrDelete(kind: CookieKind, kept: { token: string; expiresAt: number } | null): void {
    const value = kept === null ? null : { token: kept.token, maxAgeMs: kept.expiresAt - deps.clock.now() };
    addCookie(reply, setCookie(kind, publicUrl, value));
  }
  return {
    deps,
    caller,
    request: factsOf(request),
    signal: left.signal,
    presentedToken: readCookie(request.headers.cookie, "session", publicUrl),
    presentedKnownToken: readCookie(request.headers.cookie, "known", publicUrl),
    setKnownToken: (token) => addCookie(reply, setCookie("known", publicUrl, { token, maxAgeMs: knownBrowserMs })),
    presentedChallenge: readCookie(request.headers.cookie, "second", publicUrl),
    setChallenge: (challenge) => setOrDelete("second", challenge),
    presentedGoogleSecret: readCookie(request.headers.cookie, "google", publicUrl),
    setGoogleSecret: (secret) => setOrDelete("google", secret),
    setSession: (session) => setOrDelete("session", session),
    adminSession,
    presentedAdminToken: readCookie(request.headers.cookie, "admin", publicUrl),
    setAdminSession: (session) => setOrDelete("admin", session),
  };
}

export function factsOf(request: FastifyRequest): RequestFacts {
  return {
    requestId: request.id,
    door: doorOf(request),
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    language: languageOfRequest(request),
  };
}

/** Fastify adds to `Set-Cookie` where it replaces every other header. */
export function addCookie(reply: FastifyReply, cookie: string): void {
  reply.header("set-cookie", cookie);
}

function doorOf(request: FastifyRequest): Door {
  return pathOf(request).startsWith("/trpc/") ? "trpc" : "rest";
}

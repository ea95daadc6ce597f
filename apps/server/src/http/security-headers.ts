/** Headers of every answer, and the content policy of every page. [HD-1, HD-2] */
import type { FastifyReply } from "fastify";

const always = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
} as const;

export interface AnswerFacts {
  readonly isHttps: boolean;
  /** An answer of `/api`, RPC and their like: kept by nobody. */
  readonly isApi: boolean;
}

export function setSecurityHeaders(reply: FastifyReply, facts: AnswerFacts): void {
  reply.headers(securityHeaders(facts));
}

/** The same headers as text, for answers that are written by hand because no reply exists. */
export function securityHeaderLines(facts: AnswerFacts): string {
  return Object.entries(securityHeaders(facts))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

function securityHeaders({ isHttps, isApi }: AnswerFacts): Readonly<Record<string, string>> {
  return {
    ...always,
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
    ...(isApi ? { "Cache-Control": "no-store" } : {}),
  };
}

/** The policy of one page; `nonce` is fresh per answer, `socketOrigin` is where the live stream is. */
export function contentSecurityPolicy(facts: { nonce: string; socketOrigin: string }): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${facts.nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    `connect-src 'self' ${facts.socketOrigin}`,
    "require-trusted-types-for 'script'",
    "trusted-types relaydeck-sw",
  ].join("; ");
}

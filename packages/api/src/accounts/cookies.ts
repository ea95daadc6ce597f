/**
 * The product's cookies: names and attributes by the public origin, and reading them from a request. [SE-4, SE-7]
 *
 * Over https each has the `__Host-` prefix and Secure; a plain cookie exists only for `http://localhost`, which settings
 * hold. What is duplicated, overlong or not of our form counts as absent: signed out, never an error. No part of a
 * value is ever logged.
 */

export type CookieKind = "session" | "known" | "second" | "google" | "admin";

interface CookieRow {
  readonly name: string;
  readonly sameSite: "Lax" | "Strict";
}

const cookies = {
  session: { name: "relaydeck_session", sameSite: "Lax" },
  known: { name: "relaydeck_known", sameSite: "Lax" },
  /** A sign-in that waits for its code. */
  second: { name: "relaydeck_second", sameSite: "Lax" },
  /** A way to Google and back. It comes from another site, so it must not be Strict. */
  google: { name: "relaydeck_google", sameSite: "Lax" },
  admin: { name: "relaydeck_admin", sameSite: "Strict" },
} as const satisfies Record<CookieKind, CookieRow>;

/** Longest Cookie header that is looked at, in characters. */
const maxCookieHeaderLength = 4096;

/** Bytes of a token; its text is their base64url form. [SE-1] */
export const tokenBytes = 32;
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** Accounts for which one browser is known at a time: those of a household. */
export const mostKnownTokens = 4;

/** True when the text has the form of a token that we could have made. */
export function isTokenForm(text: string): boolean {
  return tokenForm.test(text);
}

export function cookieName(kind: CookieKind, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${cookies[kind].name}` : cookies[kind].name;
}

/** The token in the Cookie header, of `known` up to four joined by dots; null when there is not exactly one of our form. */
export function readCookie(header: string | undefined, kind: CookieKind, publicUrl: string): string | null {
  if (header === undefined || header.length > maxCookieHeaderLength) return null;
  const start = `${cookieName(kind, publicUrl)}=`;
  const found = header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start));
  const value = found.length === 1 ? found[0]?.slice(start.length) : undefined;
  if (value === undefined) return null;
  const tokens = kind === "known" ? value.split(".", mostKnownTokens + 1) : [value];
  return tokens.length <= mostKnownTokens && tokens.every(isTokenForm) ? value : null;
}

/** The Set-Cookie value that keeps `token` for `maxAgeMs`; without a token it deletes the cookie. */
export function setCookie(kind: CookieKind, publicUrl: string, value: { token: string; maxAgeMs: number } | null): string {
  const { sameSite } = cookies[kind];
  const seconds = value === null ? 0 : Math.max(0, Math.floor(value.maxAgeMs / 1000));
  const secure = isSecure(publicUrl) ? "; Secure" : "";
  return `${cookieName(kind, publicUrl)}=${value?.token ?? ""}; Path=/; Max-Age=${seconds}; HttpOnly${secure}; SameSite=${sameSite}`;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/**
 * Ids: a prefix that tells the kind, then 22 base62 characters (131 random bits).
 *
 * A kind mixed up never parses, so it ends as "not found" and never as a wrong row. [D49, AZ-3]
 */
import { base62, type Random } from "@relaydeck/kit/random";
import * as z from "zod/mini";

/** What an id names, by its prefix. */
export const idPrefixes = {
  user: "usr",
  device: "dev",
  share: "shr",
  invite: "inv",
  alert: "alr",
  alertHistory: "alh",
  layout: "lay",
  command: "cmd",
  activity: "act",
  history: "his",
  session: "ses",
  token: "tok",
  audit: "aud",
  admin: "adm",
} as const;

/** The kinds of things that have ids. */
export type IdKind = keyof typeof idPrefixes;

/** Schema of an id of one kind. */
export function idOf(kind: IdKind) {
  const article = /^[aeio]/.test(kind) ? "an" : "a";
  return z.string().check(z.regex(new RegExp(`^${idPrefixes[kind]}_[0-9A-Za-z]{22}$`), `Not ${article} ${kind} id`));
}

/**
 * Schema of an id that a request names. What is not of the kind, another kind's id included, becomes an id that nothing
 * has, so it is answered exactly like an absent thing; only an empty one is a field error. [D49, AZ-3]
 */
export function idGiven(kind: IdKind, required = "An id is required") {
  return z.pipe(
    z.string(required).check(z.minLength(1, required), z.maxLength(256, "Too long")),
    z.transform((text: string) => idOrNone(kind, text)),
  );
}

/** The text where it is an id of the kind, else an id that nothing has: a database does not take every text. */
export function idOrNone(kind: IdKind, text: string): string {
  return isIdOf(kind, text) ? text : `${idPrefixes[kind]}_`;
}

/** A new id of the given kind. */
export function newId(kind: IdKind, random: Random): string {
  return `${idPrefixes[kind]}_${base62(random, 22)}`;
}

/** True when the text has the form of an id of this kind. */
export function isIdOf(kind: IdKind, text: string): boolean {
  return text.startsWith(`${idPrefixes[kind]}_`) && /^[0-9A-Za-z]{22}$/.test(text.slice(4));
}

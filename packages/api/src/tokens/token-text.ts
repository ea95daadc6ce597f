/**
 * The text of a program's token: `rd_` and 256 random bits. It is shown once and kept as a hash; it travels only in the
 * `Authorization` header, never in an address, and no part of it is logged. [SE-1, SE-8]
 */
import { tokenPrefix } from "@relaydeck/contract/tokens";
import type { Random } from "@relaydeck/kit/random";
import { isTokenForm } from "../accounts/cookies.ts";
import { newSecret } from "../accounts/secrets.ts";

export function newTokenText(random: Random): string {
  return `${tokenPrefix}${newSecret(random)}`;
}

/** The token of an `Authorization` header; null for every other text, whatever it is. */
export function readBearer(header: string | undefined): string | null {
  const text = header === undefined ? undefined : /^Bearer (\S+)$/i.exec(header)?.[1];
  return text?.startsWith(tokenPrefix) === true && isTokenForm(text.slice(tokenPrefix.length)) ? text : null;
}

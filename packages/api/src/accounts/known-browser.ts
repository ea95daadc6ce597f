/**
 * Browsers that signed in to an account before: others' failures never block them. [checklist section 5]
 *
 * The cookie's token is kept only as a hash together with the account. No token is adopted that this account was not given
 * here: another account that signs in gets a fresh one, so a browser is known to the last that was new to it. [SE-2]
 * It opens nothing: it only decides with whom a try to sign in is counted.
 */
import { forgetOldBrowsers } from "@relaydeck/db/sessions/known-browsers";
import { isKnownBrowser, rememberBrowser } from "@relaydeck/db/sessions/store";
import type { Reader, Tx } from "@relaydeck/db/store";
import type { Random } from "@relaydeck/kit/random";
import { isTokenForm } from "./cookies.ts";
import { newSecret, sha256 } from "./secrets.ts";

/** How long the cookie is kept. */
export const knownBrowserMs = 365 * 24 * 60 * 60_000;
const mostBrowsersPerUser = 50;

/** The hash under which this browser is known for the account, or null. Asks the same for an account that does not exist. */
export async function knownBrowserHash(
  from: Reader,
  browser: { token: string | null; userId: string | null },
): Promise<string | null> {
  if (browser.token === null || !isTokenForm(browser.token)) return null;
  const userId = browser.userId ?? "nobody";
  const hash = hashFor(browser.token, userId);
  return (await isKnownBrowser(from, { hash, userId })) ? hash : null;
}

/** Remembers the browser after a success, and returns the token for its cookie: a new one, unless the account knows its own. */
export async function rememberKnownBrowser(
  tx: Tx,
  browser: { token: string | null; userId: string; now: number; random: Random },
): Promise<string> {
  const { userId, now, random } = browser;
  const isKnown = (await knownBrowserHash(tx, browser)) !== null;
  const token = isKnown && browser.token !== null ? browser.token : newSecret(random);
  await rememberBrowser(tx, { hash: hashFor(token, userId), userId, now });
  await forgetOldBrowsers(tx, { userId, keep: mostBrowsersPerUser });
  return token;
}

function hashFor(token: string, userId: string): string {
  return sha256(`${token}:${userId}`);
}

/**
 * Browsers that signed in to an account before: others' failures never block them. [checklist section 5]
 *
 * The cookie holds a token for each of the accounts that signed in here last, joined by dots; each is kept only as a hash
 * together with its account. No token is adopted that this account was not given here: another account that signs in gets
 * a fresh one beside it. [SE-2] They open nothing: they only decide with whom a try to sign in, or a wish for a mail, is counted.
 */
import { forgetBrowsersBut, forgetOldBrowsers } from "@relaydeck/db/sessions/known-browsers";
import { findKnownBrowsers, rememberBrowser } from "@relaydeck/db/sessions/store";
import type { Reader, Tx } from "@relaydeck/db/store";
import type { Random } from "@relaydeck/kit/random";
import { isTokenForm, mostKnownTokens } from "./cookies.ts";
import { newSecret, sha256 } from "./secrets.ts";

/** How long the cookie is kept. */
export const knownBrowserMs = 365 * 24 * 60 * 60_000;
const mostBrowsersPerUser = 10;

/** A browser, by what its cookie holds; null: it has none. */
interface PresentedBrowser {
  readonly token: string | null;
  readonly userId: string | null;
}

/** The hash under which this browser is known for the account, or null. Asks the same for an account that does not exist. */
export async function knownBrowserHash(from: Reader, { token, userId }: PresentedBrowser): Promise<string | null> {
  const issued = await issuedTokens(from, token);
  return issued.find((one) => one.userId === userId)?.hash ?? null;
}

/** Remembers the browser after a success, and returns what its cookie holds from now on: a new token, unless the account knows its own. */
export async function rememberKnownBrowser(
  tx: Tx,
  browser: { token: string | null; userId: string; now: number; random: Random },
): Promise<string> {
  const { userId, now, random } = browser;
  const issued = await issuedTokens(tx, browser.token);
  const own = issued.find((one) => one.userId === userId)?.token ?? newSecret(random);
  await rememberBrowser(tx, { hash: sha256(own), userId, now });
  await forgetOldBrowsers(tx, { userId, keep: mostBrowsersPerUser });
  const others = issued.filter((one) => one.userId !== userId).map(({ token }) => token);
  return [...others, own].slice(-mostKnownTokens).join(".");
}

/** Every browser but the one that asks is a stranger to the account from now on. */
export async function forgetOtherBrowsers(tx: Tx, { token, userId }: { token: string | null; userId: string }): Promise<void> {
  await forgetBrowsersBut(tx, { userId, hash: await knownBrowserHash(tx, { token, userId }) });
}

/** Those tokens of the cookie that we gave and still know, each with its account; who signed in last stands last. */
async function issuedTokens(from: Reader, cookie: string | null) {
  const tokens = cookie === null ? [] : cookie.split(".").filter(isTokenForm).slice(-mostKnownTokens);
  const rows = await findKnownBrowsers(from, tokens.map(sha256));
  return tokens.flatMap((token) => {
    const row = rows.find(({ hash }) => hash === sha256(token));
    return row === undefined ? [] : [{ token, ...row }];
  });
}

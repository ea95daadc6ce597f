/** Accounts with Google in front of them: a real provider on a loop-back port, and browsers that go there and come back. */
import type { Store } from "@relaydeck/db/store";
import type { AccountsDeps } from "../accounts/accounts-deps.ts";
import { createGoogleClient } from "../accounts/google-client.ts";
import { finishGoogle, type FinishedGoogle } from "../accounts/google-finish.ts";
import { startGoogle } from "../accounts/google-start.ts";
import { accountsHouse, type AccountsHouse, type TestBrowser } from "./accounts-house.ts";
import { googleCredentials, type IdentityProvider } from "./identity-provider.ts";

const callbackUrl = "http://localhost:3000/api/auth/google/callback";

/** What the address bar holds on the way back. */
export interface Return {
  readonly state: string | null;
  readonly code: string | null;
  readonly error: string | null;
}

export interface GoogleHouse extends AccountsHouse {
  /** The browser goes to Google and is about to come back. */
  leave(browser: TestBrowser, returnTo?: string): Promise<Return>;
  /** It comes back with what the address bar holds; its cookies become what the door makes of the outcome. */
  comeBack(browser: TestBrowser, brought: Return): Promise<FinishedGoogle>;
  /** There and back. */
  enter(browser: TestBrowser): Promise<FinishedGoogle>;
}

export function googleHouse(
  store: Store,
  provider: IdentityProvider,
  over: Partial<AccountsDeps> & { factor?: number } = {},
): GoogleHouse {
  const house = accountsHouse(store, over);
  const settings = { ...googleCredentials, issuer: provider.issuer };
  const google = createGoogleClient({ clock: house.clock, settings, redirectUri: callbackUrl });
  const deps: AccountsDeps = { ...house.deps, google, ...over };

  async function leave(browser: TestBrowser, returnTo = "/"): Promise<Return> {
    const started = await startGoogle(deps, { request: browser.request, returnTo });
    if (!started.ok) throw new Error(started.error);
    browser.googleSecret = started.value.secret.token;
    const answer = await fetch(started.value.url, { redirect: "manual" });
    const { searchParams } = new URL(answer.headers.get("location") ?? "");
    return { state: searchParams.get("state"), code: searchParams.get("code"), error: searchParams.get("error") };
  }

  async function comeBack(browser: TestBrowser, brought: Return): Promise<FinishedGoogle> {
    const { request, googleSecret: secret, sessionToken: presentedToken, knownToken } = browser;
    const finished = await finishGoogle(deps, { request, secret, presentedToken, knownToken, ...brought });
    if (finished.is === "opened") browser.take(finished);
    if (finished.is === "code-asked") browser.challengeToken = finished.challenge.token;
    if (finished.is === "password-asked") browser.googleSecret = finished.secret.token;
    return finished;
  }

  const enter = async (browser: TestBrowser) => comeBack(browser, await leave(browser));
  return { ...house, deps, leave, comeBack, enter };
}

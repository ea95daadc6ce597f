/** Maria in the accounts house: registered, verified, signed in. */
import { present } from "@relaydeck/kit/assert";
import { maria, type AccountsHouse, type TestBrowser } from "./accounts-house.ts";

/** Signs her in once more, on a browser of its own. */
export async function marias(house: AccountsHouse, options: { address?: string } = {}): Promise<TestBrowser> {
  const browser = house.browser(options);
  await (await browser.auth()).login({ email: maria.email, password: maria.password });
  return browser;
}

/** Her account, and a first browser of hers. */
export async function withMaria(house: AccountsHouse): Promise<{ browser: TestBrowser; userId: string }> {
  const auth = await house.browser().auth();
  const { id: userId } = await auth.register(maria);
  await auth.verifyEmail({ token: await house.mailedToken() });
  return { browser: await marias(house), userId };
}

/** The id of the session that this browser is in. */
export async function sessionIdOf(browser: TestBrowser): Promise<string> {
  const list = await (await browser.auth()).sessions();
  return present(list.find(({ isThis }) => isThis)?.id, "Who may ask for the list is on it");
}

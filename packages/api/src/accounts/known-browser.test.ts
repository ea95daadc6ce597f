/** Which browsers an account knows, and when it forgets them. */
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse, type TestBrowser } from "../testing/accounts-house.ts";
import { marias, withMaria } from "../testing/signed-in.ts";
import { knownBrowserHash } from "./known-browser.ts";

const { email, password } = maria;

/** Of each browser, whether the account knows it. */
function known(house: AccountsHouse, userId: string, browsers: readonly TestBrowser[]): Promise<boolean[]> {
  const isKnown = async ({ knownToken: token }: TestBrowser) =>
    (await knownBrowserHash(house.store.read, { token, userId })) !== null;
  return Promise.all(browsers.map(isKnown));
}

describeOnStores("known browsers", (fresh) => {
  test("[checklist 5] an account knows the ten that signed in last", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const browsers = [browser];
    for (let count = 0; count < 11; count += 1) {
      await house.clock.advance(1_000);
      browsers.push(await marias(house));
    }
    expect(await known(house, userId, browsers)).toEqual([false, false, ...Array<boolean>(10).fill(true)]);
  });

  test.each(["endOtherSessions", "endAllSessions"] as const)(
    "[SE-5, checklist 5] %s forgets every browser but the one that asks; what others signed in to it with stays",
    async (end) => {
      const house = accountsHouse(fresh().store);
      const { browser, userId } = await withMaria(house);
      const others = [await marias(house), await marias(house)];
      const alex = { ...maria, email: "alex@relaydeck.test" };
      await house.clock.advance(1_000);
      const { id: alexId } = await (await house.browser().auth()).register(alex);
      await (await house.browser().auth()).verifyEmail({ token: await house.mailedToken() });
      await (await browser.auth()).login({ email: alex.email, password });
      await (await browser.auth()).login({ email, password });
      await (await browser.auth())[end]();
      expect(await known(house, userId, [browser, ...others])).toEqual([true, false, false]);
      expect(await known(house, alexId, [browser])).toEqual([true]);
    },
  );

  test("[checklist 5] who asks for it without the cookie of a known browser is forgotten, too", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const before = house.browser();
    before.knownToken = browser.knownToken;
    browser.knownToken = null;
    await (await browser.auth()).endAllSessions();
    expect(await known(house, userId, [before])).toEqual([false]);
  });

  test("[checklist 5] a reset of the password, which a stranger may make needful, leaves the browsers known", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    await house.clock.advance(1_000);
    const elsewhere = await house.browser().auth();
    await elsewhere.forgotPassword({ email });
    await elsewhere.resetPassword({ token: await house.mailedToken("reset-password"), newPassword: "a new pump house" });
    expect(await known(house, userId, [browser])).toEqual([true]);
  });
});

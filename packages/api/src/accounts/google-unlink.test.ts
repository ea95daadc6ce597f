import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { listMails } from "@relaydeck/mail/outbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maria, type TestBrowser } from "../testing/accounts-house.ts";
import { googleHouse, type GoogleHouse } from "../testing/google-house.ts";
import { googleMaria, startIdentityProvider, type IdentityProvider } from "../testing/identity-provider.ts";

const { email, password } = maria;
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(new ManualClock());
});
afterAll(() => provider.stop());

/** Maria with a password and Google, signed in in two browsers. */
async function linked(house: GoogleHouse): Promise<{ here: TestBrowser; elsewhere: TestBrowser }> {
  const [here, elsewhere] = [house.browser(), house.browser()];
  await (await here.auth()).register(maria);
  await (await here.auth()).verifyEmail({ token: await house.mailedToken() });
  await house.enter(here);
  await (await here.auth()).login({ email, password });
  await house.enter(elsewhere);
  return { here, elsewhere };
}

describeOnStores("[AC-8] removing Google sign-in", (fresh) => {
  test("needs the password once the sign-in is older than five minutes; other sessions end and the owner is told", async () => {
    const house = googleHouse(fresh().store, provider);
    const { here, elsewhere } = await linked(house);
    await house.clock.advance(5 * 60_000);
    const unlink = async (input: { currentPassword?: string }) => (await here.auth()).unlinkGoogle(input);
    await expect(unlink({})).rejects.toMatchObject({ refusal: { code: "REAUTHENTICATE" } });
    await expect(unlink({ currentPassword: "a guess" })).rejects.toMatchObject({ refusal: { code: "REAUTHENTICATE" } });
    expect(await house.userRow()).toMatchObject({ googleId: googleMaria.sub });
    expect(await unlink({ currentPassword: password })).toMatchObject({
      email,
      authProvider: "email",
      message: "Google sign-in removed",
    });
    expect(await house.userRow()).toMatchObject({ googleId: null });
    await expect((await elsewhere.auth()).me()).rejects.toMatchObject({ refusal: { code: "SESSION_REQUIRED" } });
    expect(await (await here.auth()).me()).toMatchObject({ email });
    expect((await listMails(house.store))[0]).toMatchObject({
      to: email,
      subject: "Google no longer opens your Relaydeck account",
    });
    expect((await listAudit(house.store.read, { limit: 1 }))[0]).toMatchObject({
      action: "google.unlinked",
      after: { sessionsEnded: 1 },
    });
    expect(await house.enter(house.browser())).toMatchObject({ is: "password-asked" });
  });

  test("is done with a sign-in younger than five minutes, and repeated it changes nothing", async () => {
    const house = googleHouse(fresh().store, provider);
    const { here } = await linked(house);
    expect(await (await here.auth()).unlinkGoogle({})).toMatchObject({ message: "Google sign-in removed" });
    const mails = (await listMails(house.store)).length;
    expect(await (await here.auth()).unlinkGoogle({})).toMatchObject({ message: "Google sign-in removed" });
    expect(await listMails(house.store)).toHaveLength(mails);
  });

  test("is refused where no password is left to sign in with", async () => {
    const house = googleHouse(fresh().store, provider);
    const browser = house.browser();
    await house.enter(browser);
    await expect((await browser.auth()).unlinkGoogle({})).rejects.toMatchObject({
      refusal: { code: "FORBIDDEN" },
      message: expect.stringContaining("Set a password first"),
    });
    expect(await house.userRow()).toMatchObject({ googleId: googleMaria.sub });
  });

  test("needs a session, and takes no unknown field", async () => {
    const house = googleHouse(fresh().store, provider);
    await expect((await house.browser().auth()).unlinkGoogle({})).rejects.toMatchObject({
      refusal: { code: "SESSION_REQUIRED" },
    });
  });
});

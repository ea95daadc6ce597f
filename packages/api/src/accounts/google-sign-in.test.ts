import { listAudit } from "@relaydeck/db/audit/store";
import { updateUser } from "@relaydeck/db/accounts/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { listMails } from "@relaydeck/mail/outbox";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { maria } from "../testing/accounts-house.ts";
import { googleHouse, type GoogleHouse } from "../testing/google-house.ts";
import { googleMaria, startIdentityProvider, type Claims, type IdentityProvider } from "../testing/identity-provider.ts";

const minuteMs = 60_000;
const { email, password } = maria;
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(new ManualClock());
});
beforeEach(() => {
  Object.assign(provider, { person: googleMaria, claims: (claims: Claims) => claims, faults: {}, isLenient: false });
});
afterAll(() => provider.stop());

async function actions(house: GoogleHouse): Promise<string[]> {
  return (await listAudit(house.store.read, { limit: 20 })).map((row) => row.action);
}

async function counts({ store }: GoogleHouse) {
  const { users, sessions } = store.t;
  return { users: await store.read.db.$count(users), sessions: await store.read.db.$count(sessions) };
}

async function registered(house: GoogleHouse, options: { verified: boolean }): Promise<void> {
  const auth = await house.browser({ address: "192.0.2.1" }).auth();
  await house.clock.advance(1_000);
  await auth.register(maria);
  if (options.verified) await auth.verifyEmail({ token: await house.mailedToken() });
}

const expired = { is: "refused", message: "google-expired" };

describeOnStores("finding the account", (fresh) => {
  test("[GO-3] somebody new gets a verified account without a password, and a session", async () => {
    const house = googleHouse(fresh().store, provider);
    const browser = house.browser();
    expect(await house.enter(browser)).toMatchObject({ is: "opened", returnTo: "/" });
    expect(await (await browser.auth()).me()).toMatchObject({
      email,
      firstName: "Maria",
      lastName: "Lind",
      authProvider: "google",
      emailVerified: true,
    });
    expect(await house.userRow()).toMatchObject({ passwordHash: null, googleId: googleMaria.sub });
    expect(await actions(house)).toEqual(["session.begun", "account.registered"]);
    await expect((await house.browser().auth()).login({ email, password: "" })).rejects.toMatchObject({
      refusal: { code: "INVALID_CREDENTIALS" },
    });
  });

  test("[GO-3] a changed address at Google, verified or not, does not move the account", async () => {
    const house = googleHouse(fresh().store, provider);
    await house.enter(house.browser());
    for (const said of [true, false, undefined]) {
      provider.person = { ...googleMaria, email: "somebody-else@relaydeck.test", email_verified: said };
      const browser = house.browser();
      expect(await house.enter(browser)).toMatchObject({ is: "opened" });
      expect(await (await browser.auth()).me()).toMatchObject({ email });
    }
    expect(await counts(house)).toEqual({ users: 1, sessions: 4 });
  });

  test("[GO-3] another person at Google with the address of a linked account gets nothing of it", async () => {
    const house = googleHouse(fresh().store, provider);
    await house.enter(house.browser());
    provider.person = { ...googleMaria, sub: "another" };
    expect(await house.enter(house.browser())).toMatchObject({ is: "refused", message: "google-other-account" });
    expect(await counts(house)).toEqual({ users: 1, sessions: 1 });
    expect(await house.userRow()).toMatchObject({ googleId: googleMaria.sub });
  });

  test("[GO-4] an address that Google does not vouch for opens and makes no account", async () => {
    const house = googleHouse(fresh().store, provider);
    provider.person = { ...googleMaria, email_verified: false };
    expect(await house.enter(house.browser())).toMatchObject({ is: "refused", message: "google-unverified" });
    expect(await counts(house)).toEqual({ users: 0, sessions: 0 });
    for (const verified of [false, true]) {
      await registered(house, { verified });
      const before = await house.userRow();
      expect(await house.enter(house.browser())).toMatchObject({ is: "refused", message: "google-unverified" });
      expect(await house.userRow()).toEqual(before);
    }
    provider.person = { sub: "1", email: "no address at all", email_verified: true };
    expect(await house.enter(house.browser())).toMatchObject({ is: "refused", message: "google-unverified" });
    expect(await counts(house)).toEqual({ users: 1, sessions: 0 });
  });

  test("two first sign-ins of one person at once make one account and two sessions", async () => {
    const house = googleHouse(fresh().store, provider);
    const browsers = [house.browser(), house.browser()];
    const brought = await Promise.all(browsers.map((browser) => house.leave(browser)));
    const back = await Promise.all(
      browsers.map((browser, n) => house.comeBack(browser, brought[n] ?? { state: null, code: null, error: null })),
    );
    expect(back).toMatchObject([{ is: "opened" }, { is: "opened" }]);
    expect(await counts(house)).toEqual({ users: 1, sessions: 2 });
  });

  test("[AD-2] with two-step sign-in on, Google alone opens nothing: the code is asked for", async () => {
    const house = googleHouse(fresh().store, provider);
    await house.enter(house.browser());
    const user = await house.userRow();
    await house.store.write((tx) => updateUser(tx, { id: user?.id ?? "" }, { twoStepSecret: "s", twoStepRecovery: [] }));
    const browser = house.browser();
    expect(await house.enter(browser)).toMatchObject({ is: "code-asked", challenge: { token: expect.any(String) } });
    expect(browser.sessionToken).toBeNull();
    expect(await counts(house)).toMatchObject({ sessions: 1 });
  });

  test("an account that is no longer verified opens when Google vouches for its address, else not", async () => {
    const house = googleHouse(fresh().store, provider);
    await house.enter(house.browser());
    const id = (await house.userRow())?.id ?? "";
    await house.store.write((tx) => updateUser(tx, { id }, { emailVerified: false }));
    provider.person = { ...googleMaria, email: "other@relaydeck.test" };
    expect(await house.enter(house.browser())).toMatchObject({ message: "google-unverified" });
    provider.person = googleMaria;
    expect(await house.enter(house.browser())).toMatchObject({ is: "opened" });
    expect(await house.userRow()).toMatchObject({ emailVerified: true });
  });
});

describeOnStores("[GO-1] a return counts", (fresh) => {
  test("once: of two at once one gets the session, later ones nothing, even if Google took the code again", async () => {
    const house = googleHouse(fresh().store, provider);
    provider.isLenient = true;
    const browser = house.browser();
    const brought = await house.leave(browser, "/dashboard");
    const secret = browser.googleSecret;
    const both = await Promise.all([house.comeBack(browser, brought), house.comeBack(browser, brought)]);
    expect(both.map(({ is }) => is).toSorted()).toEqual(["opened", "refused"]);
    browser.googleSecret = secret;
    expect(await house.comeBack(browser, brought)).toMatchObject(expired);
    expect(await counts(house)).toEqual({ users: 1, sessions: 1 });
  });

  test("only in the browser that left", async () => {
    const house = googleHouse(fresh().store, provider);
    const [victim, thief] = [house.browser(), house.browser()];
    const brought = await house.leave(victim);
    expect(await house.comeBack(thief, brought)).toMatchObject(expired);
    await house.leave(thief);
    expect(await house.comeBack(thief, brought)).toMatchObject(expired);
    expect(await counts(house)).toEqual({ users: 0, sessions: 0 });
    expect(await house.comeBack(victim, brought)).toMatchObject({ is: "opened" });
  });

  test.each([
    ["no state", { state: null }],
    ["another state", { state: "x".repeat(43) }],
    ["an empty state", { state: "" }],
  ])("not with %s; the true return still does", async (_name, lie) => {
    const house = googleHouse(fresh().store, provider);
    const browser = house.browser();
    const brought = await house.leave(browser);
    expect(await house.comeBack(browser, { ...brought, ...lie })).toMatchObject(expired);
    expect(await house.comeBack(browser, brought)).toMatchObject({ is: "opened" });
  });

  test("within ten minutes", async () => {
    const house = googleHouse(fresh().store, provider);
    const browser = house.browser();
    const brought = await house.leave(browser);
    await house.clock.advance(10 * minuteMs);
    expect(await house.comeBack(browser, brought)).toMatchObject(expired);
    expect(await counts(house)).toEqual({ users: 0, sessions: 0 });
  });

  test("with the code that was made for this way: one from another way has another nonce and challenge", async () => {
    const house = googleHouse(fresh().store, provider);
    const [victim, thief] = [house.browser(), house.browser()];
    const injected = { ...(await house.leave(victim)), code: (await house.leave(thief)).code };
    expect(await house.comeBack(victim, injected)).toMatchObject({ is: "refused", message: "google-failed" });
    expect(await counts(house)).toEqual({ users: 0, sessions: 0 });
  });

  test.each([
    ["a no of the person", { error: "access_denied", code: null }, "google-cancelled"],
    ["another error", { error: "server_error", code: null }, "google-failed"],
    ["an error beside a code", { error: "server_error" }, "google-failed"],
    ["no code", { code: null }, "google-failed"],
  ])("%s ends the way with a word", async (_name, brings, message) => {
    const house = googleHouse(fresh().store, provider);
    const browser = house.browser();
    const brought = await house.leave(browser, "/dashboard");
    expect(await house.comeBack(browser, { ...brought, ...brings })).toEqual({ is: "refused", message, returnTo: "/dashboard" });
    expect(await house.comeBack(browser, brought)).toMatchObject(expired);
    expect(await counts(house)).toEqual({ users: 0, sessions: 0 });
  });

  test("[SE-2] success ends the session presented and adopts no token that the browser brought", async () => {
    const house = googleHouse(fresh().store, provider);
    const browser = house.browser();
    await house.enter(browser);
    const before = browser.sessionToken ?? "";
    await house.enter(browser);
    expect(browser.sessionToken).not.toBe(before);
    expect(await house.deps.sessions.validate(before)).toBeNull();
    const planted = "p".repeat(43);
    browser.sessionToken = planted;
    await house.enter(browser);
    expect(browser.sessionToken).not.toBe(planted);
    expect(await house.deps.sessions.validate(planted)).toBeNull();
  });

  test("the database holds neither the secret of the browser nor state, nonce or verifier", async () => {
    const house = googleHouse(fresh().store, provider);
    const browser = house.browser();
    const { state } = await house.leave(browser);
    const rows = JSON.stringify(await house.store.read.db.select().from(house.store.t.googleFlows));
    expect(rows).toContain("asked");
    for (const word of [browser.googleSecret, state]) expect(rows).not.toContain(word);
  });

  test("ways and new accounts are limited per network address", async () => {
    const house = googleHouse(fresh().store, provider, { factor: 1 });
    for (let n = 0; n < 10; n += 1) {
      provider.person = { ...googleMaria, sub: `person ${n}`, email: `person${n}@relaydeck.test` };
      expect(await house.enter(house.browser())).toMatchObject({ is: "opened" });
    }
    provider.person = { ...googleMaria, sub: "one more", email: "one-more@relaydeck.test" };
    expect(await house.enter(house.browser())).toMatchObject({ message: "google-too-many" });
    for (let n = 0; n < 49; n += 1) await house.leave(house.browser());
    await expect(house.leave(house.browser())).rejects.toThrow("google-too-many");
    expect(await house.enter(house.browser({ address: "192.0.2.77" }))).toMatchObject({ is: "opened" });
  });
});

describeOnStores("[GO-4] a local account with the address", (fresh) => {
  test("that nobody verified is taken over: password, sessions and links of before are gone, the owner is told", async () => {
    const house = googleHouse(fresh().store, provider);
    await registered(house, { verified: false });
    const link = await house.mailedToken();
    await house.clock.advance(1_000);
    const squatter = house.browser();
    const id = (await house.userRow())?.id ?? "";
    const session = await house.store.write((tx) =>
      house.deps.sessions.create(tx, { userId: id, client: "x", address: "192.0.2.9", userAgent: "x" }),
    );
    provider.person = { ...googleMaria, given_name: "Marie" };
    const browser = house.browser();
    expect(await house.enter(browser)).toMatchObject({ is: "opened", userId: id });
    expect(await house.userRow()).toMatchObject({
      id,
      passwordHash: null,
      googleId: googleMaria.sub,
      authProvider: "google",
      emailVerified: true,
      firstName: "Marie",
    });
    expect(await house.deps.sessions.validate(session.token)).toBeNull();
    await expect((await squatter.auth()).login({ email, password })).rejects.toMatchObject({
      refusal: { code: "INVALID_CREDENTIALS" },
    });
    await expect((await squatter.auth()).verifyEmail({ token: link })).rejects.toMatchObject({
      refusal: { code: "TOKEN_INVALID" },
    });
    expect((await listMails(house.store))[0]).toMatchObject({ to: email, subject: "You sign in to Relaydeck with Google now" });
    expect(await actions(house)).toEqual(["sign-in.refused", "session.begun", "google.linked", "account.registered"]);
  });

  test("whose verification was taken back is taken over too: it is not verified now", async () => {
    const house = googleHouse(fresh().store, provider);
    await registered(house, { verified: true });
    const id = (await house.userRow())?.id ?? "";
    await house.store.write((tx) => updateUser(tx, { id }, { emailVerified: false }));
    expect(await house.enter(house.browser())).toMatchObject({ is: "opened", userId: id });
    expect(await house.userRow()).toMatchObject({ passwordHash: null, emailVerified: true, googleId: googleMaria.sub });
  });

  test("that is verified asks for its password once; from then on Google opens it, and the password still does", async () => {
    const house = googleHouse(fresh().store, provider);
    await registered(house, { verified: true });
    const browser = house.browser();
    await house.clock.advance(1_000);
    expect(await house.enter(browser)).toMatchObject({ is: "password-asked" });
    expect(browser.sessionToken).toBeNull();
    expect(await (await browser.auth()).pendingGoogleLink()).toEqual({ email });
    await expect((await browser.auth()).login({ email, password: "a guess" })).rejects.toMatchObject({
      refusal: { code: "INVALID_CREDENTIALS" },
    });
    expect(await house.userRow()).toMatchObject({ googleId: null });
    await (await browser.auth()).login({ email, password });
    expect(await house.userRow()).toMatchObject({ googleId: googleMaria.sub, authProvider: "email" });
    expect(browser.googleSecret).toBeNull();
    expect((await listMails(house.store))[0]).toMatchObject({ to: email, subject: "Google now opens your Relaydeck account" });
    expect(await house.enter(house.browser())).toMatchObject({ is: "opened" });
    await (await house.browser().auth()).login({ email, password });
  });

  test("is linked by no other browser, no other account and not after ten minutes", async () => {
    const house = googleHouse(fresh().store, provider);
    await registered(house, { verified: true });
    const browser = house.browser();
    const other = house.browser();
    await house.enter(browser);
    expect(await (await other.auth()).pendingGoogleLink()).toEqual({ email: null });
    await (await other.auth()).login({ email, password });
    const alex = { ...maria, email: "alex@relaydeck.test" };
    await house.clock.advance(1_000);
    await (await other.auth()).register(alex);
    await (await other.auth()).verifyEmail({ token: await house.mailedToken() });
    await (await browser.auth()).login({ email: alex.email, password });
    expect(await house.userRow(alex.email)).toMatchObject({ googleId: null });
    await house.clock.advance(10 * minuteMs);
    expect(await (await browser.auth()).pendingGoogleLink()).toEqual({ email: null });
    await (await browser.auth()).login({ email, password });
    expect(await house.userRow()).toMatchObject({ googleId: null });
  });

  test("the secret of the way there links nothing, and the one that links is no way back", async () => {
    const house = googleHouse(fresh().store, provider);
    await registered(house, { verified: true });
    const browser = house.browser();
    const brought = await house.leave(browser);
    await (await browser.auth()).login({ email, password });
    expect(await house.userRow()).toMatchObject({ googleId: null });
    expect(await house.comeBack(browser, brought)).toMatchObject({ is: "password-asked" });
    expect(await house.comeBack(browser, brought)).toMatchObject(expired);
  });

  test("two who wait for one account: the first with the password links, the second changes nothing", async () => {
    const house = googleHouse(fresh().store, provider);
    await registered(house, { verified: true });
    const [first, second] = [house.browser(), house.browser()];
    await house.enter(first);
    provider.person = { ...googleMaria, sub: "another" };
    await house.enter(second);
    await (await first.auth()).login({ email, password });
    await (await second.auth()).login({ email, password });
    expect(await house.userRow()).toMatchObject({ googleId: googleMaria.sub });
  });
});

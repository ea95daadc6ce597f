import { updateUser } from "@relaydeck/db/accounts/store";
import { findTwoStep } from "@relaydeck/db/accounts/two-step";
import { insertAdmin } from "@relaydeck/db/admin/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse, type TestBrowser } from "../testing/accounts-house.ts";
import { mariaWithTwoStep, testApp } from "../testing/two-step-house.ts";
import { beginSignInChallenge } from "./sign-in-challenge.ts";
import { beginSetUp, confirmSetUp, isTwoStepOn, takeSecondStep } from "./two-step.ts";

const { email, password } = maria;
const minuteMs = 60_000;
const stepMs = 30_000;
const asked = { refusal: { code: "SECOND_FACTOR_REQUIRED" }, message: "Enter the code from your authenticator app" };
const notValid = { refusal: { code: "SECOND_FACTOR_REQUIRED" }, message: "That code is not valid" };
const invalid = { refusal: { code: "INVALID_CREDENTIALS" } };
const limited = { refusal: { code: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) } };

async function login(browser: TestBrowser, more: { otp?: string; password?: string } = {}) {
  return (await browser.auth()).login({ email, password, ...more });
}

describeOnStores("signing in with a second step", (fresh) => {
  test("[AD-2] the right password alone opens nothing and asks for the code; with the code a session begins", async () => {
    const house = accountsHouse(fresh().store);
    const { app } = await mariaWithTwoStep(house);
    const browser = house.browser();
    await expect(login(browser)).rejects.toMatchObject(asked);
    await expect(login(browser, { otp: "  " })).rejects.toMatchObject(asked);
    expect([browser.sessionToken, browser.knownToken]).toEqual([null, null]);
    await login(browser, { otp: ` ${app.code().slice(0, 3)} ${app.code().slice(3)} ` });
    expect(await (await browser.auth()).me()).toMatchObject({ email });
  });

  test("[AC-3] a wrong password is answered as ever, whatever code comes with it, and uses no code up", async () => {
    const house = accountsHouse(fresh().store);
    const { app } = await mariaWithTwoStep(house);
    await expect(login(house.browser(), { password: "not it", otp: app.code() })).rejects.toMatchObject(invalid);
    await expect(login(house.browser(), { password: "not it" })).rejects.toMatchObject(invalid);
    await login(house.browser(), { otp: app.code() });
  });

  test("[AD-2] a code works once, and with it every earlier one is used up", async () => {
    const house = accountsHouse(fresh().store);
    const { app } = await mariaWithTwoStep(house);
    await login(house.browser(), { otp: app.code(1) });
    await expect(login(house.browser(), { otp: app.code(1) })).rejects.toMatchObject(notValid);
    await expect(login(house.browser(), { otp: app.code() })).rejects.toMatchObject(notValid);
    await house.clock.advance(stepMs);
    await expect(login(house.browser(), { otp: app.code() })).rejects.toMatchObject(notValid);
    await login(house.browser(), { otp: app.code(1) });
  });

  test("[AD-2] the first code of the set-up is used up by it", async () => {
    const house = accountsHouse(fresh().store);
    const { app } = await mariaWithTwoStep(house);
    house.clock.jumpWall(-2 * stepMs);
    await expect(login(house.browser(), { otp: app.code() })).rejects.toMatchObject(notValid);
  });

  test("[AD-2] codes are taken 30 s early and 30 s late by the server's clock, and not beyond", async () => {
    const house = accountsHouse(fresh().store);
    const { app } = await mariaWithTwoStep(house);
    expect(house.clock.now() % stepMs).toBe(0);
    const early = app.code(2);
    await expect(login(house.browser(), { otp: early })).rejects.toMatchObject(notValid);
    await house.clock.advance(stepMs - 1);
    await expect(login(house.browser(), { otp: early })).rejects.toMatchObject(notValid);
    await house.clock.advance(1);
    await login(house.browser(), { otp: early });
    await house.clock.advance(10 * stepMs);
    const late = app.code();
    await house.clock.advance(2 * stepMs);
    await expect(login(house.browser(), { otp: late })).rejects.toMatchObject(notValid);
    const kept = app.code();
    await house.clock.advance(2 * stepMs - 1);
    await login(house.browser(), { otp: kept });
  });

  test("[AD-2] 50 parallel uses of one code on two nodes open one session", async () => {
    const { store, again } = fresh();
    const house = accountsHouse(store);
    const { app } = await mariaWithTwoStep(house);
    const node = accountsHouse(await again(), { clock: house.clock });
    const otp = app.code();
    const uses = Array.from({ length: 50 }, (_, index) => login((index % 2 ? house : node).browser(), { otp }));
    const answers = await Promise.allSettled(uses);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("[AD-2] a recovery code works once, also when 20 use it at the same moment, and the owner is told by mail", async () => {
    const house = accountsHouse(fresh().store);
    const { recoveryCodes, browser } = await mariaWithTwoStep(house);
    const [first = "", second = ""] = recoveryCodes;
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => login(house.browser(), { otp: first })));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await login(house.browser(), { otp: second.toUpperCase().replaceAll("-", " ") });
    expect(await (await browser.auth()).twoStep()).toMatchObject({ recoveryCodesLeft: 8 });
    const told = (await listMails(house.store)).filter(({ subject }) => subject.startsWith("A recovery code"));
    const left = told.map(({ text }) => /\d(?= recovery codes are left)/.exec(text)?.[0]);
    expect(new Set(left)).toEqual(new Set(["9", "8"]));
  });

  test("[RL-2] a browser that signed in before never replaces the code", async () => {
    const house = accountsHouse(fresh().store);
    const { app, browser } = await mariaWithTwoStep(house);
    expect(browser.knownToken).not.toBeNull();
    await expect(login(browser)).rejects.toMatchObject(asked);
    await login(browser, { otp: app.code() });
    await expect(login(browser)).rejects.toMatchObject(asked);
  });

  test("[SE-2] success ends the presented session and begins one with a new token; asking for the code ends nothing", async () => {
    const house = accountsHouse(fresh().store);
    const { app, browser } = await mariaWithTwoStep(house);
    const before = browser.sessionToken ?? "";
    await expect(login(browser)).rejects.toMatchObject(asked);
    expect(await house.deps.sessions.validate(before)).not.toBeNull();
    await login(browser, { otp: app.code() });
    expect(browser.sessionToken).not.toBe(before);
    expect(await house.deps.sessions.validate(before)).toBeNull();
  });

  test("a secret that the server's key no longer opens takes no code; recovery codes still do", async () => {
    const plain = accountsHouse(fresh().store);
    const withKey = (twoStepKey: string) => ({ settings: { ...plain.deps.settings, twoStepKey }, clock: plain.clock });
    const house = accountsHouse(plain.store, withKey("a key of thirty-two letters or more"));
    const { app, recoveryCodes } = await mariaWithTwoStep({ ...house, clock: plain.clock });
    const other = accountsHouse(plain.store, withKey("another key of thirty-two letters"));
    await expect(login(other.browser(), { otp: app.code() })).rejects.toMatchObject(notValid);
    await login(other.browser(), { otp: recoveryCodes[0] ?? "" });
  });
});

describeOnStores("limits of the second step", (fresh) => {
  test("[RL-2] per account 10 wrong codes in 15 minutes; 60 parallel guesses get no more looks", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { app } = await mariaWithTwoStep(house);
    const guesses = Array.from({ length: 60 }, (_, index) =>
      login(house.browser({ address: `192.0.2.${index + 10}` }), { otp: "123456" }),
    );
    const codes = (await Promise.allSettled(guesses)).map((one) =>
      one.status === "rejected" ? String(one.reason.refusal.code) : "done",
    );
    expect(codes.filter((code) => code === "SECOND_FACTOR_REQUIRED")).toHaveLength(10);
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(50);
    await expect(login(house.browser({ address: "198.51.100.1" }), { otp: app.code() })).rejects.toMatchObject(limited);
    await house.clock.advance(15 * minuteMs);
    await login(house.browser({ address: "198.51.100.1" }), { otp: app.code() });
  });

  test("[RL-2] asking for the code is no failure, and does not forgive wrong ones", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    await mariaWithTwoStep(house);
    const browser = house.browser();
    for (let round = 0; round < 20; round += 1) await expect(login(browser)).rejects.toMatchObject(asked);
    for (let round = 0; round < 10; round += 1) {
      await expect(login(browser)).rejects.toMatchObject(asked);
      await expect(login(browser, { otp: "123456" })).rejects.toMatchObject(notValid);
    }
    await expect(login(browser, { otp: "123456" })).rejects.toMatchObject(limited);
  });

  test("[RL-2] asking for the code does not forgive wrong passwords; a code does", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { app } = await mariaWithTwoStep(house);
    const wrong = { password: "not it" };
    for (let round = 0; round < 9; round += 1) await expect(login(house.browser(), wrong)).rejects.toMatchObject(invalid);
    await expect(login(house.browser())).rejects.toMatchObject(asked);
    await expect(login(house.browser(), wrong)).rejects.toMatchObject(invalid);
    await expect(login(house.browser(), wrong)).rejects.toMatchObject(limited);
    await house.clock.advance(minuteMs);
    await login(house.browser(), { otp: app.code() });
    for (let round = 0; round < 10; round += 1) await expect(login(house.browser(), wrong)).rejects.toMatchObject(invalid);
  });

  test("[RL-2] after 100 wrong codes in a row only a recovery code helps; a known browser is never harmed", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { app, browser: known, recoveryCodes } = await mariaWithTwoStep(house);
    // Each success of the known browser ends the row of sign-in failures, but not that of wrong codes.
    for (let round = 0; round < 10; round += 1) {
      const stranger = house.browser({ address: `192.0.2.${round + 10}` });
      for (let count = 0; count < 10; count += 1)
        await expect(login(stranger, { otp: "123456" })).rejects.toMatchObject(notValid);
      await house.clock.advance(15 * minuteMs);
      await login(known, { otp: app.code() });
    }
    await house.clock.advance(24 * 60 * minuteMs);
    const stranger = house.browser({ address: "198.51.100.1" });
    await expect(login(stranger, { otp: app.code() })).rejects.toMatchObject({
      refusal: { code: "RATE_LIMITED", message: expect.stringContaining("recovery code") },
    });
    await login(stranger, { otp: recoveryCodes[0] ?? "" });
    await login(house.browser({ address: "198.51.100.2" }), { otp: app.code() });
  });
});

describeOnStores("a sign-in that waits for its code", (fresh) => {
  async function waiting() {
    const house = accountsHouse(fresh().store);
    const two = await mariaWithTwoStep(house);
    const userId = (await house.userRow())?.id ?? "";
    const begin = () => house.store.write((tx) => beginSignInChallenge(house.deps, tx, { userId }));
    const browser = house.browser();
    browser.challengeToken = (await begin()).token;
    return { ...two, owner: two.browser, house, begin, browser };
  }
  const ended = { refusal: { code: "INVALID_CREDENTIALS" }, message: "Unauthorized: this sign-in has ended. Start it again." };

  test("[AD-2] the code opens the session, once, and takes the cookie away", async () => {
    const { app, browser } = await waiting();
    const token = browser.challengeToken;
    await (await browser.auth()).secondStep({ otp: app.code() });
    expect(browser.challengeToken).toBeNull();
    expect(await (await browser.auth()).me()).toMatchObject({ email });
    browser.challengeToken = token;
    await expect((await browser.auth()).secondStep({ otp: app.code(1) })).rejects.toMatchObject(ended);
  });

  test("[SE-1] it is kept as a hash, ends after ten minutes, and a newer one replaces it", async () => {
    const { app, browser, house, begin } = await waiting();
    const first = browser.challengeToken;
    browser.challengeToken = (await begin()).token;
    const other = house.browser();
    other.challengeToken = first;
    await expect((await other.auth()).secondStep({ otp: app.code() })).rejects.toMatchObject(ended);
    await house.clock.advance(10 * minuteMs);
    await expect((await browser.auth()).secondStep({ otp: app.code() })).rejects.toMatchObject(ended);
    for (const token of [null, "x".repeat(43)]) {
      other.challengeToken = token;
      await expect((await other.auth()).secondStep({ otp: app.code() })).rejects.toMatchObject(ended);
    }
  });

  type Auth = Awaited<ReturnType<TestBrowser["auth"]>>;
  interface Ending {
    readonly auth: Auth;
    readonly code: string;
    readonly house: AccountsHouse;
  }
  const changed = { currentPassword: password, newPassword: "another pump house" };
  test.each<[string, (ending: Ending) => Promise<unknown>]>([
    ["Google is removed", ({ auth }) => auth.unlinkGoogle({ currentPassword: password })],
    ["the password is changed", ({ auth }) => auth.changePassword(changed)],
    ["the password is reset", resetByMail],
    ["everybody is signed out", ({ auth }) => auth.endAllSessions()],
    ["two-step sign-in is switched off", ({ auth, code }) => auth.endTwoStep({ currentPassword: password, otp: code })],
  ])("[AC-8, AD-2] it has ended once %s, and a good code opens nothing", async (_name, end) => {
    const { app, owner, browser, house } = await waiting();
    const { id = "" } = (await house.userRow()) ?? {};
    await house.store.write((tx) => updateUser(tx, { id }, { googleId: "google-maria" }));
    await end({ auth: await owner.auth(), code: app.code(), house });
    await expect((await browser.auth()).secondStep({ otp: app.code(1) })).rejects.toMatchObject(ended);
  });

  async function resetByMail({ auth, house }: Ending): Promise<void> {
    await house.clock.advance(1_000);
    await auth.forgotPassword({ email });
    await auth.resetPassword({ token: await house.mailedToken("reset-password"), newPassword: "another pump house" });
  }

  test("[RL-2] five wrong codes end it, counted like any failed sign-in", async () => {
    const { app, browser } = await waiting();
    for (let count = 0; count < 5; count += 1)
      await expect((await browser.auth()).secondStep({ otp: "123456" })).rejects.toMatchObject(notValid);
    await expect((await browser.auth()).secondStep({ otp: app.code() })).rejects.toMatchObject(ended);
  });

  test("[AD-2] 20 parallel uses of one code open one session", async () => {
    const { app, browser } = await waiting();
    const auth = await browser.auth();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => auth.secondStep({ otp: app.code() })));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describeOnStores("administrators", (fresh) => {
  test("[AD-2] use the same core: set-up, codes once, recovery codes once, limits of their own", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { store, clock, deps } = house;
    const times = { createdAt: clock.now(), updatedAt: clock.now() };
    await store.write((tx) => insertAdmin(tx, { id: "adm_1", username: "admin", passwordHash: "h", ...times }));
    const request = { requestId: "req", door: "rest", address: "203.0.113.9", userAgent: "" } as const;
    const owner = { kind: "admin", id: "adm_1" } as const;
    const actor = { owner, request, knownBrowser: null };
    const setUp = await store.write((tx) => beginSetUp(deps, tx, { actor, account: "admin" }));
    const app = testApp(house, setUp.ok ? setUp.value.secret : "");
    const codes = await store.write((tx) => confirmSetUp(deps, tx, { actor, typed: app.code() }));
    expect(await isTwoStepOn(store.read, owner)).toBe(true);
    const take = (typed: string) => store.write((tx) => takeSecondStep(deps, tx, { actor, typed }));
    expect(await take(app.code())).toMatchObject({ ok: false });
    expect(await take(app.code(1))).toEqual({ ok: true, value: { by: "one-time" } });
    const recovery = codes.ok ? (codes.value[0] ?? "") : "";
    expect(await take(recovery)).toEqual({ ok: true, value: { by: "recovery", left: 9 } });
    expect(await take(recovery)).toMatchObject({ ok: false, error: { code: "SECOND_FACTOR_REQUIRED" } });
    expect((await findTwoStep(store.read, owner))?.twoStepRecovery).toHaveLength(9);
    for (let count = 0; count < 9; count += 1) await take("123456");
    expect(await take("123456")).toMatchObject({ ok: false, error: { code: "RATE_LIMITED" } });
  });
});

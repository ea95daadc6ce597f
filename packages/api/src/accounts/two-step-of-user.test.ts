import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse } from "../testing/accounts-house.ts";
import { mariaSignedIn, mariaWithTwoStep, testApp } from "../testing/two-step-house.ts";

const { email, password: currentPassword } = maria;
const minuteMs = 60_000;
const notValid = { refusal: { code: "SECOND_FACTOR_REQUIRED" }, message: "That code is not valid" };
const reauthenticate = { refusal: { code: "REAUTHENTICATE" } };
const stale = { refusal: { code: "STALE" } };

async function subjects(house: AccountsHouse): Promise<string[]> {
  return (await listMails(house.store)).map((mail) => mail.subject);
}

describeOnStores("setting two-step sign-in up", (fresh) => {
  test("[AD-2] a secret is shown, a first code switches it on, and ten recovery codes are shown once", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await mariaSignedIn(house);
    const auth = await browser.auth();
    expect(await auth.twoStep()).toEqual({ isOn: false, onSince: null, recoveryCodesLeft: 0 });
    const setUp = await auth.startTwoStep({ currentPassword });
    expect(setUp).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringContaining(`secret=${setUp.secret}`),
      expiresAt: "2026-11-21T14:17:00.000Z",
    });
    expect(await auth.twoStep()).toMatchObject({ isOn: false });
    const { recoveryCodes } = await auth.confirmTwoStep({ otp: testApp(house, setUp.secret).code() });
    expect(recoveryCodes).toHaveLength(10);
    expect(await auth.twoStep()).toEqual({ isOn: true, onSince: "2026-11-21T14:02:00.000Z", recoveryCodesLeft: 10 });
    expect(await subjects(house)).toContain("Two-step sign-in is on for your Relaydeck account");
    expect((await listAudit(house.store.read, { limit: 2 })).map(({ action, actorId }) => [action, actorId])).toEqual([
      ["two-step.switched-on", (await house.userRow())?.id],
      ["two-step.begun", (await house.userRow())?.id],
    ]);
  });

  test("[AD-2, LG-2] the database holds recovery codes only as hashes, and with a key no readable secret", async () => {
    const plain = accountsHouse(fresh().store);
    const settings = { ...plain.deps.settings, twoStepKey: "a key of thirty-two letters or more" };
    const house = accountsHouse(plain.store, { settings });
    const { app, recoveryCodes } = await mariaWithTwoStep(house);
    const row = JSON.stringify(await house.userRow());
    expect(row).not.toContain(app.secret);
    for (const code of recoveryCodes) expect(row).not.toMatch(new RegExp(`${code}|${code.replaceAll("-", "")}`));
    const auditRows = JSON.stringify(await listAudit(house.store.read, { limit: 100 }));
    expect(auditRows).not.toContain(app.secret);
    const login = (await house.browser().auth()).login({ email, password: currentPassword, otp: app.code() });
    await expect(login).resolves.toMatchObject({ message: "Login successful" });
  });

  test("[AC-8] it needs the password or a sign-in younger than five minutes; a wrong password is never enough", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await mariaSignedIn(house);
    await expect((await browser.auth()).startTwoStep({ currentPassword: "not it" })).rejects.toMatchObject(reauthenticate);
    await (await browser.auth()).startTwoStep({});
    await house.clock.advance(5 * minuteMs);
    await expect((await browser.auth()).startTwoStep({})).rejects.toMatchObject(reauthenticate);
    await (await browser.auth()).startTwoStep({ currentPassword });
  });

  test("a wrong code switches nothing on; a newer set-up voids the one before", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await (await mariaSignedIn(house)).auth();
    await expect(auth.confirmTwoStep({ otp: "123456" })).rejects.toMatchObject(stale);
    const first = testApp(house, (await auth.startTwoStep({})).secret);
    const second = testApp(house, (await auth.startTwoStep({})).secret);
    await expect(auth.confirmTwoStep({ otp: first.code() })).rejects.toMatchObject(notValid);
    await expect(auth.confirmTwoStep({ otp: "0123-4567-89ab-cdef" })).rejects.toMatchObject(notValid);
    expect(await auth.twoStep()).toMatchObject({ isOn: false });
    await auth.confirmTwoStep({ otp: second.code() });
    await expect(auth.startTwoStep({})).rejects.toMatchObject(stale);
    await expect(auth.confirmTwoStep({ otp: second.code(1) })).rejects.toMatchObject(stale);
  });

  test("a set-up waits 15 minutes for its first code and not a millisecond longer", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await mariaSignedIn(house);
    const app = testApp(house, (await (await browser.auth()).startTwoStep({})).secret);
    await house.clock.advance(15 * minuteMs);
    await expect((await browser.auth()).confirmTwoStep({ otp: app.code() })).rejects.toMatchObject(stale);
    const again = testApp(house, (await (await browser.auth()).startTwoStep({ currentPassword })).secret);
    await house.clock.advance(15 * minuteMs - 1);
    await (await browser.auth()).confirmTwoStep({ otp: again.code() });
  });

  test("[ML-5, SE-5] a session that ended while its first code was on the way switches nothing on", async () => {
    const house = accountsHouse(fresh().store);
    const thief = await mariaSignedIn(house);
    const auth = await thief.auth();
    const app = testApp(house, (await auth.startTwoStep({})).secret);
    await house.clock.advance(1_000);
    const owner = await house.browser().auth();
    await owner.forgotPassword({ email });
    await owner.resetPassword({ token: await house.mailedToken("reset-password"), newPassword: "a whole new pump house" });
    // Let in before the session ended; its turn comes after.
    await expect(auth.confirmTwoStep({ otp: app.code() })).rejects.toMatchObject({ refusal: { code: "SESSION_REQUIRED" } });
    const again = house.browser();
    await (await again.auth()).login({ email, password: "a whole new pump house" });
    expect(await (await again.auth()).twoStep()).toMatchObject({ isOn: false });
  });

  test("20 parallel first codes switch it on once", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await (await mariaSignedIn(house)).auth();
    const app = testApp(house, (await auth.startTwoStep({})).secret);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => auth.confirmTwoStep({ otp: app.code() })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await auth.twoStep()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  });
});

describeOnStores("switching two-step sign-in off, and new recovery codes", (fresh) => {
  test("[AC-8] needs the password and a code, and tells the owner", async () => {
    const house = accountsHouse(fresh().store);
    const { app, browser } = await mariaWithTwoStep(house);
    await house.clock.advance(5 * minuteMs);
    const auth = await browser.auth();
    await expect(auth.endTwoStep({ otp: app.code() })).rejects.toMatchObject(reauthenticate);
    await expect(auth.endTwoStep({ currentPassword: "not it", otp: app.code() })).rejects.toMatchObject(reauthenticate);
    await expect(auth.endTwoStep({ currentPassword, otp: "123456" })).rejects.toMatchObject(notValid);
    expect(await auth.twoStep()).toMatchObject({ isOn: true });
    expect(await auth.endTwoStep({ currentPassword, otp: app.code() })).toEqual({ message: "Two-step sign-in is off" });
    expect(await auth.twoStep()).toEqual({ isOn: false, onSince: null, recoveryCodesLeft: 0 });
    expect(await subjects(house)).toContain("Two-step sign-in is off for your Relaydeck account");
    expect((await house.userRow())?.twoStepSecret).toBeNull();
    const login = (await house.browser().auth()).login({ email, password: currentPassword });
    await expect(login).resolves.toMatchObject({ message: "Login successful" });
  });

  test("[AD-2] new recovery codes void the old ones, also one that was left", async () => {
    const house = accountsHouse(fresh().store);
    const { app, browser, recoveryCodes: old } = await mariaWithTwoStep(house);
    const auth = await browser.auth();
    const { recoveryCodes } = await auth.newRecoveryCodes({ currentPassword, otp: app.code() });
    expect(recoveryCodes).toHaveLength(10);
    expect(recoveryCodes.filter((code) => old.includes(code))).toEqual([]);
    const login = async (otp = "") => (await house.browser().auth()).login({ email, password: currentPassword, otp });
    await expect(login(old[0])).rejects.toMatchObject(notValid);
    await login(recoveryCodes[0]);
    expect(await subjects(house)).toEqual(
      expect.arrayContaining([
        "New recovery codes for your Relaydeck account",
        "A recovery code of your Relaydeck account was used",
      ]),
    );
  });

  test("a recovery code stands for the app here too, is told to the owner, and is used up", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, recoveryCodes } = await mariaWithTwoStep(house);
    const auth = await browser.auth();
    const { recoveryCodes: renewed } = await auth.newRecoveryCodes({ currentPassword, otp: recoveryCodes[0] ?? "" });
    await auth.endTwoStep({ currentPassword, otp: renewed[0] ?? "" });
    const actions = (await listAudit(house.store.read, { limit: 4 })).map(({ action }) => action);
    expect(actions).toEqual([
      "two-step.switched-off",
      "two-step.recovery-code-used",
      "two-step.recovery-codes-renewed",
      "two-step.recovery-code-used",
    ]);
  });

  test("[RL-2] codes are guessed 10 times in 15 minutes here, though the password is right each time", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { app, browser } = await mariaWithTwoStep(house);
    const auth = await browser.auth();
    const guess = (otp: string) => auth.endTwoStep({ currentPassword, otp });
    const guesses = await Promise.allSettled(Array.from({ length: 30 }, () => guess("123456")));
    const codes = guesses.map((one) =>
      one.status === "rejected" ? (one.reason as { refusal: { code: string } }).refusal.code : "done",
    );
    expect(codes.filter((code) => code === "SECOND_FACTOR_REQUIRED")).toHaveLength(10);
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(20);
    await expect(guess(app.code())).rejects.toMatchObject({ refusal: { code: "RATE_LIMITED" } });
    await house.clock.advance(15 * minuteMs);
    await guess(app.code());
  });
});

import { findAdminByUsername } from "@relaydeck/db/admin/store";
import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { codeStepMs } from "../accounts/two-step-codes.ts";
import { accountsHouse, type AccountsHouse } from "../testing/accounts-house.ts";
import { adminSignedIn, root } from "../testing/admin-house.ts";
import { testApp } from "../testing/two-step-house.ts";
import { beginAdminSession } from "./admin-session.ts";

const { username, password } = root;
const asked = { refusal: { code: "SECOND_FACTOR_REQUIRED" }, message: "Enter the code from your authenticator app" };
const notValid = { refusal: { code: "SECOND_FACTOR_REQUIRED" }, message: "That code is not valid" };
const reauthenticate = { refusal: { code: "REAUTHENTICATE" } };

async function withTwoStep(house: AccountsHouse) {
  const browser = await adminSignedIn(house);
  const { secret, uri } = await browser.admin().startTwoStep({});
  const app = testApp(house, secret);
  const { recoveryCodes } = await browser.admin().confirmTwoStep({ otp: app.code() });
  await house.clock.advance(2 * codeStepMs);
  return { browser, app, uri, recoveryCodes };
}

describeOnStores("an administrator's two-step sign-in", (fresh) => {
  test("[AD-2] is offered: a secret, a first code, ten recovery codes that are kept as hashes", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, app, uri, recoveryCodes } = await withTwoStep(house);
    expect(decodeURIComponent(uri)).toContain("Relaydeck:root?");
    expect(recoveryCodes).toHaveLength(10);
    expect(await browser.admin().twoStep()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    const row = JSON.stringify(await findAdminByUsername(house.store.read, username));
    for (const code of recoveryCodes) expect(row).not.toContain(code);
    const audited = await listAudit(house.store.read, { limit: 2 });
    expect(audited.map(({ action, actorKind, actorId }) => [action, actorKind, actorId])).toEqual([
      ["two-step.switched-on", "admin", root.id],
      ["two-step.begun", "admin", root.id],
    ]);
    expect(JSON.stringify(audited)).not.toContain(app.secret);
  });

  test("[AD-2] the password alone opens nothing; a code opens once, a recovery code too", async () => {
    const house = accountsHouse(fresh().store);
    const { app, recoveryCodes } = await withTwoStep(house);
    const browser = house.browser();
    await expect(browser.admin().login({ username, password })).rejects.toMatchObject(asked);
    expect(browser.adminToken).toBeNull();
    const otp = app.code();
    await browser.admin().login({ username, password, otp });
    await expect(browser.admin().login({ username, password, otp })).rejects.toMatchObject(notValid);
    const [recovery = ""] = recoveryCodes;
    await browser.admin().login({ username, password, otp: recovery });
    await expect(browser.admin().login({ username, password, otp: recovery })).rejects.toMatchObject(notValid);
    const wrong = { username, password: "not the password", otp: app.code() };
    await expect(browser.admin().login(wrong)).rejects.toMatchObject({ refusal: { code: "INVALID_ADMIN_CREDENTIALS" } });
  });

  test("[AD-2] 20 parallel uses of one code open one session", async () => {
    const house = accountsHouse(fresh().store);
    const { app } = await withTwoStep(house);
    const otp = app.code();
    const uses = Array.from({ length: 20 }, () => house.browser().admin().login({ username, password, otp }));
    expect((await Promise.allSettled(uses)).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("[RL-2, AD-8] wrong codes are failures of the sign-in: counted with it and in the audit; to be asked for one is none", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    await withTwoStep(house);
    const browser = house.browser();
    for (let round = 0; round < 8; round += 1)
      await expect(browser.admin().login({ username, password })).rejects.toMatchObject(asked);
    const wrong = { username, password, otp: "123456" };
    for (let round = 0; round < 5; round += 1) await expect(browser.admin().login(wrong)).rejects.toMatchObject(notValid);
    await expect(browser.admin().login(wrong)).rejects.toMatchObject({ refusal: { code: "RATE_LIMITED" } });
    const noted = (await listAudit(house.store.read, { limit: 100 })).filter(({ action }) => action === "admin.sign-in-refused");
    expect(noted).toHaveLength(6);
  });

  test("[AC-8] an older sign-in, or one that no password opened, gives the password to set it up", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house);
    await house.clock.advance(5 * 60_000);
    await expect(browser.admin().startTwoStep({})).rejects.toMatchObject(reauthenticate);
    await expect(browser.admin().startTwoStep({ currentPassword: "not it" })).rejects.toMatchObject(reauthenticate);
    await browser.admin().startTwoStep({ currentPassword: password });
    const demo = house.browser();
    const begun = { adminId: root.id, request: demo.request, presentedToken: null, isDemo: true };
    demo.adminToken = (await house.store.write((tx) => beginAdminSession(house.deps, tx, begun))).token;
    await expect(demo.admin().startTwoStep({})).rejects.toMatchObject(reauthenticate);
  });

  test("[AD-2] it is switched off, and recovery codes are renewed, by a code besides the proof", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, app, recoveryCodes } = await withTwoStep(house);
    await expect(browser.admin().endTwoStep({ otp: "123456" })).rejects.toMatchObject(notValid);
    const renewed = await browser.admin().newRecoveryCodes({ otp: app.code() });
    expect(renewed.recoveryCodes.some((code) => recoveryCodes.includes(code))).toBe(false);
    await expect(browser.admin().endTwoStep({ otp: recoveryCodes[0] ?? "" })).rejects.toMatchObject(notValid);
    await browser.admin().endTwoStep({ otp: renewed.recoveryCodes[0] ?? "" });
    expect(await browser.admin().twoStep()).toMatchObject({ isOn: false });
    await house.browser().admin().login({ username, password });
  });
});

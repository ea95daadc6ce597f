import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse } from "../testing/accounts-house.ts";
import { addAdmin, adminSignedIn, root } from "../testing/admin-house.ts";

const { username, password: currentPassword } = root;
const newPassword = "three owls on a wire";
const invalid = { refusal: { code: "INVALID_ADMIN_CREDENTIALS" } };
const blocked = { refusal: { code: "PASSWORD_BLOCKED" } };

describeOnStores("an administrator changes the own password", (fresh) => {
  test("[AD-2] a generated password opens everything once it is changed, and nothing before", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house, { mustChangePassword: true });
    await expect(browser.admin().twoStep()).rejects.toMatchObject({ refusal: { code: "PASSWORD_CHANGE_REQUIRED" } });
    expect(await browser.admin().changePassword({ currentPassword, newPassword })).toEqual({ message: "Password updated" });
    expect(await browser.admin().auth()).toMatchObject({ isAuthenticated: true, mustChangePassword: false });
    expect(await browser.admin().twoStep()).toMatchObject({ isOn: false });
    const next = house.browser();
    await expect(next.admin().login({ username, password: currentPassword })).rejects.toMatchObject(invalid);
    expect(await next.admin().login({ username, password: newPassword })).toMatchObject({ mustChangePassword: false });
  });

  test("[SE-2, SE-5] all sessions end, and this browser goes on with a new token", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house);
    const other = house.browser();
    await other.admin().login({ username, password: currentPassword });
    const before = browser.adminToken;
    await browser.admin().changePassword({ currentPassword, newPassword });
    expect(browser.adminToken).not.toBe(before);
    expect(await browser.admin().auth()).toMatchObject({ isAuthenticated: true });
    expect(await other.admin().auth()).toMatchObject({ isAuthenticated: false });
    browser.adminToken = before;
    expect(await browser.admin().auth()).toMatchObject({ isAuthenticated: false });
  });

  test("[PW-2, PW-3] 15 code points or more, not a common one, not the own name, not the one that stands", async () => {
    const house = accountsHouse(fresh().store);
    await addAdmin(house, { username: "quartermaster77" });
    const own = house.browser();
    await own.admin().login({ username: "quartermaster77", password: currentPassword });
    const change = (wished: string) => own.admin().changePassword({ currentPassword, newPassword: wished });
    await expect(change("fourteen signs")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(change("🦉".repeat(14))).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(change("x".repeat(129))).rejects.toMatchObject({ code: "BAD_REQUEST" });
    for (const bad of ["123456789987654321", "Quartermaster77", currentPassword])
      await expect(change(bad)).rejects.toMatchObject(blocked);
    await change("🦉".repeat(15));
  });

  test("a wrong current password changes nothing, is in the audit, and five of them rest this session alone", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const browser = await adminSignedIn(house);
    const change = (password: string) => browser.admin().changePassword({ currentPassword: password, newPassword });
    for (let index = 0; index < 5; index += 1) await expect(change("not it")).rejects.toMatchObject(invalid);
    await expect(change(currentPassword)).rejects.toMatchObject({ refusal: { code: "RATE_LIMITED" } });
    await house.browser().admin().login({ username, password: currentPassword });
    await house.clock.advance(15 * 60_000);
    await change(currentPassword);
    const actions = (await listAudit(house.store.read, { limit: 100 })).map(({ action }) => action);
    expect(actions.filter((action) => action === "admin.password-changed-refused")).toHaveLength(6);
    expect(actions).toContain("admin.password-changed");
  });

  test("of two changes at once one succeeds", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house);
    const changes = [newPassword, `${newPassword}, singing`].map((wished) =>
      browser.admin().changePassword({ currentPassword, newPassword: wished }),
    );
    expect((await Promise.allSettled(changes)).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

import { verifyAudit, listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse, type AccountsHouse } from "../testing/accounts-house.ts";
import { addAdmin, adminSignedIn, root } from "../testing/admin-house.ts";
import { mariaSignedIn } from "../testing/two-step-house.ts";
import { createCallerFactory, router } from "../procedures.ts";
import { adminProcedure } from "./admin-procedure.ts";

/** As they are promised. [SE-3] */
const idleMs = 30 * 60_000;
const longestMs = 12 * 60 * 60_000;
const { username, password } = root;
const signedOut = { isAuthenticated: false, username: null, mustChangePassword: false };
const invalid = { refusal: { code: "INVALID_ADMIN_CREDENTIALS" }, message: "Invalid admin credentials" };

const guarded = createCallerFactory(router({ count: adminProcedure.query(({ ctx }) => ctx.admin.username) }));

async function auditOf({ store }: AccountsHouse) {
  const rows = await listAudit(store.read, { limit: 100 });
  expect(await verifyAudit(store)).toEqual({ ok: true, rows: rows.length });
  return rows.map(({ action, actorId, subjectId, after }) => ({ action, actorId, subjectId, after }));
}

describeOnStores("an administrator signs in", (fresh) => {
  test("[D22, SE-1] username and password open a session of its own kind, kept as a hash", async () => {
    const house = accountsHouse(fresh().store);
    await addAdmin(house);
    const browser = house.browser();
    expect(await browser.admin().auth()).toEqual(signedOut);
    const answer = await browser.admin().login({ username: " root ", password });
    expect(answer).toEqual({ message: "Admin login successful", isAuthenticated: true, mustChangePassword: false });
    expect(await browser.admin().auth()).toEqual({ isAuthenticated: true, username, mustChangePassword: false });
    expect(browser.adminToken).toMatch(/^[\w-]{43}$/);
    expect(browser.sessionToken).toBeNull();
    expect(browser.adminExpiresAt).toBe(house.clock.now() + longestMs);
  });

  test("[AD-8, LG-2] sign-ins, failures and sign-outs are in the audit, with who and from where, never with what was typed", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house);
    await expect(browser.admin().login({ username, password: "not it at all, no" })).rejects.toMatchObject(invalid);
    await expect(browser.admin().login({ username: "a secret", password })).rejects.toMatchObject(invalid);
    await browser.admin().logout();
    const refused = { action: "admin.sign-in-refused", actorId: null, after: { code: "INVALID_ADMIN_CREDENTIALS" } };
    const own = { actorId: root.id, subjectId: root.id, after: null };
    expect(await auditOf(house)).toEqual([
      { action: "admin.session-ended", ...own },
      { ...refused, subjectId: null },
      { ...refused, subjectId: root.id },
      { action: "admin.session-begun", ...own },
    ]);
    const rows = await listAudit(house.store.read, { limit: 100 });
    expect(new Set(rows.map(({ address }) => address))).toEqual(new Set(["192.0.2.7"]));
    expect(JSON.stringify(rows)).not.toMatch(/a secret|not it at all/);
  });

  test("[SE-2] success ends the presented session, begins one with a new token, and adopts none that was brought", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house);
    const before = browser.adminToken;
    await browser.admin().login({ username, password });
    expect(browser.adminToken).not.toBe(before);
    const old = house.browser();
    old.adminToken = before;
    expect(await old.admin().auth()).toEqual(signedOut);
    old.adminToken = "x".repeat(43);
    await old.admin().login({ username, password });
    expect(old.adminToken).not.toBe("x".repeat(43));
  });

  test("[SE-3, TI-1] a session ends after 30 idle minutes and after 12 hours, and no clock brings it back", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house);
    const isIn = async () => (await browser.admin().auth()).isAuthenticated;
    await house.clock.advance(idleMs - 1);
    expect(await isIn()).toBe(true);
    // To ask whether one is signed in is no use.
    await house.clock.advance(1);
    expect(await isIn()).toBe(false);
    house.clock.jumpWall(-idleMs);
    expect(await isIn()).toBe(false);
    await browser.admin().login({ username, password });
    const isOpen = async () => (await Promise.allSettled([guarded(browser.context(null)).count()]))[0].status === "fulfilled";
    for (let used = 0; used < longestMs - idleMs / 2; used += idleMs / 2) {
      expect(await isOpen()).toBe(true);
      await house.clock.advance(idleMs / 2);
    }
    expect(await isOpen()).toBe(true);
    await house.clock.advance(idleMs / 2);
    expect(await isOpen()).toBe(false);
  });

  test("[SE-7] what is no token of ours is nobody, and signing out without a session is no error", async () => {
    const house = accountsHouse(fresh().store);
    const browser = house.browser();
    for (const token of ["", "x".repeat(43), "x".repeat(5_000), "%00", "x y"]) {
      browser.adminToken = token;
      expect(await browser.admin().auth()).toEqual(signedOut);
    }
    expect(await house.browser().admin().logout()).toEqual({ message: "Logged out successfully" });
  });
});

describeOnStores("what asks for an administrator", (fresh) => {
  async function call(house: AccountsHouse, browser: ReturnType<AccountsHouse["browser"]>, isProgram = false) {
    const session = browser.sessionToken === null ? null : await house.deps.sessions.validate(browser.sessionToken);
    const program = isProgram ? { program: { scope: "control", deviceIds: null } as const } : {};
    const caller = session === null ? null : { userId: session.userId, sessionId: session.sessionId, ...program };
    return guarded(browser.context(caller)).count();
  }

  test("[AD-1] opens to the administrator's session, and to no session or token of a user", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house);
    expect(await call(house, browser)).toBe(username);
    const required = { refusal: { code: "ADMIN_SESSION_REQUIRED" } };
    await expect(call(house, house.browser())).rejects.toMatchObject(required);
    const maria = await mariaSignedIn(house);
    await expect(call(house, maria)).rejects.toMatchObject(required);
    maria.adminToken = maria.sessionToken;
    await expect(call(house, maria)).rejects.toMatchObject(required);
    await expect(call(house, maria, true)).rejects.toMatchObject(required);
    browser.sessionToken = browser.adminToken;
    await expect((await browser.auth()).me()).rejects.toMatchObject({ refusal: { code: "SESSION_REQUIRED" } });
  });

  test("[AD-2] stays closed while a generated password is not changed; who one is, is said", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house, { mustChangePassword: true });
    expect(await browser.admin().auth()).toEqual({ isAuthenticated: true, username, mustChangePassword: true });
    await expect(call(house, browser)).rejects.toMatchObject({ refusal: { code: "PASSWORD_CHANGE_REQUIRED" } });
  });
});

describeOnStores("limits of an administrator's sign-in", (fresh) => {
  const limited = { refusal: { code: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) } };
  const wrong = { username, password: "not the password" };

  test("[RL-2] 200 parallel guesses on two nodes get 5 looks, and then the right password waits too", async () => {
    const { store, again } = fresh();
    const house = accountsHouse(store, { factor: 1 });
    const node = accountsHouse(await again(), { factor: 1, clock: house.clock });
    await addAdmin(house);
    const guesses = Array.from({ length: 200 }, (_, index) => {
      const browser = (index % 2 ? house : node).browser({ address: `198.51.100.${index}` });
      return browser.admin().login(wrong);
    });
    const codes = (await Promise.allSettled(guesses)).map((one) => (one.status === "rejected" ? one.reason.refusal.code : "in"));
    expect(codes.filter((code) => code === "INVALID_ADMIN_CREDENTIALS")).toHaveLength(5);
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(195);
    await expect(house.browser().admin().login({ username, password })).rejects.toMatchObject(limited);
    await house.clock.advance(15 * 60_000);
    await house.browser().admin().login({ username, password });
  });

  test("[RL-2] 10 failures per address, whatever names they try; a success is not counted there", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    await addAdmin(house);
    for (let index = 0; index < 10; index += 1) {
      await house.browser().admin().login({ username, password });
      await expect(
        house
          .browser()
          .admin()
          .login({ ...wrong, username: `name ${index}` }),
      ).rejects.toMatchObject(invalid);
    }
    await expect(house.browser().admin().login({ username, password })).rejects.toMatchObject(limited);
    await house.browser({ address: "192.0.2.44" }).admin().login({ username, password });
  });

  test("[RL-2] a success ends the account's row of failures", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    await addAdmin(house);
    for (let round = 0; round < 3; round += 1) {
      const browser = house.browser({ address: `192.0.2.${round}` });
      for (let index = 0; index < 4; index += 1) await expect(browser.admin().login(wrong)).rejects.toMatchObject(invalid);
      await browser.admin().login({ username, password });
    }
  });

  test("[AD-8] tries beyond the limit are in the audit once in 15 minutes and address", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    await addAdmin(house);
    for (let index = 0; index < 20; index += 1)
      await house
        .browser()
        .admin()
        .login(wrong)
        .catch(() => {});
    const noted = (await auditOf(house)).map(({ after }) => after);
    expect(noted).toEqual([{ code: "RATE_LIMITED" }, ...Array.from({ length: 5 }, () => ({ code: invalid.refusal.code }))]);
  });
});

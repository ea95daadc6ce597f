import { updateUser } from "@relaydeck/db/accounts/store";
import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { issueMailToken } from "@relaydeck/mail/mail-tokens";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { openToken } from "../tokens/open-token.ts";
import { accountsHouse, maria, type AccountsHouse } from "../testing/accounts-house.ts";

const hourMs = 60 * 60_000;
const { email } = maria;
const newPassword = "a new pump house";
const invalid = { refusal: { code: "TOKEN_INVALID" }, message: "This password reset link is invalid or expired." };
const blocked = { refusal: { code: "PASSWORD_BLOCKED" } };

/** Maria, verified; signed in on two browsers. */
async function withMaria(house: AccountsHouse) {
  const browser = house.browser();
  const auth = await browser.auth();
  const user = await auth.register(maria);
  await auth.verifyEmail({ token: await house.mailedToken() });
  await (await house.browser().auth()).login({ email, password: maria.password });
  await auth.login({ email, password: maria.password });
  return { browser, auth, user };
}

/** The token in the newest mail, after asking for one. */
async function asked(house: AccountsHouse, address = email): Promise<string> {
  await house.clock.advance(1);
  await (await house.browser().auth()).forgotPassword({ email: address });
  return house.mailedToken("reset-password");
}

const tokenRows = (house: AccountsHouse) => house.store.read.db.select().from(house.store.t.mailTokens);

describeOnStores("resetting a password", (fresh) => {
  test("[ML-5] it ends every session, signs nobody in, tells the owner, and the answer carries no token", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, user } = await withMaria(house);
    const token = await asked(house);
    const other = house.browser({ address: "198.51.100.7" });
    await house.clock.advance(1_000);
    const answer = await (await other.auth()).resetPassword({ token, newPassword });
    expect(answer).toEqual({ message: "Password updated" });
    expect(other.sessionToken).toBeNull();
    expect(await house.deps.sessions.list(house.store.read, user.id)).toEqual([]);
    await expect((await browser.auth()).me()).rejects.toMatchObject({ refusal: { code: "SESSION_REQUIRED" } });
    const [notice] = await listMails(house.store);
    expect(notice).toMatchObject({ to: email, subject: "Your Relaydeck password was changed" });
    expect(notice?.text).toContain("From: Firefox on Linux, 198.51.100.7");
    expect(notice?.text).not.toContain("token=");
    await expect((await other.auth()).login({ email, password: maria.password })).rejects.toMatchObject({
      refusal: { code: "INVALID_CREDENTIALS" },
    });
    await (await other.auth()).login({ email, password: newPassword });
    const actions = (await listAudit(house.store.read, { limit: 4 })).map(({ action, after }) => ({ action, after }));
    expect(actions).toMatchObject([
      { action: "session.begun" },
      { action: "sign-in.refused" },
      { action: "password.reset", after: { sessionsEnded: 2 } },
      { action: "password.reset-requested" },
    ]);
  });

  test("[ML-5, SE-5] every token for programs ends with it, and the notice says so", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, browser } = await withMaria(house);
    const made = await (await browser.auth()).createToken({ name: "CI", scope: "read" });
    expect(await openToken(house.deps, made.token)).not.toBeNull();
    const token = await asked(house);
    await house.clock.advance(1_000);
    await auth.resetPassword({ token, newPassword });
    expect(await openToken(house.deps, made.token)).toBeNull();
    expect((await listMails(house.store))[0]?.text).toContain("Every token for programs has ended too");
    const rows = await listAudit(house.store.read, { limit: 2 });
    expect(rows).toMatchObject([{ action: "password.reset", after: { tokensEnded: 1 } }, { action: "token.revoked" }]);
  });

  test("[ML-5] no sign-in with the old password that runs beside the reset leaves a session", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, user } = await withMaria(house);
    for (let round = 0; round < 5; round += 1) {
      const token = await asked(house);
      const password = round === 0 ? maria.password : `${newPassword} ${round - 1}`;
      const browsers = Array.from({ length: 6 }, () => house.browser());
      const signIns = browsers.map(async (browser) => (await browser.auth()).login({ email, password }));
      await Promise.all([Promise.allSettled(signIns), auth.resetPassword({ token, newPassword: `${newPassword} ${round}` })]);
      expect(await house.deps.sessions.list(house.store.read, user.id)).toEqual([]);
    }
  });

  test("[ML-2] of 10 parallel resets with one link one succeeds; afterwards it is used up", async () => {
    const house = accountsHouse(fresh().store);
    const { auth } = await withMaria(house);
    const token = await asked(house);
    const resets = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => auth.resetPassword({ token, newPassword: `a pump house no. ${index}` })),
    );
    expect(resets.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = resets.flatMap((reset) => (reset.status === "rejected" ? [reset.reason] : []));
    expect(reasons).toMatchObject(Array.from({ length: 9 }, () => invalid));
    await expect(auth.resetPassword({ token, newPassword })).rejects.toMatchObject(invalid);
  });

  test("[ML-1] the link lasts an hour, and only a hash of it is stored, bound to purpose, user and address", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, user } = await withMaria(house);
    const early = await asked(house);
    const row = (await tokenRows(house)).find(({ purpose }) => purpose === "reset");
    expect(row).toMatchObject({ userId: user.id, address: email });
    expect(JSON.stringify(row)).not.toContain(early);
    expect(Buffer.from(early, "base64url")).toHaveLength(32);
    await house.clock.advance(hourMs);
    await expect(auth.resetPassword({ token: early, newPassword })).rejects.toMatchObject(invalid);
    const late = await asked(house);
    await house.clock.advance(hourMs - 1);
    await auth.resetPassword({ token: late, newPassword });
  });

  test("[ML-1] a token of another purpose, for another address, or of a deleted user resets nothing", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, user } = await withMaria(house);
    const { store, clock, deps } = house;
    const bound = { userId: user.id, address: email, now: clock.now(), random: deps.random };
    for (const purpose of ["verify", "change-email", "pause-alert"] as const) {
      const token = await store.write((tx) => issueMailToken(tx, { ...bound, purpose }));
      await expect(auth.resetPassword({ token, newPassword })).rejects.toMatchObject(invalid);
    }
    const elsewhere = await store.write((tx) =>
      issueMailToken(tx, { ...bound, purpose: "reset", address: "old@relaydeck.test" }),
    );
    await expect(auth.resetPassword({ token: elsewhere, newPassword })).rejects.toMatchObject(invalid);
    const token = await asked(house);
    await expect(auth.verifyEmail({ token })).rejects.toMatchObject({ refusal: { code: "TOKEN_INVALID" } });
    await store.write((tx) => updateUser(tx, { id: user.id }, { deletedAt: clock.now() }));
    await expect(auth.resetPassword({ token, newPassword })).rejects.toMatchObject(invalid);
  });

  test("[ML-4] a newer request, a reset and a changed address kill every earlier link", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, user } = await withMaria(house);
    const first = await asked(house);
    const second = await asked(house);
    await expect(auth.resetPassword({ token: first, newPassword })).rejects.toMatchObject(invalid);
    await auth.resetPassword({ token: second, newPassword });
    expect((await tokenRows(house)).filter(({ purpose }) => purpose === "reset")).toEqual([]);
    const third = await asked(house);
    await house.store.write((tx) => updateUser(tx, { id: user.id }, { email: "maria.new@relaydeck.test" }));
    await expect(auth.resetPassword({ token: third, newPassword })).rejects.toMatchObject(invalid);
  });

  test("[ML-4] of 8 parallel requests one link is left alive", async () => {
    const house = accountsHouse(fresh().store);
    const { auth } = await withMaria(house);
    await Promise.all(Array.from({ length: 8 }, () => auth.forgotPassword({ email })));
    expect((await tokenRows(house)).filter(({ purpose }) => purpose === "reset")).toHaveLength(1);
  });

  test("[AC-5, ML-4] registering an unverified address again kills links that would reset the password it replaced", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    await auth.register(maria);
    const token = await asked(house);
    await auth.register({ ...maria, password: "the newest pump house" });
    await expect(auth.resetPassword({ token, newPassword })).rejects.toMatchObject(invalid);
  });

  test("[ML-6] opening the link proves the address: the account is verified, and its verification link says already", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    await auth.register(maria);
    const verification = await house.mailedToken();
    const token = await asked(house);
    await auth.resetPassword({ token, newPassword });
    await auth.login({ email, password: newPassword });
    expect(await auth.verifyEmail({ token: verification })).toMatchObject({ alreadyVerified: true });
  });

  test("[ML-3] an address, a name or an id beside the token is refused, and the token lives on", async () => {
    const house = accountsHouse(fresh().store);
    const { auth } = await withMaria(house);
    const token = await asked(house);
    for (const field of ["email", "userName", "userId", "id"]) {
      const input = { token, newPassword, [field]: "eve@relaydeck.test" };
      await expect(auth.resetPassword(input)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
    await auth.resetPassword({ token, newPassword });
  });

  test.each([
    ["too short", "1234567"],
    ["too long", "🌲".repeat(129)],
  ])("[PW-1] a password that is %s is refused, and the link lives on", async (_what, password) => {
    const house = accountsHouse(fresh().store);
    const { auth } = await withMaria(house);
    const token = await asked(house);
    await expect(auth.resetPassword({ token, newPassword: password })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await auth.resetPassword({ token, newPassword });
  });

  test.each([" both ends ", "🌲🌲🌲🌲🌲🌲🌲🌲", "a".repeat(100), "40719320856231", "🌲".repeat(128)])(
    "[PW-1] %j may be chosen, and signs in byte for byte",
    async (password) => {
      const house = accountsHouse(fresh().store);
      const { auth } = await withMaria(house);
      await auth.resetPassword({ token: await asked(house), newPassword: password });
      await auth.login({ email, password });
      for (const near of [password.trim(), password.toUpperCase(), password.slice(0, -1)]) {
        if (near === password) continue;
        await expect(auth.login({ email, password: near })).rejects.toMatchObject({ refusal: { code: "INVALID_CREDENTIALS" } });
      }
    },
  );

  test.each(["password1", "Relaydeck-2026", "maria@relaydeck.test", "MariaLind"])(
    "[PW-2] %j is refused with the reason, and the link lives on",
    async (password) => {
      const house = accountsHouse(fresh().store);
      const { auth } = await withMaria(house);
      const token = await asked(house);
      await expect(auth.resetPassword({ token, newPassword: password })).rejects.toMatchObject(blocked);
      await auth.resetPassword({ token, newPassword });
    },
  );

  test("[RL-2] an address tries 20 wrong tokens an hour, of all kinds together; right ones are not counted", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { auth } = await withMaria(house);
    for (let count = 0; count < 20; count += 1) {
      const wrong = { token: `wrong${count}`, newPassword };
      await expect(count % 2 === 0 ? auth.resetPassword(wrong) : auth.verifyEmail({ token: wrong.token })).rejects.toMatchObject({
        refusal: { code: "TOKEN_INVALID" },
      });
    }
    const token = await asked(house);
    await expect(auth.resetPassword({ token, newPassword })).rejects.toMatchObject({ refusal: { code: "RATE_LIMITED" } });
    await (await house.browser({ address: "198.51.100.7" }).auth()).resetPassword({ token, newPassword });
  });

  test("a reset ends the row of failures that had locked the account", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { auth } = await withMaria(house);
    for (let count = 0; count < 10; count += 1)
      await expect(auth.login({ email, password: "not the pump house" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(auth.login({ email, password: maria.password })).rejects.toMatchObject({ refusal: { code: "RATE_LIMITED" } });
    await auth.resetPassword({ token: await asked(house), newPassword });
    await auth.login({ email, password: newPassword });
  });
});

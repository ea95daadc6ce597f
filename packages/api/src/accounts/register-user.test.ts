import { listAudit } from "@relaydeck/db/audit/store";
import { fillOutbox } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { countMail } from "../limits/mail-limits.ts";
import { accountsHouse, maria } from "../testing/accounts-house.ts";
import { postVerification } from "./post-verification.ts";

const registered = "Registration successful. Please check your email to verify your account.";

describeOnStores("registering", (fresh) => {
  test("[AC-1, D17] answers the user and nothing else, stores the address normalised, and mails one link", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    const { message, ...user } = await auth.register({ ...maria, email: "  Maria@RelayDeck.Test " });
    expect(message).toBe(registered);
    expect(user).toEqual({
      id: expect.stringMatching(/^usr_[0-9A-Za-z]{22}$/),
      email: maria.email,
      firstName: "Maria",
      lastName: "Lind",
      profileImageUrl: null,
      authProvider: "email",
      emailVerified: false,
      createdAt: "2026-11-21T14:02:00.000Z",
      updatedAt: "2026-11-21T14:02:00.000Z",
    });
    expect(await listMails(house.store)).toMatchObject([
      { to: maria.email, subject: "Verify your email for Relaydeck", at: user.createdAt },
    ]);
    expect(house.woken()).toBe(1);
    expect(await listAudit(house.store.read, { limit: 5 })).toMatchObject([
      { action: "account.registered", actorId: user.id, address: "203.0.113.9" },
    ]);
  });

  test("[AC-1] 20 parallel registrations of one address in different letter cases make one account", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    const emails = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? maria.email : maria.email.toUpperCase()));
    const users = await Promise.all(emails.map((email) => auth.register({ ...maria, email })));
    expect(new Set(users.map((user) => user.id)).size).toBe(1);
    const { db, t } = house.store.read;
    expect(await db.$count(t.users)).toBe(1);
    // Every registration but the last killed the links before it. [AC-5]
    expect(await db.$count(t.mailTokens)).toBe(1);
  });

  test("[AC-5] an unverified address may register again: newest password and names count, earlier links are dead", async () => {
    const house = accountsHouse(fresh().store);
    const browser = house.browser();
    const auth = await browser.auth();
    const first = await auth.register(maria);
    const oldToken = await house.mailedToken();
    await house.clock.advance(1000);
    const second = await auth.register({ ...maria, password: "another pump house", firstName: "Mia" });
    expect(second).toMatchObject({ id: first.id, firstName: "Mia", message: registered });
    await expect(auth.verifyEmail({ token: oldToken })).rejects.toMatchObject({ refusal: { code: "TOKEN_INVALID" } });
    await auth.verifyEmail({ token: await house.mailedToken() });
    await expect(auth.login({ email: maria.email, password: maria.password })).rejects.toMatchObject({
      refusal: { code: "INVALID_CREDENTIALS" },
    });
    expect(await auth.login({ email: maria.email, password: "another pump house" })).toMatchObject({ id: first.id });
  });

  test("[AC-5] an older link opened while the address registers again never makes the new password good", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    for (let round = 0; round < 8; round += 1) {
      const email = `race${round}@relaydeck.test`;
      await auth.register({ ...maria, email });
      await house.clock.advance(1000);
      const token = await house.mailedToken();
      const [verified, again] = await Promise.allSettled([
        auth.verifyEmail({ token }),
        auth.register({ ...maria, email, password: "planted by a stranger" }),
      ]);
      const planted = await Promise.allSettled([auth.login({ email, password: "planted by a stranger" })]);
      expect(planted[0]?.status, `verified ${verified.status}, registered again ${again.status}`).toBe("rejected");
    }
  });

  test("[D11] a verified address is taken", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    await auth.register(maria);
    await auth.verifyEmail({ token: await house.mailedToken() });
    await expect(auth.register({ ...maria, password: "something else entirely" })).rejects.toMatchObject({
      refusal: { code: "EMAIL_TAKEN" },
      message: "An account with this email already exists",
    });
    expect(await listMails(house.store)).toHaveLength(1);
  });

  test("[D11] with QUIET_REGISTRATION a verified address answers like success, changes nothing and mails its owner", async () => {
    const house = accountsHouse(fresh().store, { quiet: true });
    const auth = await house.browser().auth();
    const mine = await auth.register(maria);
    await auth.verifyEmail({ token: await house.mailedToken() });
    const before = await house.userRow();
    await house.clock.advance(1000);
    const answer = await auth.register({ ...maria, firstName: "Eve", password: "something else entirely" });
    const other = await auth.register({ ...maria, email: "new@relaydeck.test", firstName: "Eve" });
    expect(Object.keys(answer).toSorted()).toEqual(Object.keys(other).toSorted());
    expect(answer).toMatchObject({
      email: maria.email,
      firstName: "Eve",
      emailVerified: false,
      message: registered,
      createdAt: other.createdAt,
    });
    expect(answer.id).not.toBe(mine.id);
    expect(await house.userRow()).toEqual(before);
    const toMaria = (await listMails(house.store)).filter((mail) => mail.to === maria.email);
    expect(toMaria[0]).toMatchObject({ subject: "You already have a Relaydeck account" });
    expect(toMaria[0]?.text).toContain("Hello Maria,");
  });

  test("[D11] with QUIET_REGISTRATION the same address is answered with another id and the present time each time, verified or not", async () => {
    const house = accountsHouse(fresh().store, { quiet: true });
    const auth = await house.browser().auth();
    const ids: string[] = [];
    const asked = async () => {
      await house.clock.advance(1_000);
      const { id, ...said } = await auth.register(maria);
      ids.push(id);
      const now = new Date(house.clock.now()).toISOString();
      expect(said).toMatchObject({ email: maria.email, emailVerified: false, createdAt: now, updatedAt: now });
    };
    for (let count = 0; count < 3; count += 1) await asked();
    await auth.verifyEmail({ token: await house.mailedToken() });
    for (let count = 0; count < 2; count += 1) await asked();
    expect(new Set(ids).size).toBe(5);
    expect(await house.store.read.db.$count(house.store.t.users)).toBe(1);
    expect(await house.userRow()).toMatchObject({ id: ids[0] });
  });

  test("[PW-2] common passwords, the product's name and the own names are refused with the reason", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    for (const password of ["password1", "relaydeck", "MariaLind", maria.email]) {
      await expect(auth.register({ ...maria, password })).rejects.toMatchObject({ refusal: { code: "PASSWORD_BLOCKED" } });
    }
    expect(await house.userRow()).toBeNull();
  });

  test("[D18] 8 to 128 code points are accepted; fewer or more, empty or long names and unknown fields are not", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    await auth.register({ ...maria, email: "a@relaydeck.test", password: "🌲".repeat(8) });
    await auth.register({ ...maria, email: "b@relaydeck.test", password: "x".repeat(128) });
    const wrong = [
      { password: "🌲".repeat(7) },
      { password: "x".repeat(129) },
      { firstName: " " },
      { lastName: "x".repeat(101) },
      { emailVerified: true },
    ];
    for (const fields of wrong) {
      await expect(auth.register({ ...maria, ...fields })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
    expect(await house.userRow()).toBeNull();
  });

  test.each([
    "a@x,b@y",
    '"a@evil x"@good.test',
    "team: a@x.test;",
    "<a@x.test>",
    "a@x.test (note)",
    `${"a".repeat(250)}@x.test`,
    "a@x.test\r\nBcc: b@y.test",
  ])("[ML-8] %j is no address", async (email) => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    await expect(auth.register({ ...maria, email })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("[RL-2] an address registers 10 times an hour; after that it waits", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const auth = await house.browser().auth();
    for (let index = 0; index < 10; index += 1) await auth.register({ ...maria, email: `user${index}@relaydeck.test` });
    const late = { ...maria, email: "late@relaydeck.test" };
    await expect(auth.register(late)).rejects.toMatchObject({
      refusal: { code: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) },
    });
    await (await house.browser({ address: "198.51.100.7" }).auth()).register(late);
    await house.clock.advance(60 * 60_000);
    await auth.register({ ...maria, email: "later@relaydeck.test" });
  });

  test("[RL-2] registrations that send no mail use up none of the mails that the address's owner may ask for", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const auth = await house.browser().auth();
    await auth.register(maria);
    await auth.verifyEmail({ token: await house.mailedToken() });
    const mails = (await listMails(house.store)).length;
    for (let count = 0; count < 2; count += 1) {
      const stranger = await house.browser({ address: `198.51.100.${count}` }).auth();
      await expect(stranger.register(maria)).rejects.toMatchObject({ refusal: { code: "EMAIL_TAKEN" } });
    }
    expect(await listMails(house.store)).toHaveLength(mails);
    await (await house.browser().auth()).forgotPassword({ email: maria.email });
  });

  test.each([false, true])(
    "[AC-5, ML-4] when a day's mails are used up no password stands, links stay good, and the way in is a new password by mail; quiet: %s",
    async (quiet) => {
      const house = accountsHouse(fresh().store, { factor: 1, quiet });
      let strangers = 0;
      const stranger = async () => {
        await house.clock.advance(1_000);
        return house.browser({ address: `198.51.100.${(strangers += 1)}` }).auth();
      };
      for (let count = 0; count < 5; count += 1) await (await stranger()).register({ ...maria, password: "a stranger's own" });
      await (await stranger()).register(maria);
      const token = await house.mailedToken();
      const mails = await listMails(house.store);
      expect(mails).toHaveLength(6);
      await (await stranger()).register({ ...maria, password: "a stranger's own" });
      expect(await listMails(house.store)).toEqual(mails);
      const auth = await house.browser().auth();
      await auth.verifyEmail({ token });
      for (const password of [maria.password, "a stranger's own"])
        await expect(auth.login({ email: maria.email, password })).rejects.toMatchObject({
          refusal: { code: "INVALID_CREDENTIALS" },
        });
      await auth.forgotPassword({ email: maria.email });
      await auth.resetPassword({ token: await house.mailedToken("reset-password"), newPassword: "a new pump house" });
      expect(await auth.login({ email: maria.email, password: "a new pump house" })).toMatchObject({ emailVerified: true });
    },
  );

  test("[AC-5, checklist 5] whom others named all day registers all the same, and gets in by a new password", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { email } = maria;
    for (let count = 0; count < 6; count += 1)
      await house.store.write((tx) => countMail(house.deps, tx, { email, for: "other" }));
    const auth = await house.browser().auth();
    await auth.register(maria);
    expect(await listMails(house.store)).toEqual([]);
    await auth.forgotPassword({ email });
    await auth.resetPassword({ token: await house.mailedToken("reset-password"), newPassword: "a new pump house" });
    expect(await auth.login({ email, password: "a new pump house" })).toMatchObject({ emailVerified: true });
  });

  test("[PW-4] of two accounts with nobody's password neither has the salt of the other, or of itself before", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const stored: string[] = [];
    for (const email of ["ada@relaydeck.test", "ida@relaydeck.test"]) {
      for (let count = 0; count < 6; count += 1)
        await house.store.write((tx) => countMail(house.deps, tx, { email, for: "other" }));
      for (let count = 0; count < 2; count += 1) {
        await (await house.browser().auth()).register({ ...maria, email });
        stored.push(present((await house.userRow(email))?.passwordHash, "Nobody's"));
      }
    }
    expect(new Set(stored.map((hash) => hash.split("$")[4])).size).toBe(4);
    expect(new Set(stored.map((hash) => hash.split("$")[5])).size).toBe(4);
  });

  test("[AC-5] a link that is being sent while somebody registers anew does not make the new password good", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await house.browser().auth();
    await auth.register(maria);
    await house.clock.advance(1_000);
    const user = present(await house.userRow(), "Registered");
    let [tellPosted, endSending] = [() => {}, () => {}];
    const posted = new Promise<void>((resolve) => (tellPosted = resolve));
    const ended = new Promise<void>((resolve) => (endSending = resolve));
    const sending = house.store.write(async (tx) => {
      await countMail(house.deps, tx, { email: maria.email, for: "other" });
      await postVerification(house.deps, tx, { user, language: undefined });
      tellPosted();
      await ended;
    });
    await posted;
    await house.clock.advance(1_000);
    const registering = auth.register({ ...maria, password: "a stranger's own" });
    // Time for the registration to come as far as it may.
    for (let turn = 0; turn < 100; turn += 1) await house.userRow();
    endSending();
    await Promise.all([sending, registering]);
    const tokens = (await listMails(house.store)).map(({ text }) => /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? "");
    expect(tokens).toHaveLength(3);
    for (const token of tokens.slice(1))
      await expect(auth.verifyEmail({ token })).rejects.toMatchObject({ refusal: { code: "TOKEN_INVALID" } });
    await auth.verifyEmail({ token: tokens[0] ?? "" });
  });

  test("[BP-1] when 10,000 mails wait, nobody registers and nothing is half done", async () => {
    const house = accountsHouse(fresh().store);
    await fillOutbox(house.store);
    await expect((await house.browser().auth()).register(maria)).rejects.toMatchObject({
      refusal: { code: "OVERLOADED", retryAfterSeconds: 60 },
    });
    expect(await house.userRow()).toBeNull();
  });
});

import { insertAlert, listAlerts } from "@relaydeck/db/alerts/store";
import { storedDevice } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { countMail } from "../limits/mail-limits.ts";
import { accountsHouse, maria, type AccountsHouse, type TestBrowser } from "../testing/accounts-house.ts";
import { marias, withMaria } from "../testing/signed-in.ts";
import { freshSignInMs } from "./fresh-proof.ts";

const { email, password } = maria;
const newEmail = "maria.new@relaydeck.test";
const refused = (code: string) => ({ refusal: { code } });
const hourMs = 60 * 60_000;

/** The token in the mail to the new address. */
async function asked(house: AccountsHouse, browser: TestBrowser, wished = newEmail): Promise<string> {
  await house.clock.advance(1_000);
  await (await browser.auth()).changeEmail({ email: wished, currentPassword: password });
  return house.mailedToken("confirm-email");
}

async function withAlert(house: AccountsHouse, userId: string): Promise<void> {
  const { id: deviceId } = await storedDevice(house.store, { ownerId: userId });
  const at = house.clock.now();
  await house.store.write((tx) =>
    insertAlert(tx, { id: "alr_1", userId, deviceId, alertType: "power_on", emailAddress: email, createdAt: at, updatedAt: at }),
  );
}

const alertAddress = async (house: AccountsHouse, userId: string) =>
  (await listAlerts(house.store.read, { userId }))[0]?.emailAddress;

describeOnStores("changing the address", (fresh) => {
  test("[AC-9] until its own link is opened the old address signs in, resets and gets the alerts", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    await withAlert(house, userId);
    const elsewhere = await marias(house);
    const token = await asked(house, browser);
    expect((await listMails(house.store))[0]).toMatchObject({ to: newEmail, subject: "Confirm your new email for Relaydeck" });
    expect(await (await browser.auth()).me()).toMatchObject({ email });
    await expect((await house.browser().auth()).login({ email: newEmail, password })).rejects.toMatchObject(
      refused("INVALID_CREDENTIALS"),
    );
    await marias(house);
    await house.clock.advance(1_000);
    await (await house.browser().auth()).forgotPassword({ email: newEmail });
    expect((await listMails(house.store))[0]?.to).toBe(newEmail);
    expect((await listMails(house.store))[0]?.subject).toBe("Confirm your new email for Relaydeck");
    expect(await alertAddress(house, userId)).toBe(email);

    const changed = await (await browser.auth()).confirmEmail({ token });
    expect(changed).toMatchObject({ email: newEmail, emailVerified: true, message: "Email address changed" });
    expect(await alertAddress(house, userId)).toBe(newEmail);
    await (await house.browser().auth()).login({ email: newEmail, password });
    await expect((await house.browser().auth()).login({ email, password })).rejects.toMatchObject(refused("INVALID_CREDENTIALS"));
    expect(await house.deps.sessions.validate(elsewhere.sessionToken ?? "")).toBeNull();
  });

  test("[AC-8] it needs proof; on success the old address gets a notice, and all other sessions end", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    await marias(house);
    await house.clock.advance(freshSignInMs);
    const auth = await browser.auth();
    await expect(auth.changeEmail({ email: newEmail })).rejects.toMatchObject(refused("REAUTHENTICATE"));
    const token = await asked(house, browser);
    expect(await house.deps.sessions.list(house.store.read, userId)).toHaveLength(2);
    await house.clock.advance(1_000);
    await (await browser.auth()).confirmEmail({ token });
    const [notice] = await listMails(house.store);
    expect(notice).toMatchObject({ to: email, subject: "Your Relaydeck email was changed" });
    expect(notice?.text).toContain(newEmail);
    expect(notice?.text).not.toContain("token=");
    const left = await house.deps.sessions.list(house.store.read, userId);
    expect(left).toHaveLength(1);
    expect(await (await browser.auth()).me()).toMatchObject({ email: newEmail });
  });

  test("[RL-2] asking for an address that is taken uses up none of its owner's mails, but is counted for who asks", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { browser } = await withMaria(house);
    const alex = { ...maria, email: "alex@relaydeck.test" };
    await house.clock.advance(1_000);
    await (await house.browser().auth()).register(alex);
    await (await house.browser().auth()).verifyEmail({ token: await house.mailedToken() });
    const ask = async () => (await browser.auth()).changeEmail({ email: alex.email, currentPassword: password });
    for (let count = 0; count < 3; count += 1) await expect(ask()).rejects.toMatchObject(refused("EMAIL_TAKEN"));
    await expect(ask()).rejects.toMatchObject(refused("RATE_LIMITED"));
    await (await house.browser({ address: "198.51.100.1" }).auth()).forgotPassword({ email: alex.email });
  });

  /** Somebody's verified address, and one that is free but got all the mails of its day. */
  async function twoWithoutMail(house: AccountsHouse): Promise<{ taken: string; full: string }> {
    const alex = { ...maria, email: "alex@relaydeck.test" };
    await house.clock.advance(1_000);
    await (await house.browser().auth()).register(alex);
    await (await house.browser().auth()).verifyEmail({ token: await house.mailedToken() });
    const full = "full@relaydeck.test";
    for (let count = 0; count < 6; count += 1)
      await house.store.write((tx) => countMail(house.deps, tx, { email: full, for: "other" }));
    return { taken: alex.email, full };
  }

  test.each(["taken", "full"] as const)(
    "[D11] with QUIET_REGISTRATION one that is %s is answered like any other, gets no mail, and ends the link before",
    async (which) => {
      const house = accountsHouse(fresh().store, { factor: 1, quiet: true });
      const { browser } = await withMaria(house);
      const wished = (await twoWithoutMail(house))[which];
      const before = await asked(house, browser);
      const mails = await listMails(house.store);
      const answer = await (await browser.auth()).changeEmail({ email: wished, currentPassword: password });
      expect(answer).toEqual({ message: `We sent a link to ${wished}. Your address changes when you open it.` });
      expect(await listMails(house.store)).toEqual(mails);
      await expect((await browser.auth()).confirmEmail({ token: before })).rejects.toMatchObject(refused("TOKEN_INVALID"));
      const token = await asked(house, browser);
      expect(await (await browser.auth()).confirmEmail({ token })).toMatchObject({ email: newEmail });
    },
  );

  test.each([
    ["taken", "EMAIL_TAKEN"],
    ["full", "RATE_LIMITED"],
  ] as const)("[AC-9, D11] without it one that is %s is refused with %s, and the link before stays good", async (which, code) => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { browser } = await withMaria(house);
    const wished = (await twoWithoutMail(house))[which];
    const before = await asked(house, browser);
    const ask = (await browser.auth()).changeEmail({ email: wished, currentPassword: password });
    await expect(ask).rejects.toMatchObject(refused(code));
    expect(await (await browser.auth()).confirmEmail({ token: before })).toMatchObject({ email: newEmail });
  });

  test("[RL-2] thirty wishes a day for another address, whatever addresses they are", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { browser } = await withMaria(house);
    const ask = async (count: number) =>
      (await browser.auth()).changeEmail({ email: `m${count}@relaydeck.test`, currentPassword: password });
    for (let count = 0; count < 30; count += 1) {
      if (count % 10 === 0) await house.clock.advance(hourMs);
      await ask(count);
    }
    await house.clock.advance(hourMs);
    await expect(ask(30)).rejects.toMatchObject(refused("RATE_LIMITED"));
  });

  test("[ML-1, ML-4] the link works once, for an hour, for its own account, and only the newest", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const other = { ...maria, email: "eve@relaydeck.test" };
    const eve = house.browser();
    await (await eve.auth()).register(other);
    await house.clock.advance(1_000);
    await (await eve.auth()).resendVerification({ email: other.email });
    await (await eve.auth()).verifyEmail({ token: await house.mailedToken() });
    await (await eve.auth()).login({ email: other.email, password: other.password });
    const invalid = refused("TOKEN_INVALID");
    const first = await asked(house, browser);
    const second = await asked(house, browser, "maria.other@relaydeck.test");
    const auth = await browser.auth();
    await expect(auth.confirmEmail({ token: first })).rejects.toMatchObject(invalid);
    await expect((await eve.auth()).confirmEmail({ token: second })).rejects.toMatchObject(invalid);
    await expect((await house.browser().auth()).confirmEmail({ token: second })).rejects.toMatchObject(
      refused("SESSION_REQUIRED"),
    );
    const both = await Promise.allSettled([auth.confirmEmail({ token: second }), auth.confirmEmail({ token: second })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const late = await asked(house, browser);
    await house.clock.advance(hourMs);
    await expect((await browser.auth()).confirmEmail({ token: late })).rejects.toMatchObject(invalid);
  });

  test("[AC-9, D11] a proved address of somebody else is refused; one that was never proved gives way", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const squatter = { ...maria, email: newEmail, password: "a squatter's password" };
    await (await house.browser().auth()).register(squatter);
    const token = await asked(house, browser);
    expect(await (await browser.auth()).confirmEmail({ token })).toMatchObject({ email: newEmail });
    await expect((await house.browser().auth()).login({ email: newEmail, password: squatter.password })).rejects.toMatchObject(
      refused("INVALID_CREDENTIALS"),
    );
    const eve = house.browser();
    await (await eve.auth()).register({ ...maria });
    await house.clock.advance(1_000);
    await (await eve.auth()).resendVerification({ email });
    await (await eve.auth()).verifyEmail({ token: await house.mailedToken() });
    await expect((await browser.auth()).changeEmail({ email, currentPassword: password })).rejects.toMatchObject(
      refused("EMAIL_TAKEN"),
    );
    await expect((await browser.auth()).changeEmail({ email: newEmail })).rejects.toMatchObject(refused("VALIDATION"));
  });
});

import { updateUser } from "@relaydeck/db/accounts/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { issueMailToken } from "@relaydeck/mail/mail-tokens";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse } from "../testing/accounts-house.ts";

const hourMs = 60 * 60_000;
const invalid = { refusal: { code: "TOKEN_INVALID" } };

async function registeredHouse(house: AccountsHouse) {
  const browser = house.browser();
  const auth = await browser.auth();
  const user = await auth.register(maria);
  return { auth, user, token: await house.mailedToken() };
}

describeOnStores("verifying an address", (fresh) => {
  test("[D12, ML-6] the link works, and within its 24 hours again; then it has ended", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, token } = await registeredHouse(house);
    expect(await auth.verifyEmail({ token })).toEqual({ message: "Email verified successfully", alreadyVerified: false });
    expect(await house.userRow()).toMatchObject({ emailVerified: true });
    await house.clock.advance(24 * hourMs - 1);
    expect(await auth.verifyEmail({ token })).toEqual({ message: "Email verified successfully", alreadyVerified: true });
    await house.clock.advance(1);
    await expect(auth.verifyEmail({ token })).rejects.toMatchObject(invalid);
  });

  test("[ML-6] 10 parallel uses of one link verify once and are all answered well", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, token } = await registeredHouse(house);
    const answers = await Promise.all(Array.from({ length: 10 }, () => auth.verifyEmail({ token })));
    expect(answers.filter((answer) => !answer.alreadyVerified)).toHaveLength(1);
  });

  test("[D12, ML-6] a link that was opened once verifies nothing more: where the address is not verified any more, it is invalid", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, user, token } = await registeredHouse(house);
    await auth.verifyEmail({ token });
    await house.store.write((tx) => updateUser(tx, { id: user.id }, { emailVerified: false }));
    await expect(auth.verifyEmail({ token })).rejects.toMatchObject(invalid);
    expect(await house.userRow()).toMatchObject({ emailVerified: false });
  });

  test("[ML-1] only a hash of the token is stored, bound to purpose, user and address", async () => {
    const house = accountsHouse(fresh().store);
    const { user, token } = await registeredHouse(house);
    const rows = await house.store.read.db.select().from(house.store.t.mailTokens);
    expect(rows).toMatchObject([{ purpose: "verify", userId: user.id, address: maria.email }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
  });

  test("[ML-1] a token of another purpose, for another address, or of a deleted user verifies nothing", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, user, token } = await registeredHouse(house);
    const { store, clock } = house;
    const bound = { userId: user.id, address: maria.email, now: clock.now(), random: house.deps.random };
    const forReset = await store.write((tx) => issueMailToken(tx, { ...bound, purpose: "reset" }));
    await expect(auth.verifyEmail({ token: forReset })).rejects.toMatchObject(invalid);
    const forAnother = await store.write((tx) =>
      issueMailToken(tx, { ...bound, purpose: "verify", address: "old@relaydeck.test" }),
    );
    await expect(auth.verifyEmail({ token: forAnother })).rejects.toMatchObject(invalid);
    await store.write((tx) => updateUser(tx, { id: user.id }, { deletedAt: clock.now() }));
    await expect(auth.verifyEmail({ token })).rejects.toMatchObject(invalid);
  });

  test("[D12] a missing token has its own sentence", async () => {
    const auth = await accountsHouse(fresh().store).browser().auth();
    await expect(auth.verifyEmail({ token: "" })).rejects.toThrow("No verification token provided");
  });

  test("[RL-2] an address tries 20 wrong tokens an hour; right ones are not counted", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { auth, token } = await registeredHouse(house);
    for (let count = 0; count < 25; count += 1) await auth.verifyEmail({ token });
    for (let count = 0; count < 20; count += 1)
      await expect(auth.verifyEmail({ token: `wrong${count}` })).rejects.toMatchObject(invalid);
    await expect(auth.verifyEmail({ token })).rejects.toMatchObject({ refusal: { code: "RATE_LIMITED" } });
    await house.clock.advance(hourMs);
    await auth.verifyEmail({ token });
  });
});

describeOnStores("resending the link", (fresh) => {
  const sent = { message: "If an account with that email needs verification, we've sent a new link." };

  test("[AC-4] unknown, unverified, verified, Google-only and deleted addresses are answered alike; one gets a mail", async () => {
    const house = accountsHouse(fresh().store);
    const { store, clock } = house;
    const auth = await house.browser().auth();
    for (const name of ["unverified", "verified", "google", "deleted"]) {
      const { id } = await auth.register({ ...maria, email: `${name}@relaydeck.test` });
      if (name === "verified") await store.write((tx) => updateUser(tx, { id }, { emailVerified: true }));
      if (name === "google")
        await store.write((tx) => updateUser(tx, { id }, { emailVerified: true, authProvider: "google", passwordHash: null }));
      if (name === "deleted") await store.write((tx) => updateUser(tx, { id }, { deletedAt: clock.now() }));
    }
    const before = (await listMails(store)).length;
    await clock.advance(1000);
    for (const name of ["unknown", "unverified", "verified", "google", "deleted"]) {
      expect(await auth.resendVerification({ email: `${name}@relaydeck.test` })).toEqual(sent);
    }
    const mails = await listMails(store);
    expect(mails.length - before).toBe(1);
    expect(mails[0]?.to).toBe("unverified@relaydeck.test");
  });

  test("[D12] links sent before stay good", async () => {
    const house = accountsHouse(fresh().store);
    const { auth, token } = await registeredHouse(house);
    await auth.resendVerification({ email: maria.email });
    expect(await auth.verifyEmail({ token })).toMatchObject({ alreadyVerified: false });
  });

  test("[AC-4, RL-2] 3 wishes an hour and recipient, known or not; 10 an hour and address; 6 of the 10 mails a day and recipient", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { auth } = await registeredHouse(house);
    const limited = { refusal: { code: "RATE_LIMITED" } };
    for (const email of [maria.email, "nobody@relaydeck.test"]) {
      for (let count = 0; count < 3; count += 1) await auth.resendVerification({ email });
      await expect(auth.resendVerification({ email })).rejects.toMatchObject(limited);
    }
    for (let count = 0; count < 4; count += 1) await auth.resendVerification({ email: `x${count}@relaydeck.test` });
    await expect(auth.resendVerification({ email: "y@relaydeck.test" })).rejects.toMatchObject(limited);
    const mails = async () => (await listMails(house.store)).filter((mail) => mail.to === maria.email).length;
    // One is the registration's, and four of each day are kept for a forgotten password.
    expect(await mails()).toBe(4);
    for (let hour = 0; hour < 3; hour += 1) {
      await house.clock.advance(hourMs);
      for (let count = 0; count < 3; count += 1) await auth.resendVerification({ email: maria.email });
    }
    expect(await mails()).toBe(6);
    await house.clock.advance(hourMs);
    await auth.forgotPassword({ email: maria.email });
    expect(await mails()).toBe(7);
  });
});

import { updateUser } from "@relaydeck/db/accounts/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse } from "../testing/accounts-house.ts";

const hourMs = 60 * 60_000;
const sent = { message: "If an account with that email exists, we've sent a password reset link." };
const limited = { refusal: { code: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) } };
const kinds = ["unverified", "verified", "google", "deleted"] as const;

/** One account of each kind, at `<kind>@relaydeck.test`. */
async function withEveryKind(house: AccountsHouse) {
  const { store, clock } = house;
  const auth = await house.browser().auth();
  const patches = {
    unverified: {},
    verified: { emailVerified: true },
    google: { emailVerified: true, authProvider: "google", passwordHash: null },
    deleted: { deletedAt: clock.now() },
  } as const;
  for (const kind of kinds) {
    const { id } = await auth.register({ ...maria, email: `${kind}@relaydeck.test` });
    await store.write((tx) => updateUser(tx, { id }, patches[kind]));
  }
  await clock.advance(1_000);
  return auth;
}

describeOnStores("forgetting a password", (fresh) => {
  test("[AC-4] unknown, unverified, verified, Google-only and deleted addresses are answered alike; what fits is mailed later", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await withEveryKind(house);
    const [before, wokenBefore] = [(await listMails(house.store)).length, house.woken()];
    for (const kind of ["unknown", ...kinds]) {
      expect(await auth.forgotPassword({ email: ` ${kind.toUpperCase()}@relaydeck.test ` })).toEqual(sent);
    }
    const mails = (await listMails(house.store)).slice(0, -before);
    const subjects = Object.fromEntries(mails.map(({ to, subject }) => [to, subject]));
    expect(subjects).toEqual({
      "unverified@relaydeck.test": "Choose a new Relaydeck password",
      "verified@relaydeck.test": "Choose a new Relaydeck password",
      "google@relaydeck.test": "You sign in to Relaydeck with Google",
    });
    expect(mails).toHaveLength(3);
    expect(mails.find(({ to }) => to.startsWith("google"))?.text).not.toContain("token=");
    // Also for nobody: that the worker is woken tells nothing either.
    expect(house.woken() - wokenBefore).toBe(5);
  });

  test("[XS-7] the link is of the public origin, and the mail says how long it works", async () => {
    const house = accountsHouse(fresh().store);
    const auth = await withEveryKind(house);
    await auth.forgotPassword({ email: "verified@relaydeck.test" });
    const [mail] = await listMails(house.store);
    expect(mail?.text).toMatch(/\nhttp:\/\/localhost:3000\/reset-password\?token=[\w-]{43}\n/);
    expect(mail?.text).toContain("for 1 hour");
  });

  test("[AC-4, RL-2] 3 wishes an hour and recipient, known or not; 10 an hour and address", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const auth = await withEveryKind(house);
    for (const email of ["verified@relaydeck.test", "nobody@relaydeck.test"]) {
      await auth.resendVerification({ email });
      for (let count = 0; count < 3; count += 1) await auth.forgotPassword({ email });
      await expect(auth.forgotPassword({ email })).rejects.toMatchObject(limited);
    }
    for (let count = 0; count < 2; count += 1) await auth.forgotPassword({ email: `x${count}@relaydeck.test` });
    await expect(auth.forgotPassword({ email: "y@relaydeck.test" })).rejects.toMatchObject(limited);
    const elsewhere = await house.browser({ address: "198.51.100.7" }).auth();
    await elsewhere.forgotPassword({ email: "y@relaydeck.test" });
    await house.clock.advance(hourMs);
    for (let count = 0; count < 3; count += 1) await auth.forgotPassword({ email: "verified@relaydeck.test" });
  });

  test.each(["a@x.test,b@y.test", '"a@evil x"@good.test', "team: a@x.test;", "<a@x.test>", `${"a".repeat(250)}@x.test`])(
    "[ML-8] %j is no address",
    async (email) => {
      const auth = await accountsHouse(fresh().store).browser().auth();
      await expect(auth.forgotPassword({ email })).rejects.toThrow("Please enter a valid email address");
      await expect(auth.resendVerification({ email })).rejects.toThrow("Please enter a valid email address");
    },
  );
});

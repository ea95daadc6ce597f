/**
 * What opens a way into an account, at the very instant in which all ways are closed: nothing that was opened by what holds
 * no more is left. On Postgres both run at once. [AC-8, ML-5, SE-5] And an address that two prove at one instant, or whose
 * account goes, moves or is linked in the instant in which somebody registers it or enters by it.
 */
import {
  findUserByEmail,
  findUserEvenDeleted,
  markEmailVerified,
  updateUser,
  type UserPatch,
} from "@relaydeck/db/accounts/store";
import type { Store } from "@relaydeck/db/store";
import { openTestPostgresStore, openTestStore } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { listMails } from "@relaydeck/mail/outbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maria, type TestBrowser } from "../testing/accounts-house.ts";
import { googleHouse, type GoogleHouse } from "../testing/google-house.ts";
import { googleMaria, startIdentityProvider, type IdentityProvider } from "../testing/identity-provider.ts";
import { testApp } from "../testing/two-step-house.ts";
import { whileChanging } from "../testing/while-changing.ts";
import { codeStepMs } from "./two-step-codes.ts";

const { email, password } = maria;
const rounds = 6;

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(new ManualClock());
});
afterAll(() => provider.stop());

const databases = [
  { database: "SQLite", open: openTestStore },
  { database: "Postgres", open: openTestPostgresStore },
];

async function house(store: Store): Promise<{ house: GoogleHouse; here: TestBrowser }> {
  const opened = googleHouse(store, provider, { factor: 100_000 });
  const here = opened.browser();
  await (await here.auth()).register(maria);
  await (await here.auth()).verifyEmail({ token: await opened.mailedToken() });
  return { house: opened, here };
}

/** Tries over and over, by as many as there are, until `change` is done; resolves with what succeeded. */
async function meanwhile<T>(many: readonly (() => Promise<T>)[], change: Promise<unknown>): Promise<T[]> {
  const succeeded: T[] = [];
  let isDone = false;
  const loops = many.map(async (one) => {
    while (!isDone) {
      const result = await one().then(
        (value) => ({ value }),
        () => null,
      );
      if (result !== null) succeeded.push(result.value);
    }
  });
  await change;
  isDone = true;
  await Promise.all(loops);
  return succeeded;
}

/** What may happen to an account in one moment. */
const changes = [
  { how: "goes", patch: { deletedAt: 1 } },
  { how: "moves", patch: { email: "elsewhere@relaydeck.test" } },
] as const satisfies readonly { how: string; patch: UserPatch }[];

async function isIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.auth()).me().then(
    () => true,
    () => false,
  );
}

describe.each(databases)("at one instant on $database", ({ open }) => {
  test("[AC-8] a change of password and sign-ins with the old one: none of those is left", async () => {
    const opened = await open();
    const { house: of, here } = await house(opened.store);
    let now = password;
    await (await here.auth()).login({ email, password: now });
    for (let round = 0; round < rounds; round += 1) {
      const next = `another long word ${round}`;
      const old = now;
      const signIn = (thief: number) => async () => {
        const browser = of.browser({ address: `198.51.${thief}.${round}` });
        await (await browser.auth()).login({ email, password: old });
        return browser;
      };
      const change = (await here.auth()).changePassword({ currentPassword: old, newPassword: next });
      const thieves = await meanwhile([1, 2, 3].map(signIn), change);
      expect(await Promise.all(thieves.map(isIn))).toEqual(thieves.map(() => false));
      now = next;
    }
    await opened.close();
  });

  test("[ML-5, SE-5] a reset and tokens that are made: none of those is left", async () => {
    const opened = await open();
    const { house: of } = await house(opened.store);
    let now = password;
    for (let round = 0; round < rounds; round += 1) {
      const thief = of.browser({ address: `203.0.113.${round}` });
      await (await thief.auth()).login({ email, password: now });
      const auth = await thief.auth();
      await auth.forgotPassword({ email });
      await of.clock.advance(1_000);
      const token = await resetToken(opened.store);
      now = `reset long word ${round}`;
      const makes = [1, 2, 3].map(() => () => auth.createToken({ name: "Porch", scope: "control" }));
      await meanwhile(makes, auth.resetPassword({ token, newPassword: now }));
      const owner = of.browser();
      await (await owner.auth()).login({ email, password: now });
      expect(await (await owner.auth()).tokens()).toEqual([]);
    }
    await opened.close();
  });

  test("[AC-9, D11] an account that is verified while another confirms its address keeps it, and all that is its own", async () => {
    const opened = await open();
    const { house: of, here } = await house(opened.store);
    await (await here.auth()).login({ email, password });
    const ada = { ...maria, email: "ada@relaydeck.test" };
    await (await of.browser().auth()).register(ada);
    await of.clock.advance(1_000);
    await (await here.auth()).changeEmail({ email: ada.email, currentPassword: password });
    const token = await of.mailedToken("confirm-email");
    const { id } = present(await of.userRow(ada.email), "Ada registered");
    const auth = await here.auth();
    const confirm = () =>
      auth.confirmEmail({ token }).then(
        () => "changed",
        (error: { refusal?: { code: string } }) => error.refusal?.code ?? error,
      );
    const confirmed = await whileChanging(opened.store, (tx) => markEmailVerified(tx, { id, now: of.clock.now() }), confirm);
    expect(confirmed).toBe("EMAIL_TAKEN");
    expect(await findUserByEmail(opened.store.read, ada.email)).toMatchObject({ id, emailVerified: true });
    await (await of.browser().auth()).login({ email: ada.email, password });
    expect(await (await here.auth()).me()).toMatchObject({ email });
    await opened.close();
  });

  test.each(changes)(
    "[AC-1, AC-5] an account that $how while its address registers again is not begun anew: the address gets one of its own",
    async ({ patch }) => {
      const opened = await open();
      const of = googleHouse(opened.store, provider, { factor: 100_000 });
      const auth = await of.browser().auth();
      const { id } = await auth.register(maria);
      await of.clock.advance(1_000);
      const again = () => auth.register({ ...maria, password: "another pump house" });
      const user = await whileChanging(opened.store, (tx) => updateUser(tx, { id }, patch), again);
      expect(user.id).not.toBe(id);
      await auth.verifyEmail({ token: await of.mailedToken() });
      expect(await auth.login({ email, password: "another pump house" })).toMatchObject({ id: user.id });
      expect(await findUserEvenDeleted(opened.store.read, id)).toMatchObject({ ...patch, emailVerified: false });
      await opened.close();
    },
  );

  test.each(changes)(
    "[GO-4] an account that $how while Google enters by its address is not taken over: the address gets one of its own",
    async ({ patch }) => {
      const opened = await open();
      const of = googleHouse(opened.store, provider, { factor: 100_000 });
      const { id } = await (await of.browser().auth()).register(maria);
      const browser = of.browser();
      const back = await of.leave(browser);
      const entered = await whileChanging(
        opened.store,
        (tx) => updateUser(tx, { id }, patch),
        () => of.comeBack(browser, back),
      );
      expect(entered).toMatchObject({ is: "opened" });
      const now = present(await of.userRow(), "Google made her an account");
      expect(now).toMatchObject({ googleId: googleMaria.sub, emailVerified: true });
      expect(now.id).not.toBe(id);
      expect(await findUserEvenDeleted(opened.store.read, id)).toMatchObject({ ...patch, googleId: null });
      await opened.close();
    },
  );

  test("[GO-3, GO-4] an account that another Google account opens first stays that one's", async () => {
    const opened = await open();
    const of = googleHouse(opened.store, provider, { factor: 100_000 });
    const { id } = await (await of.browser().auth()).register(maria);
    const browser = of.browser();
    const back = await of.leave(browser);
    const entered = await whileChanging(
      opened.store,
      (tx) => updateUser(tx, { id }, { googleId: "another" }),
      () => of.comeBack(browser, back),
    );
    expect(entered).toMatchObject({ is: "refused", message: "google-other-account" });
    expect(await of.userRow()).toMatchObject({ id, googleId: "another" });
    await opened.close();
  });

  test.each(["once", "in two steps"])(
    "[AC-8, GO-1] the removal of Google and sign-ins by it, %s: none of those is left",
    async (how) => {
      const opened = await open();
      const { house: of, here } = await house(opened.store);
      await of.enter(here);
      await (await here.auth()).login({ email, password });
      const { id } = present(await of.userRow(), "She has an account");
      if (how === "in two steps") {
        const { secret } = await (await here.auth()).startTwoStep({ currentPassword: password });
        await (await here.auth()).confirmTwoStep({ otp: testApp(of, secret).code() });
      }
      for (let round = 0; round < rounds; round += 1) {
        await of.clock.advance(3 * codeStepMs);
        const thieves = Array.from({ length: 8 }, (_, thief) => of.browser({ address: `198.51.${thief}.${round}` }));
        const ways = await Promise.all(thieves.map((thief) => of.leave(thief)));
        const auth = await here.auth();
        const backs = thieves.map((thief, index) => of.comeBack(thief, present(ways[index], "Each has one")));
        await Promise.all([...backs, auth.unlinkGoogle({ currentPassword: password })]);
        expect(await Promise.all(thieves.map(isIn))).toEqual(thieves.map(() => false));
        expect(await opened.store.read.db.select().from(opened.store.read.t.signInChallenges)).toEqual([]);
        await opened.store.write((tx) => updateUser(tx, { id }, { googleId: googleMaria.sub }));
      }
      await opened.close();
    },
  );
});

async function resetToken(store: Store): Promise<string> {
  for (const { text } of await listMails(store)) {
    const token = /reset-password\?token=([\w-]+)/.exec(text ?? "")?.[1];
    if (token !== undefined) return token;
  }
  throw new Error("A reset link was mailed");
}

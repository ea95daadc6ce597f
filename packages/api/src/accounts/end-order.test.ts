/**
 * Sessions and tokens end while a report of a device holds what they leave unsent, or an account is deleted: everybody takes
 * devices first, then sessions, tokens and alerts, and the audit last, so that none is ended by the database and begun anew.
 * [SE-5, C3, CM-8]
 */
import { lockDevice } from "@relaydeck/db/accounts/lock";
import { updateAlert } from "@relaydeck/db/alerts/store";
import { beginCommand } from "@relaydeck/db/relays/commands";
import { insertApiToken, takeApiTokensOfUser } from "@relaydeck/db/sessions/api-tokens";
import { takeSessionsOfUser } from "@relaydeck/db/sessions/ending";
import { mostSessionsPerUser } from "@relaydeck/db/sessions/store";
import type { Store, Tx } from "@relaydeck/db/store";
import { aCommand, madeAt } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import { beginSignIn } from "../limits/sign-in-limits.ts";
import { maria } from "../testing/accounts-house.ts";
import { consoleHouse } from "../testing/console-house.ts";
import { request } from "../testing/device-house.ts";
import { counting, cross } from "../testing/in-one-order.ts";
import { sessionIdOf, withMaria } from "../testing/signed-in.ts";
import { mariaWithTwoStep } from "../testing/two-step-house.ts";
import { endExpiredTokens, revokeToken } from "../tokens/end-tokens.ts";
import { confirmEmail } from "./change-email-confirm.ts";
import { takeOver } from "./google-link.ts";
import { openSession } from "./open-session.ts";
import { followPasswordChange } from "./password-changed.ts";
import { idleMs } from "./session.ts";
import { beginSignInChallenge, finishSignIn } from "./sign-in-challenge.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

const dayMs = 24 * 60 * 60_000;

/** Maria is signed in and has a token; a command waits at the first device by her session, and at the second by her token. */
async function aLife(of: Store) {
  const store = counting(of);
  const house = await consoleHouse(store);
  const { browser, userId } = await withMaria(house);
  const { clock, deps } = house;
  const [first, second] = [await house.device({ ownerId: userId }), await house.device({ ownerId: userId })];
  const alertId = await house.alert({ userId, deviceId: second.id, emailAddress: "maria@relaydeck.test" });
  const tokenId = "tok_0000000000000000000001";
  const token = { id: tokenId, userId, name: "Pumps", hash: "0".repeat(64), scopes: ["switch" as const], createdAt: madeAt };
  await store.write((tx) => insertApiToken(tx, { ...token, expiresAt: clock.now() + dayMs }));
  const waits = (deviceId: string, sessionId: string, actorId = userId) => {
    const wish = { deviceId, actorId, sessionId, requestedAt: clock.now(), validUntil: clock.now() + 10_000 };
    return store.write((tx) => beginCommand(tx, aCommand(wish)));
  };
  await waits(first.id, await sessionIdOf(browser));
  await waits(second.id, tokenId);
  const session = { token: present(browser.sessionToken, "She is signed in"), id: await sessionIdOf(browser) };
  const user = async () => present(await house.userRow(), "She has an account");
  const mailed = () => house.mailedToken("confirm-email");
  return { ...house, mailed, store, deps, browser, userId, user, session, first, second, alertId, tokenId, waits };
}

type Life = Awaited<ReturnType<typeof aLife>>;

/** A report that proves a command tells it in the audit. */
const proves = (tx: Tx, { clock }: Life) => audit(tx, { at: clock.now(), actorKind: "system", action: "test.proved" });
/** A report that an alert waits for. */
const alerts = (tx: Tx, { alertId, clock }: Life) => updateAlert(tx, alertId, { updatedAt: clock.now() });
/** An account that ends has locked its devices before. */
const endsSessions = (tx: Tx, { userId }: Life) => takeSessionsOfUser(tx, { userId });
const endsTokens = (tx: Tx, { userId }: Life) => takeApiTokensOfUser(tx, userId);

interface Ending {
  readonly what: string;
  /** Until just before the end; resolves with what ends it, in one write. */
  readonly prepare: (life: Life) => Promise<() => Promise<unknown>>;
  /** What whoever holds the second device goes on to. */
  readonly then: (tx: Tx, life: Life) => Promise<unknown>;
}

const endings: readonly Ending[] = [
  {
    what: "a reset password ends sessions and tokens",
    prepare: async ({ store, deps, user }) => {
      const change = { user: await user(), request, action: "password.reset" } as const;
      return () => store.write((tx) => followPasswordChange(deps, tx, change));
    },
    then: proves,
  },
  {
    what: "Google takes an account over",
    prepare: async ({ store, deps, user }) => {
      const identity = { subject: "g-1", email: null, emailVerified: false, firstName: "", lastName: "" };
      const taking = { user: await user(), identity, request, presentedToken: null };
      return () => store.write((tx) => takeOver(deps, tx, taking));
    },
    then: proves,
  },
  {
    what: "an administrator takes a verification back",
    prepare:
      async ({ admin, userId }) =>
      () =>
        admin.updateUser({ userId, emailVerified: false }),
    then: proves,
  },
  {
    what: "an administrator gives another address",
    prepare: async ({ admin, userId, session, second, waits }) => {
      await waits(second.id, session.id);
      return () => admin.updateUser({ userId, email: "lind@relaydeck.test" });
    },
    then: alerts,
  },
  {
    what: "another address is confirmed",
    prepare: async ({ deps, browser, userId, mailed, waits, second }) => {
      const other = await deps.store.write((tx) => deps.sessions.create(tx, { userId, client: "Elsewhere", address: "" }));
      await waits(second.id, other.sessionId);
      const auth = await browser.auth();
      await auth.changeEmail({ email: "lind@relaydeck.test", currentPassword: "pump house at the lake" });
      const token = await mailed();
      const caller = { userId, sessionId: await sessionIdOf(browser) };
      return () => confirmEmail(deps, { caller, request, token });
    },
    then: alerts,
  },
  {
    what: "a sign-in ends the session presented, and one that falls out",
    prepare: async ({ store, deps, clock, session, person, second, waits }) => {
      const { id: userId } = await person("Nina");
      const oldest = await store.write((tx) => deps.sessions.create(tx, { userId, client: "Oldest", address: "" }));
      await clock.advance(1_000);
      for (let index = 1; index < mostSessionsPerUser; index += 1)
        await store.write((tx) => deps.sessions.create(tx, { userId, client: "Later", address: "" }));
      await waits(second.id, oldest.sessionId, userId);
      const opening = { userId, request, presentedToken: session.token, knownToken: null };
      return () => store.write((tx) => openSession(deps, tx, opening));
    },
    then: proves,
  },
  {
    what: "somebody signs out",
    prepare: async ({ deps, session, second, waits }) => {
      await waits(second.id, session.id);
      return () => signOut(deps, { request, presentedToken: session.token });
    },
    then: endsSessions,
  },
  {
    what: "sessions end by time",
    prepare: async ({ store, deps, clock, session, second, waits }) => {
      await clock.advance(idleMs);
      await waits(second.id, session.id);
      return () => deps.sessions.endExpired(store);
    },
    then: endsSessions,
  },
  {
    what: "a token is revoked",
    prepare:
      async ({ deps, userId, tokenId }) =>
      () =>
        revokeToken(deps, { caller: { userId, sessionId: null }, request, tokenId }),
    then: endsTokens,
  },
  {
    what: "a token ends by time",
    prepare: async ({ deps, clock }) => {
      await clock.advance(dayMs);
      return () => endExpiredTokens(deps);
    },
    then: endsTokens,
  },
];

describeOnStores("what is unsent where", (fresh) => {
  test.each(endings)("[SE-5, C3] $what waits for who holds its device, and neither begins anew", async ({ prepare, then }) => {
    const life = await aLife(fresh().store);
    const end = await prepare(life);
    const { begun } = await cross(life.store, {
      first: (tx) => lockDevice(tx, life.second.id),
      then: (tx) => then(tx, life),
      meanwhile: end,
    });
    expect(begun).toBe(2);
  });
});

/** Maria signs in again while a command of hers waits at a device, from the address of somebody else who holds it. */
async function aSignIn(of: Store, isTwoStepOn: boolean) {
  const store = counting(of);
  const house = await consoleHouse(store);
  const { app, userId } = isTwoStepOn
    ? { ...(await mariaWithTwoStep(house)), userId: present(await house.userRow(), "She has an account").id }
    : { app: null, ...(await withMaria(house)) };
  const device = await house.device({ ownerId: userId });
  const now = house.clock.now();
  const wish = { deviceId: device.id, actorId: userId, requestedAt: now, validUntil: now + 10_000 };
  await store.write((tx) => beginCommand(tx, aCommand(wish)));
  const browser = { request, presentedToken: null, knownToken: null, googleSecret: null };
  const { token } = await store.write((tx) => beginSignInChallenge(house.deps, tx, { userId }));
  const code = app === null ? {} : { otp: app.code() };
  return {
    store,
    hold: (tx: Tx) => lockDevice(tx, device.id),
    /** As everybody does who signs in from there. */
    goOn: (tx: Tx) =>
      beginSignIn(tx, { email: "nina@relaydeck.test", address: request.address, knownBrowser: null, now, factor: 1 }),
    byPassword: () => signIn(house.deps, { ...browser, input: { email: maria.email, password: maria.password, ...code } }),
    byCode: () => finishSignIn(house.deps, { ...browser, challengeToken: token, otp: code.otp ?? "" }),
  };
}

describeOnStores("a sign-in with a command that waits", (fresh) => {
  test.each([
    // The password is looked at between two writes.
    { what: "by password", way: "byPassword", isTwoStepOn: false, writes: 2 },
    { what: "by password and code", way: "byPassword", isTwoStepOn: true, writes: 2 },
    { what: "by the code after Google", way: "byCode", isTwoStepOn: true, writes: 1 },
  ] as const)("[SE-2, RL-2] $what waits for its device before it holds its address", async ({ way, isTwoStepOn, writes }) => {
    const life = await aSignIn(fresh().store, isTwoStepOn);
    const { answer, begun } = await cross<{ ok: boolean }>(life.store, {
      first: life.hold,
      then: life.goOn,
      meanwhile: life[way],
    });
    expect(answer).toMatchObject({ ok: true });
    expect(begun).toBe(1 + writes);
  });
});

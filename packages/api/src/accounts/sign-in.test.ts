import { listAudit } from "@relaydeck/db/audit/store";
import { updateUser } from "@relaydeck/db/accounts/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import type { Log } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse, type TestBrowser } from "../testing/accounts-house.ts";
import { HashGate } from "./hash-gate.ts";
import { Passwords } from "./passwords.ts";

const { email, password } = maria;
const wrong = { email, password: "not the pump house" };
const invalid = { refusal: { code: "INVALID_CREDENTIALS" }, message: "Unauthorized: invalid email or password" };
const limited = { refusal: { code: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) } };
const minuteMs = 60_000;

async function withMaria(house: AccountsHouse): Promise<AccountsHouse> {
  const auth = await house.browser({ address: "192.0.2.1" }).auth();
  await auth.register(maria);
  await auth.verifyEmail({ token: await house.mailedToken() });
  return house;
}

async function login(browser: TestBrowser, input = { email, password }) {
  return (await browser.auth()).login(input);
}

async function failures(browser: TestBrowser, count: number, input = wrong): Promise<void> {
  for (let done = 0; done < count; done += 1) await expect(login(browser, input)).rejects.toMatchObject(invalid);
}

describeOnStores("signing in", (fresh) => {
  test("answers the user and opens a session; the current user is then known, and after signing out no more", async () => {
    const house = await withMaria(accountsHouse(fresh().store));
    const browser = house.browser();
    const { message, ...user } = await login(browser, { email: " MARIA@relaydeck.test", password });
    expect(message).toBe("Login successful");
    expect(browser.sessionExpiresAt).toBe(house.clock.now() + 30 * 24 * 60 * minuteMs);
    expect(await (await browser.auth()).me()).toEqual(user);
    const old = browser.sessionToken ?? "";
    expect(await (await browser.auth()).logout()).toEqual({ message: "Logged out" });
    expect(browser.sessionToken).toBeNull();
    browser.sessionToken = old;
    await expect((await browser.auth()).me()).rejects.toMatchObject({
      refusal: { code: "SESSION_REQUIRED" },
      message: "Unauthorized",
    });
    const actions = (await listAudit(house.store.read, { limit: 10 })).map((row) => row.action);
    expect(actions).toEqual(["session.ended", "session.begun", "account.verified", "account.registered"]);
  });

  test("signing out without a session, or with a token that opens none, is answered the same", async () => {
    const house = accountsHouse(fresh().store);
    const browser = house.browser();
    expect(await (await browser.auth()).logout()).toEqual({ message: "Logged out" });
    for (const token of ["nonsense", "a".repeat(43)]) {
      browser.sessionToken = token;
      expect(await (await browser.auth()).logout()).toEqual({ message: "Logged out" });
      expect(browser.sessionToken).toBeNull();
    }
  });

  test("[AC-2, D10] an unverified account is told so only after the right password", async () => {
    const house = accountsHouse(fresh().store);
    const browser = house.browser();
    await (await browser.auth()).register(maria);
    await expect(login(browser)).rejects.toMatchObject({
      refusal: { code: "EMAIL_NOT_VERIFIED" },
      message: expect.stringContaining("verify your email"),
    });
    await failures(browser, 1);
    expect(browser.sessionToken).toBeNull();
  });

  test("[AC-3, D9] unknown, Google-only and deleted accounts and a wrong password get the same answer after one real hash each", async () => {
    const passwords = new CountingPasswords({ random: systemRandom(), cost: { memoryCost: 1024, timeCost: 1, parallelism: 1 } });
    const house = await withMaria(accountsHouse(fresh().store, { passwords }));
    const { store, clock } = house;
    const auth = await house.browser({ address: "192.0.2.1" }).auth();
    for (const name of ["google", "deleted"]) {
      const { id } = await auth.register({ ...maria, email: `${name}@relaydeck.test` });
      const change = name === "google" ? { passwordHash: null } : { deletedAt: clock.now() };
      await store.write((tx) => updateUser(tx, { id }, { emailVerified: true, ...change }));
    }
    passwords.verified = 0;
    const browser = house.browser();
    for (const name of ["unknown", "google", "deleted"])
      await failures(browser, 1, { email: `${name}@relaydeck.test`, password });
    await failures(browser, 1);
    expect(passwords.verified).toBe(4);
  });

  test("[SE-2] success ends the presented session and begins one with a new token; a brought token is never adopted", async () => {
    const house = await withMaria(accountsHouse(fresh().store));
    const browser = house.browser();
    await login(browser);
    const first = browser.sessionToken ?? "";
    await login(browser);
    expect(browser.sessionToken).not.toBe(first);
    expect(await house.deps.sessions.validate(first)).toBeNull();
    browser.sessionToken = "b".repeat(43);
    await login(browser);
    expect(browser.sessionToken).not.toBe("b".repeat(43));
    expect(await house.deps.sessions.validate("b".repeat(43))).toBeNull();
  });

  test("[PW-4] a password stored at a lower cost is hashed again by the next success, and still opens", async () => {
    const house = await withMaria(accountsHouse(fresh().store));
    const before = (await house.userRow())?.passwordHash;
    const dearer = { ...house.deps, passwords: new Passwords({ random: systemRandom() }) };
    const browser = accountsHouse(house.store, dearer).browser();
    await failures(browser, 1);
    expect((await house.userRow())?.passwordHash).toBe(before);
    await login(browser);
    const after = (await house.userRow())?.passwordHash;
    expect([before, after]).toEqual([expect.stringContaining("m=1024,t=1"), expect.stringContaining("m=19456,t=2")]);
    await login(browser);
    expect((await house.userRow())?.passwordHash).toBe(after);
  });

  test("a password that was changed while it was looked at opens nothing", async () => {
    const passwords = new CountingPasswords({ random: systemRandom(), cost: { memoryCost: 1024, timeCost: 1, parallelism: 1 } });
    const house = await withMaria(accountsHouse(fresh().store, { passwords }));
    const id = (await house.userRow())?.id ?? "";
    const changed = await passwords.hash("a new one");
    passwords.meanwhile = async () => void (await house.store.write((tx) => updateUser(tx, { id }, { passwordHash: changed })));
    const browser = house.browser();
    await expect(login(browser)).rejects.toMatchObject(invalid);
    expect(browser.sessionToken).toBeNull();
  });

  test("[AC-2, SE-5] a verification that is taken back while the password is looked at lets nobody in", async () => {
    const passwords = new CountingPasswords({ random: systemRandom(), cost: { memoryCost: 1024, timeCost: 1, parallelism: 1 } });
    const house = await withMaria(accountsHouse(fresh().store, { passwords }));
    const id = (await house.userRow())?.id ?? "";
    passwords.meanwhile = async () => void (await house.store.write((tx) => updateUser(tx, { id }, { emailVerified: false })));
    const browser = house.browser();
    await expect(login(browser)).rejects.toMatchObject({ refusal: { code: "EMAIL_NOT_VERIFIED" } });
    expect(browser.sessionToken).toBeNull();
  });

  test("[AC-8, AC-9] the old address opens nothing once it was changed, though its password was being looked at before", async () => {
    const passwords = new CountingPasswords({ random: systemRandom(), cost: { memoryCost: 1024, timeCost: 1, parallelism: 1 } });
    const house = await withMaria(accountsHouse(fresh().store, { passwords }));
    const here = house.browser();
    await login(here);
    await house.clock.advance(1_000);
    await (await here.auth()).changeEmail({ email: "maria.new@relaydeck.test", currentPassword: password });
    const token = await house.mailedToken("confirm-email");
    passwords.meanwhile = async () => void (await (await here.auth()).confirmEmail({ token }));
    const browser = house.browser();
    await expect(login(browser)).rejects.toMatchObject(invalid);
    expect(browser.sessionToken).toBeNull();
    expect(await (await here.auth()).sessions()).toHaveLength(1);
  });

  test("[PW-5] 50 parallel sign-ins hash at most 4 at once; beyond the queue they get 503, and nobody else is harmed", async () => {
    const passwords = new CountingPasswords({ random: systemRandom() });
    const hashGate = new HashGate({ atOnce: 4, waiting: 30 });
    const house = await withMaria(accountsHouse(fresh().store, { passwords, hashGate }));
    const browsers = Array.from({ length: 50 }, () => house.browser());
    const answers = await Promise.allSettled(browsers.map((browser) => login(browser)));
    expect(passwords.mostAtOnce).toBeLessThanOrEqual(4);
    const refused = answers.filter((answer) => answer.status === "rejected").map((answer) => answer.reason);
    expect(refused.length).toBeLessThanOrEqual(16);
    for (const reason of refused) expect(reason).toMatchObject({ refusal: { code: "OVERLOADED", retryAfterSeconds: 2 } });
    await login(house.browser());
  });

  test("[LG-3, LG-2] success and refusal are logged with request and code, without address of the account or password", async () => {
    const lines: string[] = [];
    const note = (event: string, facts?: unknown) => void lines.push(JSON.stringify({ event, facts }));
    const log: Log = { debug: note, info: note, warn: note, error: note };
    const house = await withMaria(accountsHouse(fresh().store, { log }));
    await failures(house.browser(), 1);
    await login(house.browser());
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"code":"INVALID_CREDENTIALS"');
    expect(lines[1]).toContain('"userId":"usr_');
    expect(lines.join()).not.toContain(email);
    expect(lines.join()).not.toContain(password);
  });
});

describeOnStores("limits of signing in", (fresh) => {
  test("[RL-2, D18] per account 10 failures in 15 minutes, then 1 a minute; a right password waits like a wrong one", async () => {
    const house = await withMaria(accountsHouse(fresh().store, { factor: 1 }));
    await failures(house.browser({ address: "192.0.2.10" }), 10);
    const browser = house.browser({ address: "192.0.2.11" });
    await expect(login(browser)).rejects.toMatchObject(limited);
    await house.clock.advance(minuteMs);
    await failures(browser, 1);
    await expect(login(browser)).rejects.toMatchObject(limited);
    await house.clock.advance(minuteMs);
    await login(browser);
    await failures(house.browser({ address: "192.0.2.12" }), 10);
  });

  test("[AC-3] an unknown account is limited alike", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const nobody = { email: "nobody@relaydeck.test", password };
    await failures(house.browser(), 10, nobody);
    await expect(login(house.browser(), nobody)).rejects.toMatchObject(limited);
  });

  test("[RL-2] per address 30 failures in 15 minutes, whatever the account; successes are not counted", async () => {
    const house = await withMaria(accountsHouse(fresh().store, { factor: 1 }));
    const browser = house.browser();
    for (let done = 0; done < 35; done += 1) await login(house.browser());
    for (let account = 0; account < 3; account += 1)
      await failures(browser, 10, { email: `a${account}@relaydeck.test`, password });
    await expect(login(browser)).rejects.toMatchObject(limited);
    await login(house.browser({ address: "198.51.100.1" }));
    await house.clock.advance(15 * minuteMs);
    await login(browser);
  });

  test("[RL-2] 60 parallel guesses get at most 10 looks at the password", async () => {
    const passwords = new CountingPasswords({ random: systemRandom(), cost: { memoryCost: 1024, timeCost: 1, parallelism: 1 } });
    const { store, again } = fresh();
    const house = await withMaria(accountsHouse(store, { factor: 1, passwords }));
    const node = accountsHouse(await again(), { factor: 1, passwords });
    passwords.verified = 0;
    const tries = Array.from({ length: 60 }, (_, index) =>
      login((index % 2 ? house : node).browser({ address: `192.0.2.${index}` }), wrong),
    );
    const answers = await Promise.allSettled(tries);
    expect(passwords.verified).toBe(10);
    expect(answers.every((answer) => answer.status === "rejected")).toBe(true);
  });

  test("[RL-2] a browser that signed in before is never blocked by others' failures, but by its own", async () => {
    const house = await withMaria(accountsHouse(fresh().store, { factor: 1 }));
    const known = house.browser();
    await login(known);
    expect(known.knownToken).toMatch(/^[\w-]{43}$/);
    const stranger = house.browser();
    await failures(stranger, 10);
    for (let account = 0; account < 2; account += 1)
      await failures(stranger, 10, { email: `a${account}@relaydeck.test`, password });
    await expect(login(stranger)).rejects.toMatchObject(limited);
    const token = known.knownToken;
    await login(known);
    expect(known.knownToken).toBe(token);
    await failures(known, 10);
    await expect(login(known)).rejects.toMatchObject(limited);
  });

  test("[SE-2, RL-2] a known-browser value that was never issued is not adopted: the browser gets a fresh one", async () => {
    const house = await withMaria(accountsHouse(fresh().store, { factor: 1 }));
    const planted = "A".repeat(43);
    const victim = house.browser();
    victim.knownToken = planted;
    await login(victim);
    expect(victim.knownToken).toMatch(/^[\w-]{43}$/);
    expect(victim.knownToken).not.toBe(planted);
    const planter = house.browser();
    planter.knownToken = planted;
    await failures(planter, 10);
    await expect(login(planter)).rejects.toMatchObject(limited);
    await login(victim);
  });

  test("[RL-2] a browser stays known for each of the last four who signed in there, and for nobody who did not", async () => {
    const house = await withMaria(accountsHouse(fresh().store, { factor: 1 }));
    const others = ["a", "b", "c", "d"].map((name) => ({ ...maria, email: `${name}@relaydeck.test` }));
    const auth = await house.browser({ address: "192.0.2.1" }).auth();
    for (const other of others) {
      await house.clock.advance(1_000);
      await auth.register(other);
      await auth.verifyEmail({ token: await house.mailedToken() });
    }
    const shared = house.browser();
    await login(shared);
    const [own = ""] = shared.knownToken?.split(".") ?? [];
    for (const other of others.slice(0, 3)) await login(shared, { email: other.email, password });
    expect(shared.knownToken).toMatch(/^[\w-]{43}(\.[\w-]{43}){3}$/);
    expect(shared.knownToken?.split(".")[0]).toBe(own);
    await failures(house.browser({ address: "198.51.100.9" }), 10);
    const stranger = house.browser({ address: "198.51.100.8" });
    stranger.knownToken = shared.knownToken?.split(".").slice(1).join(".") ?? "";
    await expect(login(stranger)).rejects.toMatchObject(limited);
    await login(shared);
    expect(shared.knownToken?.split(".").at(-1)).toBe(own);

    await login(shared, { email: "d@relaydeck.test", password });
    await failures(house.browser({ address: "198.51.100.7" }), 10, { email: "a@relaydeck.test", password: "a guess" });
    await expect(login(shared, { email: "a@relaydeck.test", password })).rejects.toMatchObject(limited);
  });

  test("[RL-2] the cookie of a browser that is known for one account counts for nothing on another", async () => {
    const house = await withMaria(accountsHouse(fresh().store, { factor: 1 }));
    const known = house.browser();
    await login(known);
    await failures(known, 10, { email: "alex@relaydeck.test", password });
    await expect(login(known, { email: "alex@relaydeck.test", password })).rejects.toMatchObject(limited);
    await login(known);
  });

  test("[RL-2] never more than 100 failures in a row; a success from a known browser ends the row", async () => {
    const house = await withMaria(accountsHouse(fresh().store, { factor: 1 }));
    const known = house.browser();
    await login(known);
    const stranger = house.browser({ address: "192.0.2.10" });
    for (let round = 0; round < 10; round += 1) {
      await failures(stranger, 10);
      await house.clock.advance(15 * minuteMs);
    }
    await expect(login(stranger)).rejects.toMatchObject({
      refusal: { code: "RATE_LIMITED", message: expect.stringContaining("by mail") },
    });
    await house.clock.advance(6 * 24 * 60 * minuteMs);
    await expect(login(stranger)).rejects.toMatchObject(limited);
    await login(known);
    await login(stranger);
  });
});

/** Real hashes, counted. */
class CountingPasswords extends Passwords {
  verified = 0;
  mostAtOnce = 0;
  /** Runs while a password is being looked at. */
  meanwhile: () => Promise<void> = async () => {};
  #now = 0;

  override async verify(presented: string, stored: string | null) {
    this.#now += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#now);
    this.verified += 1;
    const verdict = await super.verify(presented, stored);
    await this.meanwhile();
    this.#now -= 1;
    return verdict;
  }
}

/** Sign-in with Google at the door: real redirects, real cookies, a real provider beside the real server. */
import {
  googleCredentials,
  googleMaria,
  startIdentityProvider,
  type Claims,
  type Fault,
  type IdentityProvider,
} from "@relaydeck/api/testing/identity-provider";
import { codeAt, codeStepMs } from "@relaydeck/api/accounts/two-step-codes";
import { findUserByEmail } from "@relaydeck/db/accounts/store";
import { jsonLog } from "@relaydeck/kit/log";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountDoors } from "../testing/account-doors.ts";
import { dumpOf } from "../testing/database-dump.ts";
import { atProvider, leave, trip } from "../testing/google-trip.ts";
import type { Browser } from "../testing/http-client.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";

let provider: IdentityProvider;
let started: StartedProduct;
const lines: string[] = [];
beforeAll(async () => {
  provider = await startIdentityProvider(new ManualClock());
  const environment = {
    GOOGLE_CLIENT_ID: googleCredentials.clientId,
    GOOGLE_CLIENT_SECRET: googleCredentials.clientSecret,
    GOOGLE_ISSUER_URL: provider.issuer,
  };
  const log = jsonLog({ level: "debug", now: () => 0, write: (line) => lines.push(line) });
  started = await startProduct({ environment, log });
  provider.clock = started.product.clock;
});
afterAll(async () => {
  await started.close();
  await provider.stop();
});

let people = 0;
let email = "";
beforeEach(() => {
  people += 1;
  email = `google${people}@relaydeck.test`;
  Object.assign(provider, { claims: (claims: Claims) => claims, faults: {}, isLenient: false });
  provider.person = { ...googleMaria, sub: `subject-${people}`, email };
});

const session = (browser: Browser) => browser.cookies.get("relaydeck_session");
const account = () => findUserByEmail(started.product.store.read, email);
const flows = () => started.product.store.read.db.$count(started.product.store.t.googleFlows);

async function register(verified: boolean): Promise<void> {
  const { product } = started;
  const person = { email, password: "pump house at the lake", firstName: "Maria", lastName: "Lind" };
  expect((await product.browser().post("/api/auth/register", person)).status).toBe(201);
  if (!verified) return;
  const { db } = product.store.read;
  const mails = await db.select().from(product.store.t.mailOutbox);
  const token = /token=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? "")?.[1] ?? "";
  expect((await product.browser().get(`/api/verify-email?token=${token}`)).status).toBe(200);
}

async function expectNobodyEntered(browser: Browser): Promise<void> {
  expect(session(browser)).toBeUndefined();
  expect((await browser.get("/api/auth/user")).status).toBe(401);
  expect(await account()).toBeNull();
}

describe("there and back", () => {
  test("[D13, SE-4] the browser is sent to the issuer with a cookie for ten minutes, hidden from scripts, for our site", async () => {
    const browser = started.product.browser();
    const answer = await browser.get("/api/auth/google", { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" });
    expect(answer.status).toBe(302);
    const way = new URL(answer.headers.location ?? "");
    expect(way.origin).toBe(provider.issuer);
    expect(way.searchParams.get("redirect_uri")).toBe(`${started.product.origin}/api/auth/google/callback`);
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^relaydeck_google=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    expect(way.href).not.toContain(browser.cookies.get("relaydeck_google"));
  });

  test("[D8, D15] the return opens a session, ends the way and leads to where it began", async () => {
    const browser = started.product.browser();
    const answer = await trip(browser, "/dashboard?device=dev_1&view=history");
    expect([answer.status, answer.headers.location]).toEqual([302, "/dashboard?device=dev_1&view=history"]);
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    expect([...browser.cookies.keys()].toSorted()).toEqual(["relaydeck_known", "relaydeck_session"]);
    expect((await browser.get("/api/auth/user")).json).toMatchObject({ email, authProvider: "google", emailVerified: true });
    expect((await trip(started.product.browser())).headers.location).toBe("/");
  });

  test("[ML-1, GO-4] a return path with a mailed token is kept, but stands nowhere in the database, nor while a password is asked", async () => {
    const token = "C".repeat(43);
    const path = `/confirm-email?token=${token}`;
    const dump = () => dumpOf(started.product.store);
    await register(true);
    const browser = started.product.browser();
    const way = await leave(browser, path);
    expect(await dump()).not.toContain(token);
    const asked = await browser.get(await atProvider(way));
    expect(asked.headers.location).toBe(`/login?message=link-google&returnTo=${encodeURIComponent(path)}`);
    expect(await dump()).not.toContain(token);
    expect((await accountDoors[0]?.ask(browser, "login", { email, password: "pump house at the lake" }))?.status).toBe(200);
    expect((await trip(started.product.browser(), path)).headers.location).toBe(path);
  });

  test.each([
    "//evil",
    "/\\evil",
    "https:evil",
    "/%2f%2fevil",
    "/..//evil",
    "javascript:alert(1)",
    "\u0001//evil",
    `/${"a".repeat(512)}`,
  ])("[XS-6] a return path of %j leads home", async (returnTo) => {
    expect((await trip(started.product.browser(), returnTo)).headers.location).toBe("/");
    const browser = started.product.browser();
    await leave(browser, returnTo);
    provider.faults = { token: "status-500" };
    const back = await browser.get(await atProvider(await leave(browser, returnTo)));
    expect(back.headers.location).toBe("/login?message=google-unreachable");
  });

  test.each(["/api/auth/google", "/api/auth/google/callback?state=x&code=y"])(
    "[XS-4] %s answers nothing but GET, and nothing else begins a way",
    async (path) => {
      const before = await flows();
      const browser = started.product.browser();
      for (const method of ["HEAD", "OPTIONS", "POST", "PUT", "DELETE"]) {
        const answer = await browser.call(method, path);
        expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, "GET"]);
      }
      expect(browser.cookies.size).toBe(0);
      expect(await flows()).toBe(before);
    },
  );

  test("[GO-4] a verified local account is linked by signing in once with its password, on both doors", async () => {
    for (const door of accountDoors) {
      email = `linked-${door.name.toLowerCase()}@relaydeck.test`;
      provider.person = { ...googleMaria, sub: email, email };
      await register(true);
      const browser = started.product.browser();
      expect((await trip(browser)).headers.location).toBe("/login?message=link-google");
      expect(session(browser)).toBeUndefined();
      expect((await browser.query("auth.pendingGoogleLink")).json).toEqual({ result: { data: { email } } });
      const wrong = await door.ask(browser, "login", { email, password: "not the pump house" });
      expect(wrong.body["code"]).toBe("INVALID_CREDENTIALS");
      const right = await door.ask(browser, "login", { email, password: "pump house at the lake" });
      expect(right).toMatchObject({ status: 200, body: { email, authProvider: "email" } });
      expect(browser.cookies.has("relaydeck_google")).toBe(false);
      expect((await trip(started.product.browser())).headers.location).toBe("/");
    }
  });

  test("[GO-4] an unverified local account is taken over, and its password opens nothing any more, on both doors", async () => {
    await register(false);
    const browser = started.product.browser();
    expect((await trip(browser)).headers.location).toBe("/");
    expect((await browser.get("/api/auth/user")).json).toMatchObject({ email, emailVerified: true, authProvider: "google" });
    for (const door of accountDoors) {
      const told = await door.ask(started.product.browser(), "login", { email, password: "pump house at the lake" });
      expect(told.body["code"]).toBe("INVALID_CREDENTIALS");
    }
  });

  test("[GO-4] an address that Google does not vouch for is refused with a message", async () => {
    provider.person = { ...provider.person, email_verified: false };
    const browser = started.product.browser();
    expect((await trip(browser)).headers.location).toBe("/login?message=google-unverified");
    await expectNobodyEntered(browser);
  });

  test("[AD-2] with two-step sign-in on the return leads to its code, and only the code opens the session", async () => {
    const owner = started.product.browser();
    await trip(owner);
    const begun = (await owner.mutate("auth.startTwoStep", {})).json as { result: { data: { secret: string } } };
    const now = () => started.product.clock.now();
    const { secret } = begun.result.data;
    expect((await owner.mutate("auth.confirmTwoStep", { otp: codeAt(secret, now()) })).status).toBe(200);
    await started.product.advance(2 * codeStepMs);
    const browser = started.product.browser();
    const back = await trip(browser, "/dashboard");
    expect(back.headers.location).toBe("/login?message=second-step&returnTo=%2Fdashboard");
    expect([...browser.cookies.keys()]).toEqual(["relaydeck_second"]);
    expect((await browser.get("/api/auth/user")).status).toBe(401);
    expect((await browser.mutate("auth.secondStep", { otp: "000000" })).status).toBe(401);
    expect((await browser.mutate("auth.secondStep", { otp: codeAt(secret, now()) })).status).toBe(200);
    expect((await browser.get("/api/auth/user")).json).toMatchObject({ email });
  });

  test("[AC-8] Google sign-in is removed through the product's own door", async () => {
    await register(true);
    const browser = started.product.browser();
    await trip(browser);
    await browser.post("/api/auth/login", { email, password: "pump house at the lake" });
    const other = started.product.browser();
    await trip(other);
    const unlinked = await browser.mutate("auth.unlinkGoogle", { currentPassword: "pump house at the lake" });
    expect(unlinked).toMatchObject({ status: 200, json: { result: { data: { message: "Google sign-in removed" } } } });
    expect((await other.get("/api/auth/user")).status).toBe(401);
    expect((await browser.get("/api/auth/user")).status).toBe(200);
    const more = await browser.mutate("auth.unlinkGoogle", { currentPassword: "pump house at the lake", googleId: "x" });
    expect(more).toMatchObject({ status: 400, json: { error: { data: { code: "VALIDATION" } } } });
  });
});

describe("[GO-1] a return that is not this way's own makes no session and no account", () => {
  const expired = "/login?message=google-expired";

  test("without the cookie, with another browser's, and with one that is malformed", async () => {
    const browser = started.product.browser();
    const back = await atProvider(await leave(browser));
    const [bare, other, odd] = [started.product.browser(), started.product.browser(), started.product.browser()];
    await leave(other);
    odd.cookies.set("relaydeck_google", "x; relaydeck_google=y");
    for (const thief of [bare, other, odd]) {
      expect((await thief.get(back)).headers.location).toBe(expired);
      await expectNobodyEntered(thief);
    }
    expect((await browser.get(back)).headers.location).toBe("/");
  });

  test("without state, with another, with two, and with a code given twice", async () => {
    const browser = started.product.browser();
    const back = new URL(await atProvider(await leave(browser)), started.product.origin);
    const { pathname } = back;
    const [state, code] = [back.searchParams.get("state"), back.searchParams.get("code")];
    for (const query of [`code=${code}`, `state=x&code=${code}`, `state=${state}&state=${state}&code=${code}`, ""])
      expect((await browser.get(`${pathname}?${query}`)).headers.location).toBe(expired);
    const twice = await browser.get(`${pathname}?state=${state}&code=${code}&code=${code}`);
    expect(twice.headers.location).toBe("/login?message=google-failed");
    await expectNobodyEntered(browser);
  });

  test("a second time, one after the other and both at once, even where the provider takes a code twice", async () => {
    provider.isLenient = true;
    const browser = started.product.browser();
    const back = await atProvider(await leave(browser));
    const cookie = browser.cookie;
    const both = await Promise.all([browser.get(back, { cookie }), browser.get(back, { cookie })]);
    expect(both.map(({ headers }) => headers.location ?? "").toSorted()).toEqual(["/", expired]);
    expect((await started.product.browser().get(back, { cookie })).headers.location).toBe(expired);
    const { db } = started.product.store.read;
    const rows = await db.select().from(started.product.store.t.sessions);
    const id = (await account())?.id;
    expect(rows.filter(({ userId }) => userId === id)).toHaveLength(1);
  });

  test("after ten minutes", async () => {
    const browser = started.product.browser();
    const back = await atProvider(await leave(browser));
    await started.product.advance(10 * 60_000);
    expect((await browser.get(back)).headers.location).toBe(expired);
    await expectNobodyEntered(browser);
  });

  test("when the person said no", async () => {
    const browser = started.product.browser();
    const way = await leave(browser, "/dashboard");
    way?.searchParams.set("choice", "no");
    const back = await browser.get(await atProvider(way));
    expect(back.headers.location).toBe("/login?message=google-cancelled&returnTo=%2Fdashboard");
    await expectNobodyEntered(browser);
  });
});

describe("[GO-2] an answer of the provider that is not to be believed", () => {
  test.each<[string, Claims]>([
    ["another issuer", { iss: "https://accounts.example" }],
    ["another audience", { aud: "another-client" }],
    ["an expiry in the past", { exp: 1_000 }],
    ["another nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
  ])("a token with %s opens nothing", async (_name, lie) => {
    provider.claims = (claims) => ({ ...claims, ...lie });
    const browser = started.product.browser();
    expect((await trip(browser)).headers.location).toBe("/login?message=google-failed");
    await expectNobodyEntered(browser);
  });

  test.each<[Fault, string]>([
    ["status-500", "google-unreachable"],
    ["html", "google-unreachable"],
    ["empty", "google-unreachable"],
    ["cut", "google-unreachable"],
    ["json-array", "google-failed"],
    ["no-token", "google-failed"],
    ["no-jwt", "google-failed"],
  ])("a token endpoint that answers with %s opens nothing", async (fault, message) => {
    provider.faults = { token: fault };
    const browser = started.product.browser();
    expect((await trip(browser)).headers.location).toBe(`/login?message=${message}`);
    await expectNobodyEntered(browser);
  });

  test("a provider that is silent keeps nobody longer than eight seconds", async () => {
    provider.faults = { token: "silent" };
    const browser = started.product.browser();
    const back = await atProvider(await leave(browser));
    const answer = await started.product.whileTimePasses(browser.get(back), 9_000);
    expect(answer.headers.location).toBe("/login?message=google-unreachable");
    await expectNobodyEntered(browser);
  });

  test("a provider that is down sends the browser back at the return, and at the start once its endpoints are forgotten", async () => {
    const browser = started.product.browser();
    const back = await atProvider(await leave(browser));
    await provider.stop();
    expect((await browser.get(back)).headers.location).toBe("/login?message=google-unreachable");
    await started.product.advance(61 * 60_000);
    const start = await browser.get("/api/auth/google?returnTo=/dashboard");
    expect(start.headers.location).toBe("/login?message=google-unreachable&returnTo=%2Fdashboard");
    await provider.start();
    expect(await leave(browser)).not.toBeNull();
  });

  test("[LG-2, SE-8] no code, token, state, secret or address is in the log at its most verbose", async () => {
    const browser = started.product.browser();
    const way = await leave(browser);
    const secret = browser.cookies.get("relaydeck_google");
    await browser.get(await atProvider(way));
    expect(session(browser)).toBeDefined();
    const canaries = [
      ...provider.secrets,
      secret,
      session(browser),
      way?.searchParams.get("state"),
      googleCredentials.clientSecret,
      email,
    ];
    expect(lines.some((line) => line.includes('"sign-in.done"'))).toBe(true);
    expect(lines.some((line) => line.includes('"google.not-believed"'))).toBe(true);
    for (const canary of canaries) expect(lines.filter((line) => line.includes(canary ?? "absent"))).toEqual([]);
  });
});

test("[GO-5] without credentials both addresses lead back to the sign-in page with a message, and no page offers them", async () => {
  const { product, close } = await startProduct();
  const browser = product.browser();
  expect((await browser.get("/api/auth/google")).headers.location).toBe("/login?message=google-not-configured");
  expect((await browser.get("/api/auth/google/callback?state=x&code=y")).headers.location).toBe(
    "/login?message=google-not-configured",
  );
  expect(browser.cookies.size).toBe(0);
  expect((await browser.get("/login")).text).toContain('data-google="false"');
  expect((await started.product.browser().get("/login")).text).toContain('data-google="true"');
  await close();
});

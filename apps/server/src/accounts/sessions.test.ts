/** Sessions and their cookie at every door: made, bound, ended by time, malformed, and in no address. [checklist 2] */
import { isTokenForm } from "@relaydeck/api/accounts/cookies";
import { jsonLog } from "@relaydeck/kit/log";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountDoors } from "../testing/account-doors.ts";
import { addAccount, password, sessionCookie, upgraded } from "../testing/accounts.ts";
import { Browser } from "../testing/http-client.ts";
import { addPerson } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
const lines: string[] = [];
beforeAll(async () => {
  const log = jsonLog({ level: "debug", now: () => 0, write: (line) => void lines.push(line) });
  ({ product, close } = await startProduct({ log }));
});
afterAll(() => close());

const name = "relaydeck_session";
const dayMs = 86_400_000;
const rows = () => product.store.read.db.select().from(product.store.t.sessions);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** What this Cookie header opens: REST, tRPC, the socket. */
async function opened(cookie: string): Promise<number[]> {
  const browser = product.browser();
  const [rest, rpc] = [await browser.get("/api/auth/user", { cookie }), await browser.get("/trpc/auth.me", { cookie })];
  return [rest.status, rpc.status, await upgraded(product, { cookie })];
}

describe.each(accountDoors)("signing in over $name", (door) => {
  test("[SE-1] gives a token of 256 bits, of which only a SHA-256 is kept and nothing is logged", async () => {
    const { email } = await addAccount(product);
    const browser = product.browser();
    const { answer } = await door.ask(browser, "login", { email, password });
    const token = browser.cookies.get(name) ?? "";
    expect(isTokenForm(token)).toBe(true);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const kept = await rows();
    expect(kept.map(({ sid }) => sid)).toContain(sha256(token));
    for (const place of [JSON.stringify(kept), answer.text, lines.join("\n")]) expect(place).not.toContain(token);
  });

  test("[SE-2] ends the session presented, and adopts no token that the browser brought", async () => {
    const { email, browser } = await addAccount(product);
    const before = browser.cookies.get(name) ?? "";
    await door.ask(browser, "login", { email, password });
    const after = browser.cookies.get(name) ?? "";
    expect(after).not.toBe(before);
    expect(await opened(`${name}=${before}`)).toEqual([401, 401, 401]);
    expect(await opened(`${name}=${after}`)).toEqual([200, 200, 101]);
    const brought = "A".repeat(43);
    const fixed = product.browser({ [name]: brought });
    await door.ask(fixed, "login", { email, password });
    expect(fixed.cookies.get(name)).not.toBe(brought);
    expect(await opened(`${name}=${brought}`)).toEqual([401, 401, 401]);
    expect((await rows()).map(({ sid }) => sid)).not.toContain(sha256(brought));
  });

  test("[SE-4] sets a cookie that scripts cannot read, for this host and path, same-site lax", async () => {
    const { email } = await addAccount(product);
    const { answer } = await door.ask(product.browser(), "login", { email, password });
    const line = (answer.headers["set-cookie"] ?? []).find((text) => text.startsWith(`${name}=`)) ?? "";
    expect(line.replace(/=[\w-]{43};/, "=T;")).toBe(`${name}=T; Path=/; Max-Age=${30 * 86_400}; HttpOnly; SameSite=Lax`);
  });
});

test("[SE-2] a change of password gives a new token, and the one that asked is dead", async () => {
  const person = await addAccount(product);
  const before = sessionCookie(product, person);
  const changed = await person.browser.mutate("auth.changePassword", { newPassword: "another house at the lake" });
  expect(changed.status).toBe(200);
  expect(await opened(before)).toEqual([401, 401, 401]);
  expect(await opened(sessionCookie(product, person))).toEqual([200, 200, 101]);
});

describe("ends by time", () => {
  test("[SE-3] after 7 idle days every door answers 401, and the open socket closes", async () => {
    const person = await addPerson(product);
    const viewer = await Viewer.watch(product, person);
    await product.age(7 * dayMs - 60_000);
    expect(viewer.closeCode).toBeNull();
    await product.age(60_000);
    await product.advance(30_000);
    await until(() => viewer.closeCode !== null);
    expect(viewer.closeCode).toBe(4401);
    expect(await opened(sessionCookie(product, person))).toEqual([401, 401, 401]);
  });

  test("[SE-3] after 30 days of constant use every door answers 401, and the open socket closes", async () => {
    const person = await addPerson(product);
    const viewer = await Viewer.watch(product, person);
    const cookie = sessionCookie(product, person);
    for (let day = 6; day < 30; day += 6) {
      await product.age(6 * dayMs);
      expect((await person.browser.get("/api/auth/user")).status).toBe(200);
    }
    await product.age(6 * dayMs - 5_000);
    await product.advance(31_000);
    await until(() => viewer.closeCode !== null);
    expect(viewer.closeCode).toBe(4401);
    expect(await opened(cookie)).toEqual([401, 401, 401]);
  });
});

describe("a cookie that is none of ours", () => {
  const canary = "canaryCookie";
  const broken = [
    ["twice", (token: string) => `${name}=${token}; ${name}=${token}`],
    ["twice, one of them wrong", (token: string) => `${name}=${token}; ${name}=${canary}`],
    ["over 4 KB", (token: string) => `${name}=${token}; other=${canary.repeat(400)}`],
    ["overlong itself", () => `${name}=${canary.repeat(400)}`],
    ["of another form", () => `${name}=${canary}`],
    ["with bytes that are no text", () => `${name}=%00%ff${canary}\u00fc`],
    ["empty", () => `${name}=`],
    ["without a value", () => `${name}; ${canary}`],
    ["quoted", (token: string) => `${name}="${token}"`],
  ] as const;

  test.each(broken)(
    "[SE-7] %s: signed out on every door and page, never an error, and no part of it in the log",
    async (_how, of) => {
      const person = await addPerson(product);
      const token = person.browser.cookies.get(name) ?? "";
      const cookie = of(token);
      expect(await opened(cookie)).toEqual([401, 401, 401]);
      const page = await product.browser().get("/dashboard", { cookie });
      expect([page.status, page.text.includes('data-session="open"')]).toEqual([200, false]);
      expect((await product.browser().post("/api/auth/logout", undefined, { cookie })).status).toBe(200);
      expect(lines.filter((line) => line.includes(canary) || line.includes(token))).toEqual([]);
      expect((await person.browser.get("/api/auth/user")).status).toBe(200);
    },
  );
});

test("[SE-8] no address opens a session: a token in a query is no token, and no log line holds it", async () => {
  const person = await addPerson(product);
  const token = person.browser.cookies.get(name) ?? "";
  const stranger = product.browser();
  for (const query of [`${name}=${token}`, `session=${token}`, `token=${token}`, `sid=${token}`]) {
    expect((await stranger.get(`/api/auth/user?${query}`)).status).not.toBe(200);
    expect((await stranger.get(`/trpc/auth.me?${query}`)).status).not.toBe(200);
    expect(await upgraded(product, { path: `/trpc?${query}` })).toBe(401);
    expect((await stranger.get(`/dashboard?${query}`)).text).not.toContain('data-session="open"');
  }
  expect(lines.some((line) => line.includes('"path":"/api/auth/user"'))).toBe(true);
  expect(lines.filter((line) => line.includes(token))).toEqual([]);
});

test("[SE-8] nothing that the doors answer or mail carries the token, so no address that somebody shares can", async () => {
  const person = await addAccount(product);
  const token = person.browser.cookies.get(name) ?? "";
  const asked = ["auth.me", "auth.sessions", "auth.signInMethods", "auth.tokens", "devices.list", "activity.list?input={}"];
  const answers = await Promise.all(asked.map((path) => person.browser.get(`/trpc/${path}`)));
  const page = await person.browser.get("/profile");
  const redirect = await person.browser.get("/api/login?returnTo=/profile");
  for (const { text, headers } of [...answers, page, redirect]) expect(text + JSON.stringify(headers)).not.toContain(token);
});

describe("under https", () => {
  test("[SE-4] the cookie has the __Host- prefix and Secure, and the plain name opens nothing", async () => {
    const secure = await startProduct({ environment: { PUBLIC_URL: "https://relays.example" } });
    try {
      const one = await addAccount(secure.product);
      const browser = new Browser(`http://127.0.0.1:${secure.product.settings.port}`);
      const headers = { host: "relays.example", origin: "https://relays.example" };
      const login = await browser.post("/api/auth/login", { email: one.email, password }, headers);
      expect(login.status).toBe(200);
      const lines = (login.headers["set-cookie"] ?? []).map((text) => text.replace(/=[\w-]{43};/, "=T;"));
      expect(lines).toContain(`__Host-${name}=T; Path=/; Max-Age=${30 * 86_400}; HttpOnly; Secure; SameSite=Lax`);
      expect(lines.filter((text) => /Domain=/i.test(text) || !text.startsWith("__Host-"))).toEqual([]);
      const token = browser.cookies.get(`__Host-${name}`) ?? "";
      const asked = (cookie: string) => browser.get("/api/auth/user", { ...headers, cookie });
      expect((await asked(`__Host-${name}=${token}`)).status).toBe(200);
      expect((await asked(`${name}=${token}`)).status).toBe(401);
    } finally {
      await secure.close();
    }
  });
});

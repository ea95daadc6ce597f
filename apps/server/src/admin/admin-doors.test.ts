/** The administrator's doors as a whole: what opens them, what they open, and what a page of another site can do there. [AD-1, AD-2] */
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { restRows } from "@relaydeck/contract/rest";
import { updateAdmin, findFirstAdmin } from "@relaydeck/db/admin/store";
import { present } from "@relaydeck/kit/assert";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAccount, upgraded } from "../testing/accounts.ts";
import { adminBrowser, adminEnvironment, adminSignIn } from "../testing/admins.ts";
import { procedures } from "../testing/every-call.ts";
import { Browser, type Answer, type Headers } from "../testing/http-client.ts";
import { addProgram } from "../testing/programs.ts";
import { startProduct, type Product, type StartedProduct } from "../testing/product.ts";

const open = new Set(["admin.login", "admin.logout", "admin.auth", "admin.clock"]);
const isOfAdministration = (name: string) => /^(?:admin|analytics)\./.test(name) && name !== "analytics.mine";
const id = `dev_${"0".repeat(22)}`;
const rows = restRows.map(({ method, path, procedure }) => ({ procedure, method, path: path.replace(/\{\w+\}/, id) }));
const calls = [...procedures].flatMap(([procedure, { type }]) =>
  type === "subscription" ? [] : [{ procedure, method: type === "query" ? "GET" : "POST", path: `/trpc/${procedure}` }],
);
const all = [...rows, ...calls];
const adminCalls = all.filter(({ procedure }) => isOfAdministration(procedure) && !open.has(procedure));
const userCalls = all.filter(({ procedure }) => !isOfAdministration(procedure));

interface Call {
  readonly method: string;
  readonly path: string;
}

function codeOf({ json }: Answer): string {
  const { code, error } = json as { code?: string; error?: { data: { code: string } } };
  return code ?? error?.data.code ?? "";
}

/** Answers other than the one expected, by call. */
async function otherThan(expected: string, asked: readonly Call[], ask: (call: Call) => Promise<Answer>): Promise<string[]> {
  const wrong: string[] = [];
  for (const call of asked) {
    const answer = await ask(call);
    const said = `${answer.status} ${codeOf(answer)}`;
    if (said !== expected) wrong.push(`${call.method} ${call.path}: ${said}`);
  }
  return wrong;
}

const asJson = (method: string): Headers => (method === "GET" ? {} : { "content-type": "application/json" });

describe.each(["sqlite", "postgres"] as const)("on %s", (database) => {
  let started: StartedProduct;
  let product: Product;
  beforeAll(async () => {
    started = await startProduct({ database, environment: adminEnvironment });
    ({ product } = started);
  });
  afterAll(() => started.close());

  test("[D22, SE-4] sign-in answers as documented, with a cookie of its own that no other site sends along", async () => {
    const browser = product.browser();
    const answer = await browser.post("/api/admin/login", adminSignIn);
    expect([answer.status, answer.json]).toEqual([
      200,
      { message: "Admin login successful", isAuthenticated: true, mustChangePassword: false },
    ]);
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^relaydeck_admin=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ]);
    const who = await browser.get("/api/admin/auth");
    expect([who.status, who.json]).toEqual([200, { isAuthenticated: true, username: "keeper", mustChangePassword: false }]);
    const nobody = await product.browser().get("/api/admin/auth");
    expect([nobody.status, nobody.json]).toEqual([200, { isAuthenticated: false, username: null, mustChangePassword: false }]);
  });

  test("[AD-2] wrong names and wrong passwords are answered alike; a missing one is said field by field", async () => {
    const wrong = [
      { ...adminSignIn, password: "not it" },
      { ...adminSignIn, username: "nobody" },
      { ...adminSignIn, password: "" },
    ];
    for (const body of wrong) {
      const answer = await product.browser().post("/api/admin/login", body);
      expect([answer.status, answer.json]).toEqual([
        401,
        { message: "Invalid admin credentials", code: "INVALID_ADMIN_CREDENTIALS" },
      ]);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    const empty = await product.browser().post("/api/admin/login", { username: "", more: 1 });
    expect(empty.json).toMatchObject({ code: "VALIDATION" });
  });

  test("[SE-2, SE-5] logging out ends the session at once, and without one it is answered the same", async () => {
    const browser = product.browser();
    await browser.post("/api/admin/login", adminSignIn);
    const kept = product.browser(Object.fromEntries(browser.cookies));
    const answer = await browser.post("/api/admin/logout");
    expect([answer.status, answer.json]).toEqual([200, { message: "Logged out successfully" }]);
    expect(browser.cookies.size).toBe(0);
    expect((await kept.get("/api/admin/auth")).json).toMatchObject({ isAuthenticated: false });
    expect((await product.browser().post("/api/admin/logout")).json).toEqual({ message: "Logged out successfully" });
  });

  test("[AD-1, D21] every call of administration is 401 to a visitor, to a user's session and to a program's token", async () => {
    const maria = await addAccount(product);
    const { token } = await addProgram(product, maria, { scope: "control" });
    const asUser = ({ method, path }: Call) => maria.browser.call(method, path, { headers: asJson(method) });
    const asVisitor = ({ method, path }: Call) => product.browser().call(method, path, { headers: asJson(method) });
    expect(adminCalls.length).toBeGreaterThan(6);
    expect(await otherThan("401 ADMIN_SESSION_REQUIRED", adminCalls, asVisitor)).toEqual([]);
    expect(await otherThan("401 ADMIN_SESSION_REQUIRED", adminCalls, asUser)).toEqual([]);
    const admin = await adminBrowser(product);
    const asProgram = ({ method, path }: Call) =>
      admin.call(method, path, { headers: { ...asJson(method), authorization: `Bearer ${token}` } });
    expect(await otherThan("401 ADMIN_SESSION_REQUIRED", adminCalls, asProgram)).toEqual([]);
  });

  test("[AD-1] an administrator's session opens no door of a user, switches nothing and opens no live stream", async () => {
    const admin = await adminBrowser(product);
    const ask = ({ method, path }: Call) => admin.call(method, path, { headers: asJson(method) });
    const closed = userCalls.filter(({ procedure }) => !isForEverybody(procedure));
    expect(closed.length).toBeGreaterThan(60);
    expect(await otherThan("401 SESSION_REQUIRED", closed, ask)).toEqual([]);
    expect(await upgraded(product, { cookie: admin.cookie, origin: product.origin })).toBe(401);
    const asUser = cookieName("session", product.origin);
    const swapped = product.browser({ [asUser]: [...admin.cookies.values()][0] ?? "" });
    expect((await swapped.get("/api/auth/user")).status).toBe(401);
  });

  test("[AD-2] a generated password opens nothing but its change, on every call", async () => {
    const browser = product.browser();
    const { id: adminId } = present(await findFirstAdmin(product.store.read), "Made at the start");
    await browser.post("/api/admin/login", adminSignIn);
    await product.store.write((tx) => updateAdmin(tx, adminId, { mustChangePassword: true }));
    expect((await browser.get("/api/admin/auth")).json).toMatchObject({ mustChangePassword: true });
    const ask = ({ method, path }: Call) => browser.call(method, path, { headers: asJson(method) });
    const closed = adminCalls.filter(({ procedure }) => procedure !== "admin.changePassword");
    expect(await otherThan("403 PASSWORD_CHANGE_REQUIRED", closed, ask)).toEqual([]);
    const wrong = { currentPassword: "not it", newPassword: "three owls on a wire" };
    const refused = await browser.post("/api/admin/change-password", wrong);
    expect([refused.status, codeOf(refused)]).toEqual([401, "INVALID_ADMIN_CREDENTIALS"]);
    const change = { currentPassword: adminSignIn.password, newPassword: "three owls on a wire" };
    const changed = await browser.post("/api/admin/change-password", change);
    expect([changed.status, changed.json]).toEqual([200, { message: "Password updated" }]);
    expect((await browser.get("/api/admin/auth")).json).toMatchObject({ isAuthenticated: true, mustChangePassword: false });
    const back = { currentPassword: change.newPassword, newPassword: adminSignIn.password };
    expect((await browser.mutate("admin.changePassword", back)).status).toBe(200);
  });

  test("[XS-1] whoever brings an administrator's cookie has to say where a call that changes something comes from", async () => {
    const admin = await adminBrowser(product);
    const changing = [...adminCalls, ...all.filter(({ procedure }) => open.has(procedure))].filter(
      ({ method }) => method !== "GET",
    );
    const batch = { method: "POST", path: "/trpc/auth.logout,admin.logout?batch=1" };
    const encoded = [
      { method: "POST", path: "/api/%61dmin/logout" },
      { method: "POST", path: "/trpc/%61dmin.logout" },
      { method: "POST", path: "/trpc/auth.logout%2Cadmin.logout?batch=1" },
    ];
    const silent = ({ method, path }: Call) => admin.call(method, path, { headers: { ...asJson(method), origin: null } });
    expect(await otherThan("403 ORIGIN_REFUSED", [...changing, batch, ...encoded], silent)).toEqual([]);
    expect((await admin.get("/api/admin/auth")).json).toMatchObject({ isAuthenticated: true });
    // No browser, no cookie: a script may sign in without saying more.
    const script = await product.browser().post("/api/admin/login", adminSignIn, { origin: null });
    expect(script.status).toBe(200);
    const sameSite = await admin.post("/api/admin/logout", undefined, { origin: null, "sec-fetch-site": "same-origin" });
    expect(sameSite.status).toBe(200);
  });
});

/** What needs no session of anybody. */
function isForEverybody(procedure: string): boolean {
  const names = ["register", "login", "logout", "secondStep", "pendingGoogleLink", "verifyEmail", "resendVerification"];
  return (
    [...names, "forgotPassword", "resetPassword"].some((name) => procedure === `auth.${name}`) || procedure === "alerts.pause"
  );
}

test("[SE-4] over https the cookie is bound to the host and never leaves it unencrypted", async () => {
  const origin = "https://relays.example.com";
  const { product, close } = await startProduct({ environment: { ...adminEnvironment, PUBLIC_URL: origin } });
  const browser = new Browser(`http://127.0.0.1:${product.settings.port}`);
  const answer = await browser.post("/api/admin/login", adminSignIn, { host: "relays.example.com", origin });
  expect(answer.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^__Host-relaydeck_admin=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/),
  ]);
  await close();
});

test("[RL-2] failures are counted over both doors together, and the answer says when to come back", async () => {
  const { product, close } = await startProduct({ environment: { ...adminEnvironment, RATE_LIMIT_FACTOR: "1" } });
  const wrong = { ...adminSignIn, password: "not it" };
  const statuses: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    statuses.push((await product.browser().post("/api/admin/login", wrong)).status);
    statuses.push((await product.browser().mutate("admin.login", wrong)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  const limited = await product.browser().post("/api/admin/login", adminSignIn);
  expect([limited.status, codeOf(limited)]).toEqual([429, "RATE_LIMITED"]);
  expect(Number(limited.headers["retry-after"])).toBeGreaterThan(600);
  await close();
});

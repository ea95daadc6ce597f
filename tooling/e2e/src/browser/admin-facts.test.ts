/**
 * What the product document fixes for administration beside the console and the analytics: the texts of its sign-in, its
 * routes, its limits, who may ask what. Each is held by its value; an entry of the document's list without a proof here
 * fails, and so does one of administration that is in none of the three lists. [A18, D0.12, D9, D15, D18, D21, D22]
 */
import type { APIResponse, Browser, Page } from "playwright";
import { documentedCalls } from "@relaydeck/contract/testing/documented-calls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminEnvironment } from "./admin-screens.ts";
import { seed, writeEntries } from "./console-house.ts";
import { toastOf } from "./console-page.ts";
import { documentedIn, documentedNow, doorsPart, valuesOf } from "./documented.ts";
import { openGateway, type Gateway } from "./gateway.ts";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";

const documented = documentedIn(doorsPart);
const { text, words, fact } = valuesOf(documented);
const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = adminEnvironment;

/** From the toast of a lost session to where it leads, on the pages of users. */
const redirectMs = 500;

let gateway: Gateway;
let house: House;
let newHouse: House;
let browser: Browser;
let visitor: Visit;
let page: Page;
beforeAll(async () => {
  gateway = await openGateway();
  const environment = { ...adminEnvironment, PUBLIC_URL: gateway.url };
  [house, newHouse, browser] = await Promise.all([openHouse({ environment }), openHouse(), openBrowser()]);
  gateway.leadTo(house.serverUrl);
  await seed(house, { users: 1_001, devices: 1_001 });
  writeEntries(
    house,
    Array.from({ length: 1_001 }, (_, index) => ({ message: `Entry ${index}`, type: "info" })),
  );
}, 240_000);
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), newHouse.close(), gateway.close()]);
});
beforeEach(async () => {
  visitor = await visit(browser, house);
  ({ page } = visitor);
});
afterEach(async () => {
  gateway.setWayToApi("open");
  await visitor.context.close();
});

function ask(method: string, path: string, data?: unknown): Promise<APIResponse> {
  const headers = { origin: house.url };
  return page.request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
}
const statusOf = async (method: string, path: string, data?: unknown) => (await ask(method, path, data)).status();
const enterAdmin = () => statusOf("POST", "/api/admin/login", { username, password });
const enterUser = () => statusOf("POST", "/demo/session", { as: "demo" });
const heading = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor();

async function signIn(given: { password: string }): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(given.password);
}

async function press(): Promise<void> {
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const texts: Readonly<Record<string, () => Promise<unknown>>> = {
  async "admin-login-success-title"() {
    await signIn({ password });
    await press();
    await toastOf(page, text("admin-login-success-title")).waitFor();
    await page.waitForURL("**/admin/dashboard");
  },
  async "admin-login-failed-title"() {
    await signIn({ password: "not the password" });
    await press();
    await toastOf(page, text("admin-login-failed-title")).waitFor();
  },
  async "admin-login-failed-body"() {
    await signIn({ password });
    gateway.setWayToApi("wordless");
    await press();
    const toast = toastOf(page, text("admin-login-failed-title"));
    await toast.getByText(text("admin-login-failed-body"), { exact: true }).waitFor();
  },
};

const described: Readonly<Record<string, () => Promise<unknown>>> = {
  async "admin-login-fields"() {
    await page.goto("/admin/login");
    await heading("Administrator");
    const labels = await page.locator("form label").allInnerTexts();
    expect(labels.map((label) => label.trim().toLowerCase())).toEqual(words("admin-login-fields"));
  },
};

interface Range {
  readonly min: number;
  readonly max: number;
}

/** What is answered one below the range, at its ends, and one above it. */
async function statusesAround({ min, max }: Range, ask_: (value: string) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (const length of [min - 1, min, max, max + 1]) statuses.push(await ask_("x".repeat(length)));
  return statuses;
}

const facts: Readonly<Record<string, () => Promise<unknown>>> = {
  async "routes-admin"() {
    for (const enter of [null, enterUser]) {
      await enter?.();
      for (const route of fact("routes-admin") as readonly string[]) {
        expect([route, await statusOf("GET", route)]).toEqual([route, 200]);
        await page.goto(route);
        await heading("Administrator");
      }
    }
    await enterAdmin();
    const heads: Readonly<Record<string, string>> = { "/admin/analytics": "Analytics" };
    for (const route of fact("routes-admin") as readonly string[]) {
      await page.goto(route);
      await heading(heads[route] ?? "Admin console");
    }
    expect(await statusOf("GET", "/admin/elsewhere")).toBe(404);
  },
  async "routes-own"() {
    const routes = fact("routes-own") as readonly string[];
    const ofAdmin = routes.filter((route) => route.startsWith("/admin"));
    expect(ofAdmin).toEqual(["/admin/change-password"]);
    for (const enter of [null, enterUser, enterAdmin]) {
      await enter?.();
      for (const route of routes) expect([route, await statusOf("GET", route.replaceAll("…", "x"))]).toEqual([route, 200]);
      for (const route of ofAdmin) {
        await page.goto(route);
        await heading(enter === enterAdmin ? "Your sign-in" : "Administrator");
      }
    }
  },
  async "route-transitions"() {
    const leads = fact("route-transitions") as Readonly<Record<string, string>>;
    await page.goto("/admin/dashboard");
    await heading("Administrator");
    expect(new URL(page.url()).pathname).toBe(leads["admin not authenticated"]);
    await signIn({ password });
    await press();
    await heading("Admin console");
    expect(new URL(page.url()).pathname).toBe(leads["admin login success"]);
  },
  async "query-retries"() {
    const retries = fact("query-retries") as Readonly<Record<string, number>>;
    const asked = page.waitForRequest(/admin\.auth/);
    gateway.setWayToApi("wordless");
    await page.goto("/admin/dashboard");
    await asked;
    await page.getByRole("button", { name: "Try again" }).waitFor();
    const times = visitor.requests.filter((request) => request.includes("admin.auth")).length;
    expect(times).toBe(1 + (retries["GET /api/admin/auth"] ?? Number.NaN));
  },
  async "unauthorized-scope"() {
    // Time moves on past the wait of the global redirect, wherever a 401 came.
    const ends = async () => {
      await page.clock.fastForward(redirectMs * 10);
      const { pathname } = new URL(page.url());
      return [fact("unauthorized-scope"), pathname, visitor.requests.filter((request) => request.endsWith("/api/login"))];
    };
    await page.clock.install();
    await page.goto("/login");
    await page.getByLabel("Email").fill("demo@relaydeck.test");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await press();
    await toastOf(page, "Invalid Credentials").waitFor();
    expect(await ends()).toEqual([true, "/login", []]);
    await signIn({ password: "not the password" });
    await press();
    await toastOf(page, text("admin-login-failed-title")).waitFor();
    expect(await ends()).toEqual([true, "/admin/login", []]);
    await enterAdmin();
    await page.goto("/admin/dashboard");
    await heading("Admin console");
    await statusOf("POST", "/api/admin/logout");
    // The page finds out when it looks for news.
    await page.clock.fastForward(60_000);
    await heading("Administrator");
    expect(await ends()).toEqual([true, "/admin/login", []]);
  },
  async "admin-list-limit"() {
    const limit = fact("admin-list-limit") as { default: number; max: number; others: number };
    await enterAdmin();
    for (const list of ["users", "devices", "activity-logs"]) {
      const rows = async (query: string) => {
        const answer = await ask("GET", `/api/admin/${list}${query}`);
        return [answer.status(), ((await answer.json()) as unknown[]).length, Number(answer.headers()["x-total-count"]) > 1_000];
      };
      expect([list, await rows(""), await rows(`?limit=${limit.max}`)]).toEqual([
        list,
        [200, limit.default, true],
        [200, limit.max, true],
      ]);
      expect(await statusOf("GET", `/api/admin/${list}?limit=${limit.max + 1}`)).toBe(400);
    }
    const others = [limit.others, limit.others + 1].map((many) => statusOf("GET", `/api/analytics/relay-history?limit=${many}`));
    expect(await Promise.all(others)).toEqual([200, 400]);
  },
  async "permission-roles"() {
    const roles = fact("permission-roles") as Readonly<Record<"visitor" | "user" | "admin", string>>;
    expect([roles.visitor, await statusOf("GET", "/"), await statusOf("GET", "/api/devices")]).toEqual([
      "public pages",
      200,
      401,
    ]);
    await enterUser();
    expect([roles.user, await statusOf("GET", "/dashboard"), await statusOf("GET", "/api/devices")]).toEqual([
      "dashboard",
      200,
      200,
    ]);
    expect(roles.admin.split(/, |; /).toSorted()).toEqual(Object.keys(rights).toSorted());
    for (const right of Object.keys(rights)) await rights[right]?.();
  },
  async "permission-admin"() {
    const answers = fact("permission-admin") as Readonly<Record<string, number>>;
    await enterUser();
    const calls = documentedCalls.filter(({ call }) => /\/api\/(admin|analytics)\//.test(call));
    const closed = calls.filter(({ auth }) => auth === "admin");
    expect(calls.filter(({ auth }) => auth !== "admin").map(({ call }) => call)).toEqual([
      "POST /api/admin/login",
      "POST /api/admin/logout",
      "GET /api/admin/auth",
    ]);
    const told: string[] = [];
    for (const { call } of closed) {
      const [method = "", path = ""] = call.split(" ");
      const status = await statusOf(method, path.replaceAll(/\{.+?\}/g, "usr_1"));
      if (status !== answers["userSessionOnly"]) told.push(`${call}: ${status}`);
    }
    expect(told).toEqual([]);
    expect(await statusOf("GET", "/api/admin/auth")).toBe(answers["/api/admin/auth"]);
  },
  async "password-length"() {
    const { administrator } = fact("password-length") as { administrator: Range };
    await enterAdmin();
    let current: string = password;
    const change = async (newPassword: string) => {
      const status = await statusOf("POST", "/api/admin/change-password", { currentPassword: current, newPassword });
      if (status === 200) current = newPassword;
      return status;
    };
    // One sign repeated is a password that is refused for that, so these are told apart.
    const lengths = [administrator.min - 1, administrator.min, administrator.max, administrator.max + 1];
    const statuses: number[] = [];
    for (const length of lengths)
      statuses.push(await change("owls on a wire at dusk, by the old pump house ".repeat(3).slice(0, length)));
    expect(statuses).toEqual([400, 200, 200, 400]);
    expect(await change(password)).toBe(200);
  },
  async "name-length"() {
    await enterAdmin();
    const users = (await (await ask("GET", "/api/admin/users?limit=1")).json()) as readonly { id: string }[];
    const rename = (firstName: string) => statusOf("PATCH", `/api/admin/users/${users[0]?.id}`, { firstName });
    expect(await statusesAround(fact("name-length") as Range, rename)).toEqual([400, 200, 200, 400]);
  },
  async "username-length"() {
    const login = (name: string) => statusOf("POST", "/api/admin/login", { username: name, password });
    expect(await statusesAround(fact("username-length") as Range, login)).toEqual([400, 401, 401, 400]);
  },
  async "admin-first"() {
    // No default: neither a name nor a password that is known beforehand opens anything.
    expect(fact("admin-first")).toBeNull();
    expect(await statusOf("POST", "/api/admin/login", { username: "admin", password: "admin" })).toBe(401);
    const inHouse = async (method: string, path: string, data?: unknown) => {
      const headers = { origin: newHouse.url };
      const answer = await page.request.fetch(`${newHouse.url}${path}`, {
        method,
        headers,
        ...(data === undefined ? {} : { data }),
      });
      return {
        status: answer.status(),
        body: (await answer.json()) as Record<string, unknown>,
        cookie: answer.headers()["set-cookie"],
      };
    };
    const generated = /as admin, password "([\w-]+)"/.exec(newHouse.said())?.[1] ?? "none";
    const begun = await inHouse("POST", "/api/admin/login", { username: "admin", password: generated });
    expect([begun.status, begun.body["mustChangePassword"]]).toEqual([200, true]);
    for (const path of ["/api/admin/users", "/api/admin/devices", "/api/analytics/dashboard"])
      expect(await inHouse("GET", path)).toMatchObject({ status: 403, body: { code: "PASSWORD_CHANGE_REQUIRED" } });
    const changed = { currentPassword: generated, newPassword: "three owls on a wire" };
    expect((await inHouse("POST", "/api/admin/change-password", changed)).status).toBe(200);
    expect((await inHouse("GET", "/api/admin/users")).status).toBe(200);
    const own = await inHouse("POST", "/demo/session", { as: "demo" });
    const [ofAdmin, ofUser] = [begun, own].map(({ cookie = "" }) => ({
      name: cookie.split("=")[0],
      seconds: Number(/Max-Age=(\d+)/.exec(cookie)?.[1]),
    }));
    expect(ofAdmin?.name).not.toBe(ofUser?.name);
    expect(ofAdmin?.seconds).toBeLessThan(ofUser?.seconds ?? 0);
  },
};

/** What the document says that an administrator may, in its words. */
const rights: Readonly<Record<string, () => Promise<unknown>>> = {
  async "separate session"() {
    expect(await statusOf("GET", "/api/admin/users")).toBe(401);
    expect(await enterAdmin()).toBe(200);
  },
  async list() {
    for (const list of ["users", "devices"]) expect(await statusOf("GET", `/api/admin/${list}`)).toBe(200);
  },
  async "edit and delete any user and any device"() {
    for (const [list, change] of [
      ["users", { lastName: "Berg" }],
      ["devices", { name: "Renamed" }],
    ] as const) {
      const [thing] = (await (await ask("GET", `/api/admin/${list}?limit=1`)).json()) as readonly { id: string }[];
      const path = `/api/admin/${list}/${thing?.id}`;
      expect([await statusOf("PATCH", path, change), await statusOf("DELETE", path)]).toEqual([200, 200]);
      expect(await statusOf("POST", `${path}/restore`)).toBe(200);
    }
  },
  "activity logs": async () => expect(await statusOf("GET", "/api/admin/activity-logs")).toBe(200),
  analytics: async () => expect(await statusOf("GET", "/api/analytics/dashboard")).toBe(200),
  async "log out"() {
    expect(await statusOf("POST", "/api/admin/logout")).toBe(200);
    expect(await statusOf("GET", "/api/admin/users")).toBe(401);
  },
};

const counted = (proofs: object, of: readonly { id: string }[]) =>
  `${of.filter(({ id }) => id in proofs).length} of ${of.length}`;

describe(`[A18] ${counted(texts, documented.texts)} texts, ${counted(described, documented.described)} described things, ${counted(facts, documented.facts)} facts of the sign-in and the doors of administration`, () => {
  const now = documentedNow(doorsPart);
  test.each(now === null ? [] : [{ now }])("are the document's", (document) => expect(documented).toEqual(document.now));

  test("have each its proof, and there is no other", () => {
    const all = [texts, described, facts].map((proofs) => Object.keys(proofs).toSorted());
    const listed = [documented.texts, documented.described, documented.facts];
    expect(listed.map((of) => of.map(({ id }) => id).toSorted())).toEqual(all);
  });

  test.each(documented.texts)("$id: “$text”", async ({ id }) => {
    await texts[id]?.();
    expect(visitor.complaints).toEqual([]);
  });

  test.each(documented.described)("$id is there: $words", async ({ id }) => {
    await described[id]?.();
    expect(visitor.complaints).toEqual([]);
  });

  test.each(documented.facts)("$id", async ({ id }) => {
    await facts[id]?.();
    expect(visitor.complaints).toEqual([]);
  });
});

/** Requests that a page of another site could make a browser send, on every route and procedure there is. [checklist 3] */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAccount, password, sessionCookie, upgraded } from "../testing/accounts.ts";
import { adminBrowser } from "../testing/admins.ts";
import { dumpOf } from "../testing/database-dump.ts";
import { startDemoProduct, type DemoProduct } from "../testing/demo-product.ts";
import { changingCalls, mutationCalls, procedures, routePaths, unsafeRestCalls } from "../testing/every-call.ts";
import type { Answer, Asked, Headers } from "../testing/http-client.ts";
import { addDevice, addPerson, type Person } from "../testing/people.ts";
import { startProduct, type Product, type StartedProduct } from "../testing/product.ts";

const secret = "a lake behind the pump house";
let started: StartedProduct;
let strict: StartedProduct;
let demo: DemoProduct;
let product: Product;
let maria: Person;
beforeAll(async () => {
  const environment = { PROVIDER_WEBHOOK_SECRET: secret };
  started = await startProduct({ environment });
  strict = await startProduct({ environment: { ...environment, STRICT_ORIGIN: "1" } });
  demo = await startDemoProduct();
  ({ product } = started);
  maria = await addAccount(product);
  await addDevice(product, maria);
});
afterAll(async () => {
  for (const each of [started, strict, demo]) await each.close();
});

const demoCalls = ["/demo/session", "/demo/reset", "/demo/sim/reset"].map((path) => ({ method: "POST", path }));
const unknownCalls = [
  "/",
  "/dashboard",
  "/api",
  "/api/nothing",
  "/trpc/no.such",
  "/nothing",
  "/healthz",
  "/%61pi/auth/logout",
].flatMap((path) => ["POST", "PUT", "PATCH", "DELETE", "TRACE"].map((method) => ({ method, path })));

const codeOf = ({ json }: Answer) => (json as { code?: string } | undefined)?.code;
const what = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Status and code by call, so that a failure names it. */
async function answersTo(
  calls: readonly { method: string; path: string }[],
  ask: (call: { method: string; path: string }) => Promise<Answer>,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const call of calls) {
    const answer = await ask(call);
    answers[what(call)] = `${answer.status} ${codeOf(answer) ?? ""}`;
  }
  return answers;
}

const each = (calls: readonly { method: string; path: string }[], answer: string) =>
  Object.fromEntries(calls.map((call) => [what(call), answer]));

function foreignHeaders(origin: string): readonly Headers[] {
  const { port } = new URL(origin);
  const origins = [
    "http://evil.example",
    "null",
    "",
    `http://localhost:${Number(port) + 1}`,
    `http://app.localhost:${port}`,
    `http://127.0.0.1:${port}`,
    `https://localhost:${port}`,
    `${origin}/`,
    `${origin}.evil.example`,
  ];
  const sites = ["cross-site", "same-site", "none", "", "Same-Origin"];
  return [
    ...origins.map((each) => ({ origin: each })),
    ...sites.map((site) => ({ origin: null, "sec-fetch-site": site })),
    ...sites.map((site) => ({ "sec-fetch-site": site })),
    { origin: "http://evil.example", "sec-fetch-site": "same-origin" },
    { origin: [origin, "http://evil.example"] },
    { "sec-fetch-site": ["same-origin", "cross-site"] },
  ];
}

describe("[XS-1] another origin", () => {
  test("is refused before routing, on every route, procedure and path that is none, without effect", async () => {
    const calls = [...changingCalls, ...demoCalls, ...unknownCalls];
    const before = await dumpOf(product.store);
    const ask = (headers: Headers) => (call: { method: string; path: string }) =>
      maria.browser.call(call.method, call.path, { headers, ...(call.method === "TRACE" ? {} : { body: {} }) });
    for (const headers of foreignHeaders(product.origin).filter((_, index) => index % 4 === 0))
      expect(await answersTo(calls, ask(headers))).toEqual(each(calls, "403 ORIGIN_REFUSED"));
    expect(await dumpOf(product.store)).toBe(before);
  });

  test("is refused in every form that a browser gives it, sign-in and the socket included, also where no type is right", async () => {
    const body = { email: maria.email, password };
    for (const headers of foreignHeaders(product.origin)) {
      const browser = product.browser();
      const form = { text: "x", headers: { ...headers, "content-type": "multipart/form-data; boundary=x" } };
      for (const asked of [{ body, headers }, form] satisfies Asked[]) {
        const answers = await answersTo(
          ["/api/auth/login", "/trpc/auth.login"].map((path) => ({ method: "POST", path })),
          ({ method, path }) => browser.call(method, path, asked),
        );
        expect([headers, ...Object.values(answers)]).toEqual([headers, "403 ORIGIN_REFUSED", "403 ORIGIN_REFUSED"]);
      }
      expect(browser.cookies.size).toBe(0);
    }
    const single = foreignHeaders(product.origin).flatMap((headers) =>
      Object.values(headers).some(Array.isArray) ? [] : [headers as Record<string, string>],
    );
    const cookie = sessionCookie(product, maria);
    for (const headers of single) expect([headers, await upgraded(product, { cookie, ...headers })]).toEqual([headers, 403]);
    expect(await upgraded(product, { cookie, "sec-fetch-site": "same-origin" })).toBe(101);
  });

  test("the demo's doors refuse it too", async () => {
    const state = () => demo.browser().get("/demo/mailbox");
    for (const headers of foreignHeaders(demo.origin)) {
      const browser = demo.browser();
      const answers = await answersTo(demoCalls, (call) => browser.call(call.method, call.path, { headers, body: {} }));
      expect([headers, answers]).toEqual([headers, each(demoCalls, "403 ORIGIN_REFUSED")]);
      expect(browser.cookies.size).toBe(0);
    }
    expect((await state()).status).toBe(200);
  });

  test("whoever says neither is no browser: taken, but not where the rule is strict", async () => {
    const none = { origin: null };
    const calls = changingCalls;
    const free = await answersTo(calls, ({ method, path }) =>
      product.browser().call(method, path, { body: { no: 1 }, headers: none }),
    );
    expect(Object.values(free).filter((answer) => answer.includes("ORIGIN_REFUSED"))).toEqual([]);
    const refused = await answersTo(calls, ({ method, path }) =>
      strict.product.browser().call(method, path, { body: { no: 1 }, headers: none }),
    );
    expect(refused).toEqual(each(calls, "403 ORIGIN_REFUSED"));
    const own = await strict.product.browser().post("/api/auth/logout");
    expect(own.status).toBe(200);
    const person = await addPerson(strict.product);
    const cookie = sessionCookie(strict.product, person);
    expect(await upgraded(strict.product, { cookie })).toBe(101);
  });

  test("only the webhook is exempt: its secret is what counts", async () => {
    const headers = { origin: "http://evil.example", "sec-fetch-site": "cross-site" };
    const deliver = (more: Headers) =>
      product.browser().call("POST", "/hooks/provider", { body: {}, headers: { ...headers, ...more } });
    expect((await deliver({ "x-relaydeck-secret": secret })).status).toBe(204);
    expect((await deliver({})).status).toBe(401);
  });
});

const foreignTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "application/json\tx",
  "application/json x",
  "application/json, text/plain",
  "application/jsonp",
  "text/json",
  "application/json; boundary=x",
  "application/json; charset=utf-8; x=y",
  "*/*",
  "",
  null,
] as const;

describe("[XS-2] a body", () => {
  const calls = changingCalls;

  test.each(foreignTypes)("of the type %j is 415 on every route and procedure, before it is read", async (type) => {
    const before = await dumpOf(product.store);
    const headers = { "content-type": type };
    const answers = await answersTo(calls, ({ method, path }) => maria.browser.call(method, path, { text: '{"broken', headers }));
    expect(answers).toEqual(each(calls, "415 UNSUPPORTED_MEDIA_TYPE"));
    expect(await dumpOf(product.store)).toBe(before);
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
    'application/json; charset="utf-8"',
  ])("of the type %j is read", async (type) => {
    const answers = await answersTo(calls, ({ method, path }) =>
      product.browser().call(method, path, { text: '{"broken', headers: { "content-type": type } }),
    );
    expect(answers).toEqual(each(calls, "400 VALIDATION"));
  });

  test("may be missing only where the call takes none; a JSON type with nothing after it counts as none", async () => {
    const [bare, typed] = [{}, { text: "", headers: { "content-type": "application/json" } }];
    for (const call of changingCalls) {
      for (const asked of [bare, typed]) {
        const [person, admin] = [await addPerson(product), await adminBrowser(product)];
        const browser = product.browser(Object.fromEntries([...person.browser.cookies, ...admin.cookies]));
        const { status } = await browser.call(call.method, call.path, asked);
        const isUntyped = asked === bare && call.path.startsWith("/trpc/");
        const isRight = call.takesNothing ? status < 500 && status !== 415 : status === 400;
        expect([what(call), status, isUntyped ? status === 415 : isRight]).toEqual([what(call), status, true]);
      }
    }
    expect((await product.browser().call("POST", "/api/auth/logout", bare)).status).toBe(200);
    expect((await product.browser().call("POST", "/trpc/auth.logout", typed)).status).toBe(200);
  });

  test("a plain form signs in to the demo and delivers to the webhook, and is taken nowhere else", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const browser = demo.browser();
    const entered = await browser.call("POST", "/demo/session", { text: "as=alex", headers: form });
    expect([entered.status, entered.headers.location]).toEqual([303, "/"]);
    expect((await browser.get("/api/auth/user")).json).toMatchObject({ email: "alex@relaydeck.test" });
    const asJson = await demo.browser().post("/demo/session", { as: "alex" });
    expect([asJson.status, asJson.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    for (const type of foreignTypes.filter((each) => each !== form["content-type"])) {
      const answer = await demo.browser().call("POST", "/demo/session", { text: "as=alex", headers: { "content-type": type } });
      expect([type, answer.status, answer.headers["set-cookie"]]).toEqual([type, 415, undefined]);
    }
    const deliver = (type: string | null) =>
      product
        .browser()
        .call("POST", "/hooks/provider", { text: "{}", headers: { "content-type": type, "x-relaydeck-secret": secret } });
    for (const type of [form["content-type"], "application/json", "application/json; charset=utf-8", null])
      expect([type, (await deliver(type)).status]).toEqual([type, 204]);
    for (const type of ["text/plain", "multipart/form-data; boundary=x", "application/octet-stream", "application/json\tx"])
      expect([type, (await deliver(type)).status]).toEqual([type, 415]);
  });
});

describe("[XS-3] a call that takes no input", () => {
  const calls = [...unsafeRestCalls, ...mutationCalls].filter(({ takesNothing }) => takesNothing);
  const forms = [
    { text: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n', type: "multipart/form-data; boundary=x" },
    { text: "", type: "multipart/form-data; boundary=x" },
    { text: "a=b", type: "application/x-www-form-urlencoded" },
    { text: "a=b", type: "text/plain" },
  ];

  test("there are some, by both doors", () => {
    expect(calls.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "/api/auth/logout",
        "/trpc/auth.logout",
        "/trpc/auth.endOtherSessions",
        "/trpc/auth.endAllSessions",
      ]),
    );
    expect([...procedures.values()].length).toBeGreaterThan(30);
  });

  test.each(forms)("is not made by a form of the type $type with the body $text", async ({ text, type }) => {
    const before = await dumpOf(product.store);
    const ask = (headers: Headers) => (call: { method: string; path: string }) =>
      maria.browser.call(call.method, call.path, { text, headers: { ...headers, "content-type": type } });
    const crossSite = { origin: "http://evil.example", "sec-fetch-site": "cross-site" };
    expect(await answersTo(calls, ask(crossSite))).toEqual(each(calls, "403 ORIGIN_REFUSED"));
    expect(await answersTo(calls, ask({ origin: null }))).toEqual(each(calls, "415 UNSUPPORTED_MEDIA_TYPE"));
    expect(await dumpOf(product.store)).toBe(before);
    expect((await maria.browser.get("/api/auth/user")).status).toBe(200);
  });
});

describe("[XS-5] an origin that is not ours", () => {
  const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };

  test("is told nothing about access, with or without asking first, by any path or status", async () => {
    const told: string[] = [];
    for (const { browser, http } of [
      { browser: maria.browser, http: product.app.http },
      { browser: demo.browser(), http: demo.app.http },
    ]) {
      const paths = [...routePaths(http), "/", "/nothing", "/theme.js", "/assets/none.js"];
      expect(paths).toEqual(expect.arrayContaining(["/api/auth/user", "/trpc/auth.me", "/healthz", "/api/devices"]));
      for (const path of paths) {
        for (const origin of ["http://evil.example", "null", browser.origin]) {
          for (const [method, headers] of [
            ["OPTIONS", { origin, ...preflight }],
            ["GET", { origin }],
            ["POST", { origin }],
          ] as const) {
            const answer = await browser.call(method, path, { headers });
            told.push(...Object.keys(answer.headers).filter((name) => name.startsWith("access-control-")));
          }
        }
      }
    }
    expect(told).toEqual([]);
  });
});

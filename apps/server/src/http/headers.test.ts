/** The headers of one answer of every kind, over plain http and over https. [HD-2] */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAccount } from "../testing/accounts.ts";
import { startDemoProduct, type DemoProduct } from "../testing/demo-product.ts";
import { routePaths } from "../testing/every-call.ts";
import { Browser, rawExchange, type Answer, type Asked, type Headers } from "../testing/http-client.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";
import { RawSocket } from "../testing/raw-socket.ts";

const secret = "a lake behind the pump house";
const https = "https://relays.example.com";
let plain: StartedProduct;
let secure: StartedProduct;
let demo: DemoProduct;
beforeAll(async () => {
  plain = await startProduct({ environment: { PROVIDER_WEBHOOK_SECRET: secret } });
  secure = await startProduct({ environment: { PROVIDER_WEBHOOK_SECRET: secret, PUBLIC_URL: https } });
  demo = await startDemoProduct();
});
afterAll(async () => {
  for (const each of [plain, secure, demo]) await each.close();
});

interface Kind {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly asked?: Asked;
  readonly status: number;
  /** Exactly this; null: the answer has no body. */
  readonly type: string | null;
  readonly isStored?: true;
}

const json = "application/json; charset=utf-8";
const html = "text/html; charset=utf-8";
const form: Asked = { text: "a=b", headers: { "content-type": "text/plain" } };
const kinds: readonly Kind[] = [
  { name: "a page", path: "/login", status: 200, type: html },
  { name: "the landing page", path: "/", status: 200, type: html },
  { name: "a page that is none", path: "/nothing", status: 404, type: html },
  { name: "a page by HEAD", method: "HEAD", path: "/", status: 200, type: html },
  { name: "a page with a slash too many", path: "/login/", status: 308, type: null, isStored: true },
  {
    name: "a script",
    path: "/assets/app-12345678.js",
    status: 200,
    type: "application/javascript; charset=utf-8",
    isStored: true,
  },
  { name: "a style", path: "/assets/app-12345678.css", status: 200, type: "text/css; charset=utf-8", isStored: true },
  { name: "a picture", path: "/favicon.svg", status: 200, type: "image/svg+xml; charset=utf-8", isStored: true },
  { name: "an asset that is none", path: "/assets/none.js", status: 404, type: json, isStored: true },
  { name: "the contract", path: "/openapi.json", status: 200, type: json, isStored: true },
  { name: "the contract as a page", path: "/docs", status: 200, type: html },
  { name: "REST, done", method: "POST", path: "/api/auth/logout", status: 200, type: json },
  { name: "REST, refused", path: "/api/devices", status: 401, type: json },
  { name: "REST, a path that is none", path: "/api/nothing", status: 404, type: json },
  { name: "REST, an encoded path", path: "/%61pi/devices", status: 401, type: json },
  { name: "REST, another method", method: "PUT", path: "/api/devices", status: 405, type: json },
  { name: "REST, a body of another type", method: "POST", path: "/api/auth/login", asked: form, status: 415, type: json },
  { name: "REST, a broken address", path: "/api/%zz", status: 400, type: json },
  { name: "REST, a long address", path: `/api/devices?${"x".repeat(4_100)}`, status: 414, type: json },
  { name: "REST, a redirect", path: "/api/login", status: 302, type: null },
  { name: "the start of Google sign-in", path: "/api/auth/google", status: 302, type: null },
  { name: "its return", path: "/api/auth/google/callback", status: 302, type: null },
  {
    name: "tRPC, done",
    method: "POST",
    path: "/trpc/auth.logout",
    asked: { text: "", headers: { "content-type": "application/json" } },
    status: 200,
    type: json,
  },
  { name: "tRPC, refused", path: "/trpc/devices.list", status: 401, type: json },
  { name: "tRPC, a procedure that is none", path: "/trpc/no.such", status: 404, type: json },
  { name: "tRPC, no input of its kind", path: "/trpc/relays.command?input=%7B%7D", status: 401, type: json },
  { name: "tRPC, a mutation by GET", path: "/trpc/auth.logout", status: 405, type: json },
  { name: "tRPC, without a type", method: "POST", path: "/trpc/auth.logout", status: 415, type: json },
  { name: "tRPC, a body of another type", method: "POST", path: "/trpc/auth.login", asked: form, status: 415, type: json },
  { name: "tRPC, a subscription", path: "/trpc/live.stream", status: 405, type: json },
  { name: "tRPC, another method", method: "PUT", path: "/trpc/auth.me", status: 404, type: json },
  {
    name: "another origin",
    method: "POST",
    path: "/api/auth/logout",
    asked: { headers: { origin: "http://evil.example" } },
    status: 403,
    type: json,
  },
  { name: "another host", path: "/", asked: { headers: { host: "evil.example" } }, status: 421, type: json, isStored: true },
  { name: "health", path: "/healthz", status: 200, type: json, isStored: true },
  { name: "readiness", path: "/readyz", status: 200, type: json, isStored: true },
  { name: "metrics", path: "/metrics", status: 200, type: "text/plain; version=0.0.4; charset=utf-8", isStored: true },
  { name: "the webhook, refused", method: "POST", path: "/hooks/provider", asked: { body: {} }, status: 401, type: null },
  {
    name: "the webhook, taken",
    method: "POST",
    path: "/hooks/provider",
    asked: { body: {}, headers: { "x-relaydeck-secret": secret } },
    status: 204,
    type: null,
  },
];

const sameOrigin = /^same-origin$/;
const always: Readonly<Record<string, RegExp>> = {
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^(?:same-origin|no-referrer)$/,
  "cross-origin-opener-policy": sameOrigin,
  "cross-origin-resource-policy": sameOrigin,
  "permissions-policy": /^(?:[a-z-]+=\(\)(?:, )?)+$/,
};
const never = ["server", "x-powered-by", "via", "x-runtime"];

/** What is wrong with the headers of one answer; empty when nothing is. */
function wrongIn(given: Answer["headers"], facts: { isStored: boolean; isHttps: boolean }): string[] {
  const wanted = {
    ...always,
    ...(facts.isHttps ? { "strict-transport-security": /^max-age=31536000; includeSubDomains$/ } : {}),
    ...(facts.isStored ? {} : { "cache-control": /^no-store$/ }),
  };
  const unwanted = facts.isHttps ? never : [...never, "strict-transport-security"];
  const missing = Object.entries(wanted).filter(([name, form]) => !form.test(String(given[name] ?? "")));
  return [...missing.map(([name]) => `${name}: ${String(given[name])}`), ...unwanted.filter((name) => given[name] !== undefined)];
}

/** The header lines of an answer that was read as bytes. */
function headersIn(text: string): Answer["headers"] {
  const [head = ""] = text.split("\r\n\r\n", 1);
  const pairs = head
    .split("\r\n")
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]);
  return Object.fromEntries(pairs) as Answer["headers"];
}

describe("[HD-2] every answer has the protecting headers and its right type", () => {
  test.each(kinds)("$name", async ({ method = "GET", path, asked = {}, status, type, isStored = false }) => {
    const site = (started: StartedProduct, headers: Headers) => ({
      browser: new Browser(`http://localhost:${started.product.settings.port}`),
      headers: { ...headers, ...asked.headers },
    });
    const sites = [
      { ...site(plain, {}), isHttps: false },
      { ...site(secure, { host: "relays.example.com", ...(method === "GET" ? {} : { origin: https }) }), isHttps: true },
    ];
    for (const { browser, headers, isHttps } of sites) {
      const answer = await browser.call(method, path, { ...asked, headers });
      expect([answer.status, answer.headers["content-type"] ?? null]).toEqual([status, type]);
      expect(wrongIn(answer.headers, { isStored, isHttps })).toEqual([]);
    }
  });

  test("a refused upgrade, bytes that are no HTTP, and headers without end", async () => {
    const { product } = plain;
    const texts: string[] = [];
    const refusedUpgrades: Record<string, string | null>[] = [
      {},
      { origin: "http://evil.example" },
      { host: "evil.example" },
      { path: "/other" },
    ];
    for (const headers of refusedUpgrades) {
      const raw = RawSocket.open(product, null, headers);
      await raw.answer();
      texts.push(raw.text);
    }
    texts.push(await rawExchange(product.origin, "no HTTP at all\r\n\r\n"));
    texts.push(await rawExchange(product.origin, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`));
    texts.push(
      await rawExchange(product.origin, "POST /api/auth/logout HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 0\r\n\r\n"),
    );
    texts.push(await rawExchange(product.origin, "GET /api/auth/user HTTP/1.1\r\n\r\n"));
    expect(texts.map((text) => text.slice(9, 12))).toEqual(["401", "403", "421", "404", "400", "431", "400", "400"]);
    for (const text of texts) {
      expect(wrongIn(headersIn(text), { isStored: false, isHttps: false })).toEqual([]);
      expect(headersIn(text)["content-type"]).toBe(json);
    }
    const overTls = await rawExchange(`http://localhost:${secure.product.settings.port}`, "no HTTP at all\r\n\r\n");
    expect(wrongIn(headersIn(overTls), { isStored: false, isHttps: true })).toEqual([]);
    const upgrade = await refusedByHand(secure.product.settings.port);
    expect(wrongIn(headersIn(upgrade), { isStored: false, isHttps: true })).toEqual([]);
  });

  test("the demo's pages and doors, its mailbox with a policy of its own", async () => {
    const browser = demo.browser();
    const entered = await browser.post("/demo/session");
    const form = { text: "as=demo", headers: { "content-type": "application/x-www-form-urlencoded" } };
    const mailbox = await browser.get("/demo/mailbox", { accept: "text/html" });
    const others = [
      entered,
      await browser.call("POST", "/demo/session", form),
      await browser.get("/demo/mailbox"),
      await browser.get("/demo/mailbox.css"),
      await browser.get("/demo/sim/devices"),
      await browser.get("/demo/sim/nothing"),
      await demo.browser().get("/demo/sim/devices"),
    ];
    for (const answer of [mailbox, ...others]) expect(wrongIn(answer.headers, { isStored: false, isHttps: false })).toEqual([]);
    expect(mailbox.headers["content-type"]).toBe(html);
    expect(mailbox.headers["content-security-policy"]).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(others.map(({ headers }) => headers["content-type"] ?? null)).toEqual([
      json,
      null,
      json,
      "text/css; charset=utf-8",
      json,
      json,
      json,
    ]);
  });

  test("every route, signed in and signed out, whatever it answers", async () => {
    const maria = await addAccount(plain.product);
    for (const path of routePaths(plain.product.app.http)) {
      for (const browser of [maria.browser, plain.product.browser()]) {
        for (const method of ["GET", "POST", "OPTIONS"]) {
          const { headers } = await browser.call(method, path);
          expect(wrongIn(headers, { isStored: !/^\/(api|trpc|hooks|demo)\b/.test(path), isHttps: false })).toEqual([]);
        }
      }
    }
  });
});

/** An upgrade without a session, at a site whose public origin is another than where it listens. */
function refusedByHand(port: number): Promise<string> {
  const headers =
    "Host: relays.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n";
  return rawExchange(`http://localhost:${port}`, `GET /trpc HTTP/1.1\r\n${headers}\r\n`);
}

/** By which name the product is asked, what it answers to others, and that its links never follow one. [XS-6, XS-7] */
import { listMails } from "@relaydeck/mail/outbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAccount, upgraded } from "../testing/accounts.ts";
import { accountDoors } from "../testing/account-doors.ts";
import { routePaths } from "../testing/every-call.ts";
import { Browser, rawExchange, type Answer, type Headers } from "../testing/http-client.ts";
import { signedIn } from "../testing/people.ts";
import { startProduct, type Product, type StartedProduct } from "../testing/product.ts";

const secret = "a lake behind the pump house";
let started: StartedProduct;
let secure: StartedProduct;
let product: Product;
let port: string;
beforeAll(async () => {
  started = await startProduct({ environment: { PROVIDER_WEBHOOK_SECRET: secret } });
  secure = await startProduct({ environment: { PUBLIC_URL: "https://relays.example.com", PROVIDER_WEBHOOK_SECRET: secret } });
  ({ product } = started);
  ({ port } = new URL(product.origin));
});
afterAll(async () => {
  await started.close();
  await secure.close();
});

const codeOf = ({ json }: Answer) => (json as { code?: string } | undefined)?.code;
const hostless = ["/healthz", "/readyz", "/metrics", "/hooks/provider"];
const forged: Headers = {
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "443",
  "x-host": "evil.example",
  "x-original-url": "http://evil.example/",
  forwarded: 'host="evil.example";proto=https',
};

describe("[XS-7] a foreign host", () => {
  const foreign = () => [
    "evil.example",
    `evil.example:${port}`,
    "localhost",
    `localhost:${Number(port) + 1}`,
    `localhost.evil.example:${port}`,
  ];

  test("gets 421 on every path and for every call, before anything else", async () => {
    const paths = [...routePaths(product.app.http), "/", "/dashboard", "/nothing", "/%61pi/devices"];
    for (const host of foreign()) {
      for (const path of paths.filter((each) => !hostless.includes(each))) {
        const answer = await product.browser().get(path, { host });
        expect([host, path, answer.status, codeOf(answer)]).toEqual([host, path, 421, "WRONG_HOST"]);
        expect(answer.headers.location).toBeUndefined();
      }
      const posted = await product.browser().post("/api/forgot-password", { email: "a@relaydeck.test" }, { host, origin: null });
      expect([host, posted.status]).toEqual([host, 421]);
      expect([host, await upgraded(product, { host })]).toEqual([host, 421]);
    }
  });

  test("also in an address written out in full, whatever the header says", async () => {
    const statusOf = async (target: string) =>
      /^HTTP\/1\.1 (\d+)/.exec(
        await rawExchange(product.origin, `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`),
      )?.[1];
    expect(await statusOf("http://evil.example/api/devices")).toBe("421");
    expect(await statusOf("http://evil.example/")).toBe("421");
    expect(await statusOf(`http://localhost:${port}/api/devices`)).toBe("401");
  });

  test("is no matter to the paths that machines ask", async () => {
    for (const host of foreign()) {
      for (const path of ["/healthz", "/readyz", "/metrics"])
        expect([path, (await product.browser().get(path, { host })).status]).toEqual([path, 200]);
      const delivered = await product.browser().post("/hooks/provider", {}, { host, "x-relaydeck-secret": secret });
      expect(delivered.status).toBe(204);
    }
  });
});

describe("[XS-7] the names of this machine", () => {
  const aliases = () => [`127.0.0.1:${port}`, `[::1]:${port}`];

  test("lead a page to the public origin, query and all, and nowhere else", async () => {
    for (const host of aliases()) {
      for (const path of ["/", "/dashboard", "/login?returnTo=%2Fdashboard", "/nothing", "//evil.example/", "/\\evil.example"]) {
        for (const method of ["GET", "HEAD"]) {
          const answer = await product.browser().call(method, path, { headers: { host } });
          expect([host, path, answer.status]).toEqual([host, path, 308]);
          const location = answer.headers.location ?? "";
          expect(location).toBe(`${product.origin}${path}`);
          expect(new URL(location).origin).toBe(product.origin);
        }
      }
    }
  });

  test("serve the calls of programs, with the rule of origins as ever", async () => {
    for (const host of aliases()) {
      expect((await product.browser().get("/api/devices", { host })).status).toBe(401);
      expect((await product.browser().get("/trpc/devices.list", { host })).status).toBe(401);
      expect((await product.browser().get("/demo/mailbox", { host })).status).toBe(404);
      const post = (origin: string | null) => product.browser().post("/api/auth/logout", undefined, { host, origin });
      expect((await post(null)).status).toBe(200);
      expect((await post(product.origin)).status).toBe(200);
      expect(codeOf(await post(`http://${host}`))).toBe("ORIGIN_REFUSED");
      const maria = await addAccount(product);
      const { cookie } = (await signedIn(product, maria)).browser;
      expect(await upgraded(product, { host, cookie })).toBe(101);
      expect(await upgraded(product, { host, cookie, origin: `http://${host}` })).toBe(403);
    }
  });

  test("are foreign where the public origin is a real one, and so is the right name with the wrong port", async () => {
    for (const host of [
      "127.0.0.1",
      "[::1]",
      `127.0.0.1:${secure.product.settings.port}`,
      "relays.example.com:8443",
      "localhost",
    ])
      expect([host, (await behindProxy(secure.product).get("/", { host })).status]).toEqual([host, 421]);
    for (const host of ["relays.example.com", "Relays.Example.COM"])
      expect([host, (await behindProxy(secure.product).get("/", { host })).status]).toEqual([host, 200]);
  });
});

describe("[XS-7] links", () => {
  const links = (text: string) => [...text.matchAll(/https?:\/\/[^\s"'<>)]+/g)].map(([link]) => link);
  const sites = () =>
    [
      { at: started.product, browser: () => product.browser(), host: `localhost:${port}` },
      { at: started.product, browser: () => product.browser(), host: `127.0.0.1:${port}` },
      { at: secure.product, browser: () => behindProxy(secure.product), host: "relays.example.com" },
    ] as const;

  test("in mails are of the public origin, whatever host the request and its proxies name, by both doors", async () => {
    let count = 0;
    for (const { at, browser, host } of sites()) {
      for (const door of accountDoors) {
        const email = `host${(count += 1)}@relaydeck.test`;
        const asked = door.with({ ...forged, host, origin: null });
        const person = { email, password: "pump house at the lake", firstName: "Maria", lastName: "Lind" };
        expect((await asked.ask(browser(), "register", person)).status).toBeLessThan(300);
        await asked.ask(browser(), "resendVerification", { email });
        const token = /verify-email\?token=([\w-]+)/.exec((await mailsTo(at, email))[0] ?? "")?.[1] ?? "";
        expect((await asked.ask(browser(), "verifyEmail", { token })).status).toBe(200);
        await asked.ask(browser(), "forgotPassword", { email });
        const mails = await mailsTo(at, email);
        expect(mails.length).toBeGreaterThanOrEqual(3);
        expect(new Set(mails.flatMap(links).map((link) => new URL(link).origin))).toEqual(new Set([at.origin]));
        expect(mails.join()).not.toContain("evil.example");
      }
    }
  });

  test("in pages and redirects are of the public origin, or have none", async () => {
    for (const { at, browser, host } of sites().filter((site) => !site.host.startsWith("127"))) {
      for (const path of ["/", "/login", "/dashboard/", "/nothing", "/api/login?returnTo=/dashboard", "/api/auth/google"]) {
        const answer = await browser().get(path, { ...forged, host });
        expect([path, answer.status]).not.toEqual([path, 421]);
        const told = `${answer.headers.location ?? ""} ${answer.text} ${String(answer.headers["content-security-policy"] ?? "")}`;
        expect(told).not.toContain("evil.example");
        expect(answer.headers.location ?? "/").toMatch(/^\/(?!\/)/);
        const socket = at.origin.replace(/^http/, "ws");
        expect([path, /connect-src 'self' (\S+);/.exec(told)?.[1] ?? socket]).toEqual([path, socket]);
      }
    }
  });
});

describe("[XS-6] GET /api/login", () => {
  test.each([
    "//evil",
    "/\\evil",
    "\\\\evil",
    "https:evil",
    "https://evil.example/",
    "/%2f%2fevil",
    "/%2Fevil",
    "/%5cevil",
    "/..//evil",
    "/.//evil",
    "/a/../..//evil",
    "javascript:alert(1)",
    "\u0000/dashboard",
    "\u0001//evil",
    "\t//evil",
    "/\t/evil",
    "/\n/evil",
    "/%09/evil",
    " //evil",
    "dashboard",
    "/%",
    "",
    `/${"a".repeat(512)}`,
  ])("leads to the sign-in with home as its return path for %j", async (returnTo) => {
    const answer = await product.browser().get(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
    expect([answer.status, answer.headers.location]).toEqual([302, "/login?returnTo=%2F"]);
  });

  test("keeps a path of this site, a doubled one is nobody's word, and none leads home, whatever else the address holds", async () => {
    const at = async (query: string) => (await product.browser().get(`/api/login${query}`)).headers.location;
    const kept = "/dashboard?device=dev_1&view=history#relay-2";
    expect(await at(`?returnTo=${encodeURIComponent(kept)}`)).toBe(`/login?returnTo=${encodeURIComponent(kept)}`);
    expect(await at("?returnTo=/dashboard&returnTo=//evil")).toBe("/login?returnTo=%2F");
    expect(await at("")).toBe("/login?returnTo=%2F");
    expect(await at("?utm_source=mail&returnTo=/profile")).toBe("/login?returnTo=%2Fprofile");
  });
});

/** A browser whose requests reach the product where it listens, while its public origin is another. */
function behindProxy({ settings }: Product): Browser {
  return new Browser(`http://localhost:${settings.port}`);
}

async function mailsTo({ store }: Product, email: string): Promise<string[]> {
  return (await listMails(store)).flatMap(({ to, subject, text, html }) =>
    to === email ? [`${subject}\n${text}\n${html}`] : [],
  );
}

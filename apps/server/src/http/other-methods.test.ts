/** Methods that a path does not have. [rest-shapes section 2] */
import { restRows } from "@relaydeck/contract/rest";
import { METHODS } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type Product } from "../testing/product.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct({ environment: { PROVIDER_WEBHOOK_SECRET: "the cloud's own word, 24 and more" } }));
});
afterAll(() => close());

/** Those that are not of the API. */
const others: Readonly<Record<string, readonly string[]>> = { "/api/login": ["GET"], "/hooks/provider": ["POST"] };
const paths = [...new Set(restRows.map((row) => row.path)), ...Object.keys(others)];

test.each(paths)("[LG-1] %s answers 405 with Allow to every method that it does not have", async (path) => {
  const allowed = others[path] ?? restRows.flatMap((row) => (row.path === path ? [row.method] : []));
  for (const method of METHODS.filter((each) => each !== "CONNECT" && !allowed.some((name) => name === each))) {
    const answer = await product.browser().call(method, path.replace("{id}", "dev_x"));
    const code = (answer.json as { code?: string } | undefined)?.code;
    const body = method === "HEAD" ? undefined : "METHOD_NOT_ALLOWED";
    expect([method, answer.status, answer.headers.allow, code]).toEqual([method, 405, allowed.join(", "), body]);
  }
});

const odd = [
  "",
  "%64ev_x",
  "a%2Fb",
  "a%20b",
  "%",
  "%25",
  "%2525",
  "a;b",
  "x".repeat(200),
  "x".repeat(201),
  "%C3%A9".repeat(200),
  "a/",
  "../b",
];

test.each(odd)("[LG-1] PROPFIND is answered as OPTIONS is where the id is %j", async (id) => {
  for (const path of paths.filter((each) => each.includes("{id}"))) {
    const [asked, other] = await Promise.all(
      ["PROPFIND", "OPTIONS"].map(async (method) => {
        const { status, headers, json } = await product.browser().call(method, path.replace("{id}", id));
        return { path, status, allow: headers.allow, code: (json as { code?: string } | undefined)?.code };
      }),
    );
    expect(asked).toEqual(other);
  }
});

test.each(["PROPFIND", "TRACE", "OPTIONS", "HEAD", "PUT"])("[LG-1] %s on a path that is not there is 404", async (method) => {
  for (const path of ["/api/nothing", "/api", "/nothing"]) {
    expect((await product.browser().call(method, path)).status).toBe(404);
  }
});

test.each(["/healthz", "/readyz", "/metrics"])(
  "[LG-1] %s answers 405 with Allow to every method but GET and HEAD",
  async (path) => {
    for (const method of METHODS.filter((each) => !["CONNECT", "GET", "HEAD"].includes(each))) {
      const answer = await product.browser().call(method, path);
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, "GET, HEAD"]);
      expect(answer.json).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
    }
    for (const method of ["GET", "HEAD"]) expect((await product.browser().call(method, path)).status).toBe(200);
  },
);

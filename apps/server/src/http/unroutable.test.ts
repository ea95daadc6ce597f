/** Addresses that the router cannot read get the same words, code and headers as every other refusal. [LG-1, HD-2] */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type Product } from "../testing/product.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

test.each(["/%zz", "/api/%zz", "/trpc/%zz", "/api/devices/%c3%28/powerone-data", "/assets/%", "/api/verify-email%2"])(
  "[LG-1, HD-2] GET %s is 400 VALIDATION in our words, with every header",
  async (path) => {
    const answer = await product.browser().get(path);
    const message = "The address holds a % that stands for no character";
    expect([answer.status, answer.json]).toEqual([400, { message, code: "VALIDATION", issues: [{ path: "", message }] }]);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      ...(/^\/(api|trpc)\//.test(path) ? { "cache-control": "no-store" } : {}),
    });
  },
);

test("[LG-1] a part of an address that is too long is 404 NOT_FOUND in our words", async () => {
  const answer = await product.browser().get(`/api/devices/${"x".repeat(300)}/powerone-data`);
  expect([answer.status, answer.json]).toEqual([404, { message: "Not found", code: "NOT_FOUND" }]);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});

test("[XS-7] the rules before any route hold for them too", async () => {
  const answer = await product.browser().get("/%zz", { host: "evil.test" });
  expect([answer.status, answer.json]).toMatchObject([421, { code: "WRONG_HOST" }]);
});

test("[LG-1, HD-2] an expectation that HTTP does not know is no reason to refuse, nor to answer without our headers", async () => {
  const answer = await product.browser().get("/api/auth/user", { expect: "something" });
  expect([answer.status, answer.json]).toMatchObject([401, { code: "SESSION_REQUIRED" }]);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});

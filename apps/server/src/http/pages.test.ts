import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type Product } from "../testing/product.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

test("[D15] a page's path with a slash at its end leads to the page, its query kept", async () => {
  const browser = product.browser();
  for (const [from, to] of [
    ["/dashboard/", "/dashboard"],
    ["/verify-email/?token=a%20b", "/verify-email?token=a%20b"],
  ] as const) {
    const answer = await browser.get(from);
    expect([answer.status, answer.headers.location]).toEqual([308, to]);
    expect((await browser.get(to)).status).toBe(200);
  }
});

test("[D15] no other path is led anywhere", async () => {
  for (const path of ["//dashboard/", "/dashboard//", "/nothing/", "/evil.test/"]) {
    const answer = await product.browser().get(path);
    expect([path, answer.status, answer.headers.location]).toEqual([path, 404, undefined]);
  }
});

test("[A4, D15] an address whose first look was drawn at build time gets that file, any other one its session's", async () => {
  const titleOf = async (path: string) => {
    const { status, text } = await product.browser().get(path);
    return [status, /<title>(.*)<\/title>/.exec(text)?.[1]];
  };
  expect(await titleOf("/login")).toEqual([200, "first-none-login"]);
  expect(await titleOf("/register")).toEqual([200, "app-none"]);
  expect(await titleOf("/nothing")).toEqual([404, "first-none-other"]);
  expect(await titleOf("/*")).toEqual([404, "first-none-other"]);
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { startDemoProduct, type DemoProduct } from "../testing/demo-product.ts";

let product: DemoProduct;
beforeEach(async () => {
  product = await startDemoProduct();
});
afterEach(() => product.close());

test("[D0.6] the mailbox is read when a person looks at its page, not when a program asks for its mails", async () => {
  const browser = product.browser();
  const readAt = async () => (await browser.get("/demo/mailbox/read")).json;
  expect((await browser.get("/demo/mailbox")).json).toEqual([]);
  expect(await readAt()).toEqual({ readAt: null });
  expect((await browser.get("/demo/mailbox", { accept: "text/html,*/*" })).status).toBe(200);
  expect(await readAt()).toEqual({ readAt: new Date(product.app.deps.clock.now()).toISOString() });
});

/** A program's reads are its owner's: one limit for both, as for several sessions. [checklist 5] */
import { maxBatchCalls } from "@relaydeck/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPerson } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { addProgram } from "../testing/programs.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct({ environment: { RATE_LIMIT_FACTOR: "1" } }));
});
afterAll(() => close());

test("[IN-8] the reads of a user's tokens and sessions count together, and another user's are free", async () => {
  const [maria, alex] = [await addPerson(product), await addPerson(product)];
  const [one, other] = [await addProgram(product, maria), await addProgram(product, maria)];
  const batch = Array.from({ length: maxBatchCalls }, () => "auth.me").join();
  const ask = (index: number) => (index % 2 === 0 ? one : other).browser.get(`/trpc/${batch}?batch=1`);
  const answers = await Promise.all(Array.from({ length: 121 }, (_, index) => ask(index)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(121);
  const refused = await maria.browser.get("/api/devices");
  expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
  expect((await alex.browser.get("/api/devices")).status).toBe(200);
});

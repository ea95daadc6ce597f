/**
 * Requests that are broken as bytes, at the doors of HTTP: each is refused in the words of the product, nothing of it is stored, and
 * the server lives on.
 *
 * 2,000 of them, 50,000 in the full run. RELAYDECK_REQUEST_SEED makes others; a failure names the seed that repeats its thousand.
 */
import { seededRandom } from "@relaydeck/kit/random";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenRequest } from "../testing/messages/broken-requests.ts";
import { counted, oneOf } from "../testing/messages/chance.ts";
import { knockAll, requestsOf } from "../testing/messages/knock.ts";
import { expectAlone, expectLife, failureLog, openWitness, storedIn, type Witness } from "../testing/messages/witness.ts";
import { startProduct, type Product } from "../testing/product.ts";

const isFull = process.env["RELAYDECK_FULL"] === "1";
const firstSeed = Number(process.env["RELAYDECK_REQUEST_SEED"] ?? "20261122");
const perSeed = 1_000;
const { log, failures } = failureLog();
const told: string[] = [];
let product: Product;
let close: () => Promise<void>;
let witness: Witness;
beforeAll(async () => {
  ({ product, close } = await startProduct({ log }));
  witness = await openWitness(product);
});
afterAll(async () => {
  process.stdout.write(`Broken requests: ${told.length}, answered ${counted(told)}\n`);
  await close();
});

test.each(Array.from({ length: isFull ? 50 : 2 }, (_, at) => firstSeed + at))(
  "[C13, IN-1, IN-3, LG-1] seed %i: 1,000 broken requests are refused by name, and the server lives on",
  async (seed) => {
    const random = seededRandom(seed);
    const requests = requestsOf(product, witness.person, witness.device);
    const stored = await storedIn(product);
    const broken = Array.from({ length: perSeed }, () => brokenRequest(random, oneOf(random, requests)));
    expect(await knockAll(product, broken, told), `Seed ${seed}`).toEqual([]);
    await expectAlone(witness);
    expect(await storedIn(product), `Seed ${seed}`).toBe(stored);
    await expectLife(witness);
    expect(failures, `Seed ${seed}`).toEqual([]);
  },
);

/**
 * Nonsense on the live socket: handshakes that are none, texts that are no message, messages for what there is not, broken frames.
 * Each is answered as the product documents it or ends its own connection, nothing of it is stored, and the server lives on.
 *
 * 2,000 messages, 50,000 in the full run, with the limits of production. RELAYDECK_MESSAGE_SEED makes others; a failure names the
 * seed that repeats its thousand.
 */
import { seededRandom, type Random } from "@relaydeck/kit/random";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenRequest } from "../testing/messages/broken-requests.ts";
import { counted } from "../testing/messages/chance.ts";
import { handshakeOf, knockAll } from "../testing/messages/knock.ts";
import { goneAfterMs, hold, talkOf, type Talk } from "../testing/messages/talks.ts";
import { expectAlone, expectLife, failureLog, openWitness, storedIn, type Witness } from "../testing/messages/witness.ts";
import { addPerson, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";

const isFull = process.env["RELAYDECK_FULL"] === "1";
const firstSeed = Number(process.env["RELAYDECK_MESSAGE_SEED"] ?? "20261124");
const perSeed = 1_000;
const handshakesPerSeed = 150;
/** With the witness's own as many as one address may hold. [WS-3] */
const atOnce = 39;

const { log, failures } = failureLog();
const told: string[] = [];
let sent = 0;
let product: Product;
let close: () => Promise<void>;
let witness: Witness;
let people: Person[];
beforeAll(async () => {
  ({ product, close } = await startProduct({ log, environment: { RATE_LIMIT_FACTOR: "1" } }));
  witness = await openWitness(product);
  people = [await addPerson(product), await addPerson(product), await addPerson(product), await addPerson(product)];
});
afterAll(async () => {
  process.stdout.write(`Wrong messages to the socket: ${sent}, answered ${counted(told)}\n`);
  await close();
});

test.each(Array.from({ length: isFull ? 50 : 2 }, (_, at) => firstSeed + at))(
  "[WS-1, WS-2, WS-3, WS-7, WS-9] seed %i: 1,000 wrong messages are refused by name or end their own sockets, and the server lives on",
  async (seed) => {
    const random = seededRandom(seed);
    const handshake = handshakeOf(product, witness.person);
    const handshakes = Array.from({ length: handshakesPerSeed }, () => brokenRequest(random, handshake));
    const before = await storedIn(product);
    expect(await knockAll(product, handshakes, told), `Seed ${seed}`).toEqual([]);
    await expectAlone(witness);
    expect(await storedIn(product), `Seed ${seed}`).toBe(before);
    const talks = talksOf(random);
    for (let at = 0; at < talks.length; at += atOnce) {
      const stored = await storedIn(product);
      expect(await hold(product, people, talks.slice(at, at + atOnce)), `Seed ${seed}, from talk ${at}`).toEqual([]);
      expect(await storedIn(product), `Seed ${seed}, from talk ${at}`).toBe(stored);
      await product.advance(goneAfterMs);
      await expectAlone(witness);
    }
    sent += handshakesPerSeed + talks.reduce((sum, { messages }) => sum + messages, 0);
    told.push(...talks.flatMap(({ answers, code }): string[] => [...answers, ...(code === null ? [] : [`close ${code}`])]));
    await expectLife(witness);
    expect(failures, `Seed ${seed}`).toEqual([]);
  },
);

function talksOf(random: Random): readonly Talk[] {
  const talks: Talk[] = [];
  for (let count = handshakesPerSeed; count < perSeed; count += talks.at(-1)?.messages ?? 0) talks.push(talkOf(random));
  return talks;
}

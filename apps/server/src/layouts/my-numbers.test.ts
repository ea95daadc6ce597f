/** The numbers of a person's own commands: theirs alone, by the days of their zone. [D7, D27, D52] */
import { MyNumbers } from "@relaydeck/contract/analytics";
import { recordHistory, type NewHistory } from "@relaydeck/db/relays/history";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPerson, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { dataOf } from "../testing/seeing.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

const dayMs = 24 * 60 * 60_000;
let count = 0;

async function record(person: Person, over: Partial<NewHistory> & { agoMs?: number }): Promise<void> {
  const { agoMs = 0, ...facts } = over;
  count += 1;
  const row: NewHistory = {
    id: `his_${String(count).padStart(22, "0")}`,
    deviceId: `dev_${"0".repeat(22)}`,
    userId: person.userId,
    relayNumber: 1,
    previousState: "off",
    newState: "on",
    command: "relay_on",
    commandId: `cmd_${String(count).padStart(22, "0")}`,
    outcome: "acknowledged",
    timestamp: product.clock.now() - agoMs,
    ...facts,
  };
  await product.store.write((tx) => recordHistory(tx, row));
}

async function numbersOf({ browser }: Person, input: object = {}) {
  return MyNumbers.parse(dataOf(await browser.query("analytics.mine", input)));
}

test("[D7, D52] without a command there are no rates; with some only proved results count, and nobody else's", async () => {
  const [maria, alex] = [await addPerson(product), await addPerson(product)];
  expect(await numbersOf(maria)).toMatchObject({ commandsToday: 0, successRate: null, medianConfirmMs: null });
  await record(maria, { success: true, outcome: "confirmed", confirmationTime: 3_000 });
  await record(maria, { success: true, confirmationTime: 1_000 });
  await record(maria, { success: false });
  await record(maria, { success: null, outcome: "unconfirmed" });
  await record(maria, { success: true, agoMs: 6 * dayMs });
  await record(maria, { success: false, agoMs: 8 * dayMs });
  await record(alex, { success: false });
  const numbers = await numbersOf(maria);
  expect(numbers).toMatchObject({ commandsToday: 4, successRate: 75, medianConfirmMs: 2_000, timeZone: "UTC" });
  expect(numbers.days).toHaveLength(7);
  expect(numbers.days.at(-1)).toMatchObject({ successful: 2, confirmed: 1, failed: 1, unconfirmed: 1 });
  expect(numbers.days[0]).toMatchObject({ successful: 1, confirmed: 0, failed: 0, unconfirmed: 0 });
});

test("[D27, IN-6] the days are those of the zone that is asked for; another word is refused, and so is nobody", async () => {
  const maria = await addPerson(product);
  const here = await numbersOf(maria, { timeZone: "Pacific/Kiritimati" });
  const there = await numbersOf(maria, { timeZone: "Pacific/Pago_Pago" });
  expect(here.days.at(-1)?.date).not.toBe(there.days.at(-1)?.date);
  expect((await maria.browser.query("analytics.mine", { timeZone: "Mars/Base" })).status).toBe(400);
  expect((await product.browser().query("analytics.mine", {})).status).toBe(401);
});

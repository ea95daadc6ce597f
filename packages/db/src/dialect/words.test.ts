import { systemClock } from "@relaydeck/kit/clock";
import { expect, test } from "vitest";
import { openStore } from "../open.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { knowsLetters } from "./words.ts";

describeOnBothStores("letters", (fresh) => {
  test("beyond ASCII have cases", async () => {
    expect(await knowsLetters(fresh().store.read)).toBe(true);
  });
});

test("a Postgres database that was made for bytes alone knows no cases beyond ASCII", async () => {
  const database = await createTestDatabase("template template0 encoding 'UTF8' locale 'C' locale_provider libc");
  const store = await openStore({ url: database.url, clock: systemClock({ unref: true }) });
  expect(await knowsLetters(store.read)).toBe(false);
  await store.close();
  await database.drop();
});

/** The row of a start in the audit, while the database takes nothing: the server goes on. [C10, ST-1, BP-2] */
import { listAudit } from "@relaydeck/db/audit/store";
import type { Store } from "@relaydeck/db/store";
import { openTestStore } from "@relaydeck/db/testing/stores";
import { DatabaseUnavailable, StorageFull } from "@relaydeck/db/trouble";
import type { LogFacts } from "@relaydeck/kit/log";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { afterEach, expect, test } from "vitest";
import { noteStart } from "./note-start.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A database that refuses the first writes with these errors. */
async function aStart(errors: Error[]) {
  const { store, close } = await openTestStore();
  ends.push(close);
  const clock = new ManualClock();
  const said: [string, LogFacts | undefined][] = [];
  const say = (event: string, facts?: LogFacts) => void said.push([event, facts]);
  const refusing: Pick<Store, "write"> = {
    write(work) {
      const error = errors.shift();
      return error === undefined ? store.write(work) : Promise.reject(error);
    },
  };
  const ending = new AbortController();
  const at = clock.now();
  const noted = noteStart({ store: refusing, clock, log: { info: say, warn: say } }, { demo: false }, ending.signal);
  const rows = async () => (await listAudit(store.read, { limit: 9 })).map((row) => [row.action, row.at, row.after]);
  return { clock, ending, said, noted, rows, at };
}

const full = () => new StorageFull("The disk of the database is full");
const away = (isInDoubt = false) => new DatabaseUnavailable("The database does not answer", { isInDoubt });

test("[C10] a start is in the audit with what it runs with", async () => {
  const { noted, rows, said, at } = await aStart([]);
  await noted;
  expect([await rows(), said]).toEqual([[["settings.loaded", at, { demo: false }]], []]);
});

test("[C10, ST-1] where nothing can be stored it is told once, and is there once the database takes it, with its own time", async () => {
  const { clock, noted, rows, said, at } = await aStart([full(), away()]);
  for (let times = 0; times < 2; times += 1) await clock.advance(60_000);
  await noted;
  expect(await rows()).toEqual([["settings.loaded", at, { demo: false }]]);
  expect(said.map(([event]) => event)).toEqual(["settings.unaudited", "settings.audited"]);
});

test("[BP-2] the end waits for nothing, and the log says that the row is missing", async () => {
  const { ending, noted, rows, said } = await aStart([full()]);
  ending.abort();
  await noted;
  expect(await rows()).toEqual([]);
  expect(said).toEqual([["settings.unaudited", { error: "StorageFull: The disk of the database is full" }]]);
});

test("[C10] where it may stand there already it is not written twice", async () => {
  const { noted, rows, said } = await aStart([away(true)]);
  await noted;
  expect([await rows(), said.length]).toEqual([[], 1]);
});

test("a defect is none of these", async () => {
  const { noted } = await aStart([new TypeError("no")]);
  await expect(noted).rejects.toThrow(TypeError);
});

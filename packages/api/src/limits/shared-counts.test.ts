import type { Store } from "@relaydeck/db/store";
import { openTestPostgresStore, openTestStore } from "@relaydeck/db/testing/stores";
import { DatabaseUnavailable } from "@relaydeck/db/trouble";
import { systemRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { SharedCounts } from "./shared-counts.ts";

const minute = 60_000;

test("[RL-2] nodes hear of each other what was counted, by key, for as long as the window lasts", async () => {
  const clock = new ManualClock();
  const { store, again, close } = await openTestPostgresStore();
  const counters = [store, await again(), await again()].map((each) => {
    const shared = new SharedCounts({ store: each, clock, random: systemRandom() });
    return { shared, reads: shared.counter("reads", minute), commands: shared.counter("commands", minute) };
  });
  const exchange = async () => {
    for (const { shared } of counters) await shared.exchange();
    for (const { shared } of counters) await shared.exchange();
  };
  for (const [index, { reads, commands }] of counters.entries()) {
    for (let count = 0; count <= index; count += 1) reads.note("usr_a");
    commands.note("usr_a");
  }
  expect(counters.map(({ reads }) => [reads.untold("usr_a"), reads.others("usr_a")])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
  await exchange();
  expect(counters.map(({ reads }) => [reads.untold("usr_a"), reads.others("usr_a")])).toEqual([
    [0, 5],
    [0, 4],
    [0, 3],
  ]);
  expect(counters.map(({ commands }) => commands.others("usr_a"))).toEqual([2, 2, 2]);
  expect(counters.map(({ reads }) => reads.others("usr_b"))).toEqual([0, 0, 0]);
  await clock.advance(minute + 1);
  expect(counters.map(({ reads }) => reads.others("usr_a"))).toEqual([0, 0, 0]);
  await close();
});

test("[S17-5] the latest moment that one node tells is known to the others, a database that was away in between", async () => {
  const clock = new ManualClock();
  const { store, again, close } = await openTestPostgresStore();
  let isAway = true;
  const write: Store["write"] = (work) => (isAway ? Promise.reject(new DatabaseUnavailable("away")) : store.write(work));
  const nodes = [{ ...store, write }, await again()].map((each) => {
    const shared = new SharedCounts({ store: each, clock, random: systemRandom() });
    shared.counter("reads", minute);
    return { shared, pause: shared.moment("pause") };
  });
  const exchange = async () => {
    for (const { shared } of nodes) await shared.exchange();
  };
  const [teller, hearer] = nodes.map(({ pause }) => pause);
  const now = clock.now();
  teller?.note(now + 40_000);
  teller?.note(now + 30_000);
  await exchange();
  expect(hearer?.others()).toBe(0);
  isAway = false;
  await exchange();
  expect([teller?.others(), hearer?.others()]).toEqual([0, now + 40_000]);
  teller?.note(now + 50_000);
  await exchange();
  expect(hearer?.others()).toBe(now + 50_000);
  await close();
});

test("[RL-2] the one process of a file keeps its counts to itself", async () => {
  const clock = new ManualClock();
  const { store, close } = await openTestStore();
  const shared = new SharedCounts({ store, clock, random: systemRandom() });
  const reads = shared.counter("reads", minute);
  reads.note("usr_a");
  await shared.exchange();
  expect([reads.untold("usr_a"), reads.others("usr_a")]).toEqual([0, 0]);
  await close();
});

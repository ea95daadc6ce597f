/** Reports that are lost for good: each is in one gap, and what they hid is read back, whatever fails meanwhile. [ST-1, C3] */
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { listGaps } from "@relaydeck/db/telemetry/gaps";
import type { Store } from "@relaydeck/db/store";
import { DatabaseUnavailable } from "@relaydeck/db/trouble";
import { jsonLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test, vi } from "vitest";
import { LostWords } from "./lost-words.ts";

const minute = 60_000;
const away = new DatabaseUnavailable("The database does not answer");

describeOnStores("reports that are lost", (fresh) => {
  /** In place of the store's own. `refuses`: how many times a read back fails. */
  function begin({ refuses = 0, ...own }: Partial<Pick<Store, "write" | "healthy">> & { refuses?: number } = {}) {
    const clock = new ManualClock();
    const logged: string[] = [];
    const log = jsonLog({ level: "error", now: () => 0, write: (line) => void logged.push(line) });
    const { store } = fresh();
    const lost = new LostWords({ clock, log, random: systemRandom(), store: { ...store, ...own } });
    const asked: string[][] = [];
    lost.onLoss(async (providerIds) => {
      asked.push([...providerIds]);
      if (asked.length <= refuses) throw away;
      return null;
    });
    const lose = (providerId: string) => {
      lost.add({ providerId, cameAt: clock.now() });
      lost.makeGood();
    };
    const gaps = async () =>
      (await listGaps(store.read, { from: 0, to: clock.now() + minute, limit: 9 })).map(({ from, to }) => ({ from, to }));
    return { clock, lost, lose, gaps, asked, logged };
  }

  /** The real write; the answer of the first so many is lost, and with `isStored: false` the write, too. */
  function writeThatFails(times: number, isStored: boolean): Store["write"] {
    let failed = 0;
    const { store } = fresh();
    return async (work) => {
      const isLost = failed < times;
      failed += 1;
      if (isLost && !isStored) throw away;
      const written = await store.write(work);
      if (isLost) throw away;
      return written;
    };
  }

  test("[BP-2] the end waits for no device that is read back", async () => {
    const { lost, lose } = begin();
    const given: AbortSignal[] = [];
    lost.onLoss((_, signal) => {
      given.push(signal);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
    });
    lose("one");
    await vi.waitUntil(() => given.length === 1);
    await lost.stop();
    expect(given[0]?.aborted).toBe(true);
  });

  test("[ST-1, C3] a loss is noted and read back at once, more within the minute after it and together", async () => {
    const { clock, lose, gaps, asked } = begin();
    const first = clock.now();
    lose("one");
    await vi.waitUntil(() => asked.length === 1);
    await clock.advance(1_000);
    const second = clock.now();
    lose("two");
    await clock.advance(1_000);
    const third = clock.now();
    lose("three");
    await clock.advance(minute - 2_001);
    expect(await gaps()).toEqual([{ from: first, to: first }]);
    await clock.advance(1);
    await vi.waitUntil(() => asked.length === 2);
    expect(asked).toEqual([["one"], ["two", "three"]]);
    expect(await gaps()).toEqual([
      { from: first, to: first },
      { from: second, to: third },
    ]);
  });

  test("[ST-1, BP-2] at the end nothing waits for its minute: what was lost since is noted", async () => {
    const { clock, lost, lose, gaps, asked } = begin();
    lose("one");
    await vi.waitUntil(() => asked.length === 1);
    await clock.advance(1_000);
    lose("two");
    await lost.stop();
    expect((await gaps()).at(-1)).toEqual({ from: clock.now(), to: clock.now() });
    expect(await gaps()).toHaveLength(2);
  });

  test("[ST-1] at the end of a database that is away the log says what is not noted", async () => {
    const { lost, lose, gaps, logged } = begin({ write: writeThatFails(99, false) });
    lose("one");
    await lost.stop();
    expect(await gaps()).toEqual([]);
    expect(logged.at(-1)).toContain("the gap is not noted");
  });

  test.each([
    { what: "whose answer is lost", isStored: true },
    { what: "that fails", isStored: false },
  ])("[ST-1, C3] a note $what is tried again, and makes one gap with what was lost meanwhile", async ({ isStored }) => {
    const { clock, lose, gaps, asked, logged } = begin({ write: writeThatFails(2, isStored) });
    const from = clock.now();
    lose("one");
    lose("while it is written");
    await vi.waitUntil(() => logged.length === 1);
    await clock.advance(400);
    const to = clock.now();
    lose("two");
    await clock.advance(600);
    await vi.waitUntil(() => logged.length === 2);
    await clock.advance(1_000);
    await vi.waitUntil(() => asked.length === 1);
    expect(await gaps()).toEqual([{ from, to }]);
    expect(asked).toEqual([["one", "while it is written", "two"]]);
  });

  test("[ST-1, C3] whom the cloud could not be asked for is asked for again when it says so, with what is lost meanwhile", async () => {
    const { clock, lost, lose, gaps } = begin();
    const asked: string[][] = [];
    const answers = [{ providerIds: ["one"], waitMs: 40_000 }, { providerIds: ["two"], waitMs: 10 * minute }, null];
    lost.onLoss(async (providerIds) => answers[asked.push([...providerIds]) - 1] ?? null);
    lose("one");
    await vi.waitUntil(() => asked.length === 1);
    await clock.advance(39_000);
    lose("two");
    expect(asked).toEqual([["one"]]);
    await clock.advance(1_000);
    await vi.waitUntil(() => asked.length === 2);
    expect(await gaps()).toHaveLength(2);
    // A pause of minutes does not keep the next loss from being noted.
    await clock.advance(minute);
    await vi.waitUntil(() => asked.length === 3);
    await clock.advance(2 * minute);
    expect(asked).toEqual([["one"], ["one", "two"], ["two"]]);
  });

  test("[ST-1, C3] a read back that fails is tried again, and makes no second gap", async () => {
    const { clock, lose, gaps, asked } = begin({ refuses: 1 });
    lose("one");
    await vi.waitUntil(() => asked.length === 1);
    await clock.advance(1_000);
    await vi.waitUntil(() => asked.length === 2);
    await clock.advance(2 * minute);
    expect(asked).toEqual([["one"], ["one"]]);
    expect(await gaps()).toHaveLength(1);
  });

  test("[C14, ST-1] a read back that the database ends is tried again once the database is there", async () => {
    let isThere = false;
    const { clock, lose, asked } = begin({ refuses: 1, healthy: async () => isThere });
    lose("one");
    await vi.waitUntil(() => asked.length === 1);
    await clock.advance(10 * minute);
    expect(asked).toEqual([["one"]]);
    isThere = true;
    await clock.advance(1_000);
    await vi.waitUntil(() => asked.length === 2);
    expect(asked).toEqual([["one"], ["one"]]);
  });

  test("[ST-1, C3] the reader is told who was lost since the try before, also when that failed", async () => {
    const { clock, lost, lose } = begin();
    const told: string[][] = [];
    lost.onLoss(async (_, __, since) => {
      told.push([...since]);
      if (told.length === 2) throw away;
      return { providerIds: ["one", "two"], waitMs: 1_000 };
    });
    lose("one");
    await vi.waitUntil(() => told.length === 1);
    lose("two");
    await clock.advance(1_000);
    await vi.waitUntil(() => told.length === 2);
    lose("one");
    await clock.advance(1_000);
    await vi.waitUntil(() => told.length === 3);
    await clock.advance(1_000);
    await vi.waitUntil(() => told.length === 4);
    expect(told.map((ids) => ids.toSorted())).toEqual([["one"], ["two"], ["one", "two"], []]);
  });
});

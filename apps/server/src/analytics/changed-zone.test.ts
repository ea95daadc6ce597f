/** An operator changes `TIME_ZONE`: each day that is told is one of the zone that is configured now. [D27, acceptance 3 of issue 5] */
import { rollUp } from "@relaydeck/api/analytics/roll-up";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { assert } from "@relaydeck/kit/assert";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser } from "../testing/http-client.ts";
import { adminOf, numbersScene } from "../testing/numbers-scene.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";
import { daysOf, Recount } from "../testing/recount.ts";
import { dataOf } from "../testing/seeing.ts";

const minute = 60_000;
/** By day of UTC, from the 20th on, read off the scene's sessions by hand. */
const active = [0, 1, 1, 0, 1, 1, 1];
const close = (value: number | null) => expect.closeTo(value ?? 0, 9) as number;

describe.each(["sqlite", "postgres"] as const)("[D27] another zone, on %s", (database) => {
  let started: StartedProduct;
  let admin: Browser;
  let recount: Recount;

  beforeAll(async () => {
    started = await startProduct({ database });
    ({ admin } = await numbersScene(started.product));
    recount = Recount.of(started.product.settings.databaseUrl);
    // By now the 26th is over in Kiritimati, and summed up there; in UTC it is today.
    assert(started.product.clock instanceof ManualClock, "It stands still");
    started.product.clock.jumpWall(25 * minute);
  });
  afterAll(async () => {
    await recount.close();
    await started.close();
  });

  /** A pass of a node whose zone is that. */
  function rollUpIn(timeZone: string) {
    const { deps } = started.product;
    return rollUp({ ...deps, settings: { ...deps.settings, timeZone } });
  }

  async function stored() {
    const { db, t } = started.product.store.read;
    const rows = await db.select().from(t.systemAnalytics);
    return rows.toSorted((a, b) => (a.date < b.date ? -1 : 1)).map(({ date, timeZone }) => `${date} ${timeZone}`);
  }

  const told = (days: number) => admin.query("analytics.system", { days }).then(dataOf) as Promise<{ date: string }[]>;

  async function recounted() {
    const now = started.product.clock.now();
    return Promise.all(
      daysOf("UTC").map(async (day, index) => {
        const { commands, confirmed, answered, averageResponseMs } = await recount.commands(day);
        const { systemUptime, ...there } = await recount.there(day, now);
        return {
          date: `2026-10-${20 + index}`,
          ...there,
          activeUsers: active[index],
          totalRelayCommands: commands,
          successfulCommands: confirmed + answered,
          averageResponseTime: close(averageResponseMs),
          systemUptime: close(systemUptime),
        };
      }),
    );
  }

  test("days of the old zone are told by none, today least of all, and made anew by the next pass", async () => {
    await rollUpIn("Pacific/Kiritimati");
    expect((await stored()).at(-1)).toBe("2026-10-26 Pacific/Kiritimati");
    const before = await told(7);
    expect(before).toEqual(await recounted());
    expect((await rollUpIn("UTC")).days).toBe(6 + 1);
    expect((await stored()).at(-2)).toBe("2026-10-25 UTC");
    expect(await told(7)).toEqual(before);
    expect((await rollUpIn("UTC")).days).toBe(0);
  }, 60_000);

  test("a day that a clock ahead has stored is not told before it is over", async () => {
    const { store } = started.product;
    const [today] = (await told(1)).slice(-1);
    await store.write(({ db, t }) => db.update(t.systemAnalytics).set({ totalUsers: 999, timeZone: "UTC" }));
    expect(await told(1)).toEqual([today]);
  }, 60_000);

  test.each([
    { which: "older than the bin", timeZone: "Pacific/Kiritimati", days: 29, kept: 5 },
    { which: "of earlier versions, without a zone", timeZone: null, days: 0, kept: 6 },
  ])(
    "of a day $which people and devices stay as they were counted",
    async ({ timeZone, days, kept }) => {
      const { store, clock } = started.product;
      const counted = { totalUsers: 41, activeUsers: 42, totalDevices: 43, onlineDevices: 44 };
      const ofOlder = { timeZone, ...counted, totalRelayCommands: 999, systemUptime: 3 };
      await store.write(({ db, t }) => db.update(t.systemAnalytics).set(ofOlder));
      assert(clock instanceof ManualClock, "It stands still");
      clock.jumpWall(days * 24 * 60 * minute);
      admin = await adminOf(started.product);
      const wanted = (await recounted()).map((day, index) => (index < kept ? { ...day, ...counted } : day));
      const sixDays = async () => (await told(40)).filter(({ date }) => date < "2026-10-26" && date >= "2026-10-20");
      const live = await sixDays();
      expect(live).toEqual(wanted.slice(0, 6));
      await rollUpIn("UTC");
      expect(await sixDays()).toEqual(live);
      expect(await stored()).toContain("2026-10-25 UTC");
    },
    60_000,
  );
});

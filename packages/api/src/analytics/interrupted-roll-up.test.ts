/** A pass that stops half way, whatever it was at: the next one leaves no stored day as it was. [D26, acceptance 3 of issue 5] */
import { noteLate } from "@relaydeck/db/analytics/rollups";
import { recordHistory, type NewHistory } from "@relaydeck/db/relays/history";
import type { Store } from "@relaydeck/db/store";
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { deviceHouse } from "../testing/device-house.ts";
import { rollUp } from "./roll-up.ts";
import { systemDays } from "./system-days.ts";

const hour = 60 * 60_000;
const dayMs = 24 * hour;
/** So many late words come before each pass that is stopped. */
const late = 3;

/** Gives up at the write after so many. */
function stopping(store: Store, after: number): Store {
  let left = after;
  return {
    ...store,
    write(work, options) {
      left -= 1;
      return left < 0 ? Promise.reject(new Error("Stopped half way")) : store.write(work, options);
    },
  };
}

describeOnStores("summing up that stops", (fresh) => {
  /** Unanswered commands of four days that are stored. */
  async function aHouse(count: number) {
    const { store, url } = fresh();
    const { clock, device, deps } = await deviceHouse(store);
    const began = clock.now();
    const rows = Array.from({ length: count }, (_, index): NewHistory => ({
      ...{
        id: `his_${index}`,
        commandId: `cmd_${index}`,
        deviceId: device.id,
        userId: null,
        relayNumber: 1,
        command: "relay_on",
      },
      ...{ previousState: "off", newState: "on", outcome: "unconfirmed", success: null, timestamp: began + (index % 90) * hour },
    }));
    await store.write(async (tx) => {
      for (const row of rows) await recordHistory(tx, row);
    });
    clock.jumpWall(5 * dayMs);
    const all = { ...deps, settings: { timeZone: "UTC" } };
    expect((await rollUp(all)).days).toBe(5);
    async function confirmed(from: number): Promise<void> {
      const now = clock.now();
      await store.write(async (tx) => {
        for (const row of rows.slice(from, from + late)) {
          await recordHistory(tx, { ...row, outcome: "confirmed", success: true, responseTime: 100 + from });
          await noteLate(tx, { name: "commands", at: row.timestamp, now });
        }
      });
    }
    return { deps: all, store, url, confirmed };
  }

  test("[D26] wherever a pass stops, the next one makes the days that changed anew", async () => {
    const { deps, store, url, confirmed } = await aHouse(60);
    const sql = openPlainSql(url);
    try {
      let stops = 0;
      for (let isThrough = false; !isThrough; stops += 1) {
        await confirmed(stops * late);
        isThrough = await rollUp({ ...deps, store: stopping(store, stops) }).then(
          () => true,
          () => false,
        );
        await rollUp(deps);
        const told = (await systemDays(deps, { days: 6 })).slice(0, 5);
        const recounted = await Promise.all(
          told.map(async ({ date }) => {
            const from = Date.parse(date);
            const [row] = await sql.all(
              `select count(case when success then 1 end) as successful, avg(response_time) as ms from relay_history where timestamp >= ${from} and timestamp < ${from + dayMs}`,
            );
            return [date, Number(row?.["successful"]), expect.closeTo(Number(row?.["ms"] ?? 0), 6)];
          }),
        );
        const stored = told.map((day) => [day.date, day.successfulCommands, day.averageResponseTime]);
        expect([stops, ...stored]).toEqual([stops, ...recounted]);
      }
      // Each late quarter, two passes over new ones, and the days.
      expect(stops).toBeGreaterThan(late + 3);
    } finally {
      await sql.close();
    }
  });
});

/** How many entries of everybody's log are told where they are too many to count. [D0.12] */
import { newId } from "@relaydeck/contract/ids";
import { openBulk } from "@relaydeck/db/bulk/bulk";
import { countsAtMost, looksAtMost } from "@relaydeck/db/console/activity";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { consoleHouse } from "../../testing/console-house.ts";

describeOnStores("a long log", (fresh) => {
  test("[D0.12] of a log that grows without end so many are counted, and it is said that there are more", async () => {
    const { store, url } = fresh();
    const { admin, clock, deps } = await consoleHouse(store);
    const at = clock.now();
    const [userId, deviceId] = [newId("user", deps.random), newId("device", deps.random)];
    const instant = (index: number) => new Date(at + index).toISOString();
    function* entries(first: number, more: number) {
      for (let index = first; index < first + more; index += 1)
        yield {
          id: newId("activity", deps.random),
          timestamp: at + index,
          message: "hay",
          userId,
          deviceId: index < 2 ? deviceId : null,
        };
    }
    const bulk = openBulk(url);
    await bulk.insert("activityLogs", entries(0, countsAtMost));
    expect(await admin.summary()).toMatchObject({ activityEntries: countsAtMost, hasMoreEntries: false });
    expect(await admin.activity({ limit: 1, userId })).toMatchObject({ total: countsAtMost, lookedTo: null });
    await bulk.insert("activityLogs", entries(countsAtMost, 3));
    await bulk.close();
    expect(await admin.summary()).toMatchObject({ activityEntries: countsAtMost, hasMoreEntries: true });
    const counted = { total: countsAtMost, lookedTo: instant(3) };
    expect(await admin.activity({ limit: 1 })).toMatchObject(counted);
    expect(await admin.activity({ limit: 1, userId, from: instant(0) })).toMatchObject(counted);
    const back = { total: countsAtMost, lookedTo: instant(countsAtMost - 1) };
    expect(await admin.activity({ limit: 1, order: "asc" })).toMatchObject(back);
    const last = await admin.activity({ limit: 1, order: "asc", offset: 99_999 });
    expect(await admin.activity({ limit: 1, order: "asc", before: last.next ?? "" })).toMatchObject({
      ...{ total: countsAtMost + 3 - 100_000, lookedTo: null, rows: [{ timestamp: instant(100_000) }] },
    });
    // A person's entries about one device are looked for as words are.
    const both = { userId, deviceId, limit: 5 };
    expect(await admin.activity(both)).toMatchObject({ total: 0, rows: [], lookedTo: instant(countsAtMost + 3 - looksAtMost) });
    expect((await admin.activity({ ...both, until: instant(9) })).rows.map(({ timestamp }) => timestamp)).toEqual([
      instant(1),
      instant(0),
    ]);
  }, 120_000);
});

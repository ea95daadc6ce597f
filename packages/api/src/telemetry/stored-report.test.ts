import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { alertsHouse } from "../testing/alerts-house.ts";

describeOnStores("a report as it is kept", (fresh) => {
  test("[C3] holds the currents that it told, and none that is known from before", async () => {
    const { store } = fresh();
    const house = await alertsHouse(store);
    await house.report({ milliamps: [600, 5, 0, 0] });
    await house.clock.advance(10_000);
    // The first could not be read.
    await house.report({ milliamps: [-1, 7, 0, 0] });
    const rows = await store.read.db.select().from(store.t.deviceMetrics);
    const inOrder = rows.toSorted((a, b) => a.timestamp - b.timestamp);
    expect(inOrder.map(({ relays }) => relays?.map(({ milliamps }) => milliamps))).toEqual([
      [600, 5, 0, 0],
      [null, 7, 0, 0],
    ]);
  });
});

/** Acceptance 2 of issue 5: no question of the console's numbers reads a whole table or sorts one, on either database. */
import { dashboard, relayHistory } from "@relaydeck/api/analytics/dashboard";
import { deviceNumbers } from "@relaydeck/api/analytics/device-numbers";
import { fleet } from "@relaydeck/api/analytics/fleet";
import { overview } from "@relaydeck/api/analytics/overview";
import { providerCalls, providerEndpoints, providerOverview } from "@relaydeck/api/analytics/provider-calls";
import { rollUp } from "@relaydeck/api/analytics/roll-up";
import { systemDays } from "@relaydeck/api/analytics/system-days";
import { uptimes } from "@relaydeck/api/analytics/uptime";
import { unbounded } from "@relaydeck/db/testing/bounded-reads";
import { openExplained } from "@relaydeck/db/testing/plans";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { numbersScene } from "../testing/numbers-scene.ts";
import { startProduct } from "../testing/product.ts";

test.each(["sqlite", "postgres"] as const)("[D26] every question goes by an index on %s", async (database) => {
  const { product, close } = await startProduct({ database });
  const { deviceIds } = await numbersScene(product);
  const explained = openExplained(product.settings.databaseUrl, { areSortsDear: true });
  const deps = { ...product.deps, store: { ...product.store, read: explained.read } };
  const deviceId = present(deviceIds[0], "Five devices");
  async function askAll(): Promise<void> {
    await dashboard(deps, {});
    await relayHistory(deps, { limit: 10 });
    await systemDays(deps, { days: 30 });
    for (const period of ["hour", "day", "week", "month", "year"] as const) {
      await providerCalls(deps, { period });
      await providerEndpoints(deps, { period });
    }
    await providerOverview(deps, {});
    await overview(deps, { days: 30 });
    await uptimes(deps, { limit: 200 });
    await deviceNumbers(deps, { deviceId, range: "30d" });
    // Its search is that of the devices: packages/db/src/console/plans.test.ts.
    await fleet(deps, { days: 30, limit: 50, offset: 0 });
  }
  try {
    await askAll();
    expect(unbounded(await explained.plans())).toEqual([]);
    await rollUp(product.deps);
    await askAll();
    expect(unbounded(await explained.plans())).toEqual([]);
    // The measure measures: what has no index is found, and so is an order without one.
    const { relayHistory: results } = product.store.t;
    await explained.read.db.select().from(results).orderBy(results.command);
    expect(unbounded(await explained.plans())).toHaveLength(2);
  } finally {
    await explained.close();
    await close();
  }
});

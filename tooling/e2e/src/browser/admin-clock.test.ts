/** Administration on a machine whose clock is wrong: ages, and what was last, by the server's clock. [D53, D28] */
import { sceneNow } from "@relaydeck/server/testing/numbers-scene";
import type { Product } from "@relaydeck/server/testing/product";
import { beginMetricSync, endMetricSync } from "@relaydeck/db/analytics/metric-syncs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAnalytics, type AnalyticsHouse } from "./analytics-house.ts";
import { comeToTheFront } from "./focus.ts";

const minute = 60_000;

let house: AnalyticsHouse;
beforeAll(async () => {
  house = await openAnalytics();
});
afterAll(() => house.close());

/** Somebody's sync that was done at that time. */
function synced({ store }: Product, at: number): Promise<void> {
  return store.write(async (tx) => {
    await beginMetricSync(tx, at - 1_000);
    await endMetricSync(tx, { startedAt: at - 1_000, endedAt: at, devices: 3, failure: null });
  });
}

test.each([
  ["behind", -10],
  ["ahead", 10],
])("[D53, D28] ten minutes %s: syncs are as long ago as they are, and the last of them is told", async (_, minutes) => {
  const { product, gateway } = house;
  await synced(product, sceneNow - 5.5 * minute);
  const { page, context, complaints } = await house.enter();
  await page.clock.setFixedTime(sceneNow + minutes * minute);
  await page.goto("/admin/analytics");
  const line = page.locator(".sync-last");
  await line.waitFor();
  await expect.poll(() => line.innerText()).toContain("synced 5 minutes ago");
  gateway.setWayToApi("silent");
  await page.getByRole("button", { name: "Sync Metrics" }).click();
  await expect.poll(() => line.innerText()).toContain("last sync failed at 10:07");
  await page.getByText("Could not refresh. Showing data from 10:07.").first().waitFor();
  gateway.setWayToApi("open");
  // Another administrator's, in the next instant.
  await synced(product, sceneNow + 5_000);
  await page.getByLabel("Range").selectOption("1");
  await expect.poll(() => line.innerText()).toContain("synced just now");
  expect(complaints).toEqual([]);
  await context.close();
});

test("[D53] the list that could not be read again says by the server's clock of when it is", async () => {
  const { gateway } = house;
  const { page, context, complaints } = await house.enter();
  await page.clock.setFixedTime(sceneNow - 10 * minute);
  await page.goto("/admin/dashboard?tab=devices");
  await page.getByText("No devices yet.").waitFor();
  gateway.setWayToApi("silent");
  await comeToTheFront(page);
  await page.getByText("Could not refresh. Showing data from 10:07.").waitFor();
  gateway.setWayToApi("open");
  expect(complaints).toEqual([]);
  await context.close();
});

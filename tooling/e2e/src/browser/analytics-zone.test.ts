/** Whose days the analytics are of, before the server's zone is known: it is not given a name that is not its own. [D26, D27] */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAnalytics, type AnalyticsHouse } from "./analytics-house.ts";

let house: AnalyticsHouse;
beforeAll(async () => {
  house = await openAnalytics({ timeZone: "Europe/Berlin" });
});
afterAll(() => house.close());

test("[D26] while the server's zone is not known UTC is another one, and can be chosen", async () => {
  const { gateway } = house;
  const { page, context, complaints } = await house.enter({ timezoneId: "Asia/Kolkata" });
  const held = gateway.holdNext("analytics.dashboard");
  await page.goto("/admin/analytics?zone=Asia/Tokyo");
  await held.isHeld;
  const zones = page.getByLabel("Zone of days");
  const named = () => zones.locator("option").allInnerTexts();
  expect(await named()).toEqual(["That of this server", "Asia/Calcutta (yours)", "UTC", "Asia/Tokyo"]);
  await zones.selectOption("UTC");
  await page.waitForURL((url) => url.searchParams.get("zone") === "UTC");
  await zones.selectOption({ index: 0 });
  await page.waitForURL((url) => !url.searchParams.has("zone"));
  held.letGo();
  await expect.poll(named).toEqual(["Europe/Berlin (of this server)", "Asia/Calcutta (yours)", "UTC"]);
  expect(await zones.inputValue()).toBe("Europe/Berlin");
  expect(complaints).toEqual([]);
  await context.close();
});

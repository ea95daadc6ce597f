/**
 * The analytics by keys alone: tabs, range, tables and files; every chart of it speaks its points, and its table and its file hold
 * the same. [A2, A20, D15]
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { numbersScene } from "@relaydeck/server/testing/numbers-scene";
import { present } from "@relaydeck/kit/assert";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAnalytics, type AnalyticsHouse } from "./analytics-house.ts";
import { chartsOn, inAllWays } from "./charts.ts";
import { focusOf, tabTo } from "./focus.ts";

const webSources = join(import.meta.dirname, "../../../../apps/web/src");

let house: AnalyticsHouse;
let deviceIds: readonly string[];
beforeAll(async () => {
  house = await openAnalytics({ fill: async (product) => ({ deviceIds } = await numbersScene(product)) });
});
afterAll(() => house.close());

const charts = {
  "": [
    "Commands by outcome",
    "Time to answer",
    "Time to proof",
    "People and devices",
    "Link to the device cloud",
    "Device Uptime (24h)",
  ],
  // The fleet is a table.
  "?tab=device": [],
  "?tab=api": ["Calls to the device cloud"],
} as const;

test("[A20] no page draws a chart but those that are asked here, in device-history and in widgets", () => {
  const parts = /from "[./]*\/ui\/chart\/(bar-chart|chart-frame|csv|lane-chart|line-chart|plot)\.tsx?"/;
  const drawing = globSync("**/*.{ts,tsx}", { cwd: webSources }).filter((path) =>
    parts.test(readFileSync(join(webSources, path), "utf8")),
  );
  const pages = new Set(drawing.map((path) => path.split("/").slice(0, 2).join("/")));
  expect([...pages].toSorted()).toEqual(["admin/analytics", "dashboard/history", "dashboard/widgets"]);
});

test("[A20] each chart has a name, arrow keys speak its points, and table and CSV hold the same values", async () => {
  const { page, context, complaints } = await house.enter();
  for (const [address, titles] of Object.entries(charts)) {
    await page.goto(`/admin/analytics${address}`);
    await page.locator(".chart").first().waitFor();
    for (const title of titles) {
      // Of uptimes each device has a line of its own; the worst has one part alone.
      const isOfDevices = title.startsWith("Device Uptime");
      const plot = page.getByRole("slider", { name: isOfDevices ? /^Uptime of Device/ : title }).nth(isOfDevices ? 1 : 0);
      const { first, fileName } = await inAllWays(page, title, plot);
      expect(first).toMatch(/^(Oct 2\d|(Online|Offline|No data) from )/);
      expect(fileName).toMatch(/^relaydeck-[a-z-]+-(7d|24h|week)\.csv$/);
    }
    expect(await chartsOn(page)).toEqual(titles);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test("[A20] so does each chart of one device", async () => {
  const { page, context, complaints } = await house.enter();
  await page.goto(`/admin/analytics?tab=device&device=${deviceIds[0]}`);
  const titles = ["Connection", "Energy-on hours", "Current", "Signal", "Battery"];
  for (const title of titles) {
    const { first, fileName } = await inAllWays(page, title, page.getByRole("slider", { name: title }));
    expect(first).toMatch(
      title === "Energy-on hours" ? /^Relay 1: on \d/ : /\d\d:\d\d:\d\d: (Connection (Online|Offline|No data)|\S.* \d+)/,
    );
    expect(fileName).toMatch(/^relaydeck-[a-z-]+-p0test\d+-24h\.csv$/);
  }
  expect(await chartsOn(page)).toEqual(titles);
  expect(complaints).toEqual([]);
  await context.close();
});

test("[A2, D15] by keys: another range, a table, a device, and back; the address opens the same again", async () => {
  const { page, context, complaints } = await house.enter();
  await page.goto("/admin/analytics");
  await page.getByRole("heading", { name: "Last 7 days", exact: true }).waitFor();
  await tabTo(page, "Range");
  await page.keyboard.press("ArrowUp");
  await page.getByRole("heading", { name: "The day so far" }).waitFor();
  await page.waitForURL("**/admin/analytics?days=1");
  await tabTo(page, "Show as table: Commands by outcome");
  await page.keyboard.press("Enter");
  await page.getByRole("cell", { name: "Oct 26" }).waitFor();
  expect((await focusOf(page)).name).toBe("Hide table: Commands by outcome");
  // The panel is a stop of that name, too, and then comes its tab.
  await tabTo(page, "System Overview", "Shift+Tab");
  await tabTo(page, "System Overview", "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Fleet" }).waitFor();
  await page.waitForURL("**/admin/analytics?days=1&tab=device");
  await tabTo(page, /^Device \d+$/);
  await page.keyboard.press("Enter");
  const name = await page.getByRole("heading", { name: /^Device \d+$/ }).innerText();
  // The link is gone; the heading of what it led to has the focus.
  await expect.poll(async () => (await focusOf(page)).name).toBe(name);
  await tabTo(page, "7 d");
  await page.keyboard.press("Enter");
  await page.waitForURL("**&range=7d");
  const said = await page.getByRole("slider", { name: "Connection" }).getAttribute("aria-valuetext");
  await page.reload();
  await page.getByRole("heading", { name }).waitFor();
  expect(await page.getByRole("slider", { name: "Connection" }).getAttribute("aria-valuetext")).toBe(said);
  await tabTo(page, "All devices");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await focusOf(page)).name).toBe("Fleet");
  expect(complaints).toEqual([]);
  await context.close();
});

test("[D15] beyond the end of the fleet it says so, searched or not, and leads to its beginning", async () => {
  const { page, context, complaints } = await house.enter();
  for (const search of ["", "&search=Device", "&search=%00"]) {
    await page.goto(`/admin/analytics?tab=device&page=999${search}`);
    await page.getByText("Nothing stands on this page.").waitFor();
    expect(await page.getByRole("navigation", { name: "Pages of the fleet" }).count()).toBe(0);
    await page.getByRole("button", { name: "Go to page 1" }).click();
    await page
      .getByRole("link", { name: /^Device \d+$/ })
      .first()
      .waitFor();
  }
  await page.goto("/admin/analytics?tab=device&page=999&search=no+such+device");
  await page.getByText("No device matches ‘no such device’.").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("[A20] at 360 pixels the cursor of a lane leaves its name alone, and uptimes have their hours below", async () => {
  const { page, context, complaints } = await house.enter();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/admin/analytics?tab=device&days=7");
  await page
    .getByRole("link", { name: /^Device \d+$/ })
    .first()
    .click();
  const connection = page.getByRole("slider", { name: "Connection" });
  await connection.waitFor();
  const [name, cursor] = await Promise.all(
    [".lane-name", ".plot-cursor"].map((part) => connection.locator(part).first().boundingBox()),
  );
  const named = present(name, "It is named");
  // A box of words reaches two pixels below its letters.
  expect(present(cursor, "It is drawn").y).toBeGreaterThanOrEqual(named.y + named.height - 2);
  await page.goto("/admin/analytics");
  const axis = page.locator(".uptime-axis");
  await axis.waitFor();
  expect((await axis.locator("text").allTextContents()).every((tick) => /^\d\d:00$/.test(tick))).toBe(true);
  const [strip, hours] = await Promise.all(
    [page.locator(".uptime .plot > svg").first(), axis.locator("svg")].map((one) => one.boundingBox()),
  );
  expect([hours?.x, hours?.width]).toEqual([strip?.x, strip?.width]);
  expect(complaints).toEqual([]);
  await context.close();
});

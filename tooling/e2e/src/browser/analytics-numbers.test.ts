/**
 * Acceptance 3 of issue 5 as an administrator meets it: cards, tables and CSV of the pages say what the recount in SQL says, in
 * the server's zone and in another one, on days of 25 hours, over a cut of the provider's stream. [D27, D52, C18, A20]
 */
import { numbersScene, sceneNow } from "@relaydeck/server/testing/numbers-scene";
import { daysOf, Recount, type Stretch } from "@relaydeck/server/testing/recount";
import { present } from "@relaydeck/kit/assert";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAnalytics, type AnalyticsHouse } from "./analytics-house.ts";
import { chartOf, csvOf, savedBy, shownIn, tableOf } from "./charts.ts";
import type { Visit } from "./house.ts";

const serverZone = "Europe/Berlin";
const dayMs = 24 * 60 * 60_000;
const lastDay = { from: sceneNow - dayMs, to: sceneNow };

let house: AnalyticsHouse;
let recount: Recount;
let deviceIds: readonly string[];
let visitor: Visit;
let page: Page;
beforeAll(async () => {
  house = await openAnalytics({
    timeZone: serverZone,
    fill: async (product) => ({ deviceIds } = await numbersScene(product)),
  });
  recount = Recount.of(house.product.settings.databaseUrl);
  visitor = await house.enter();
  ({ page } = visitor);
});
afterAll(async () => {
  await recount.close();
  await house.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
});

type Value = number | string | null;

/** What is counted comes out alike to nine digits behind the point. */
function counts(rows: readonly (readonly Value[])[]): unknown[][] {
  const close = (value: number): unknown => expect.closeTo(value, 9);
  return rows.map((row) => row.map((value) => (typeof value === "number" ? close(value) : value)));
}

/** Cells as what they say: numbers are numbers, and what is not known is null. */
function read(rows: readonly (readonly string[])[]): Value[][] {
  return rows.map((row) => row.map((cell) => (cell === "" ? null : Number.isNaN(Number(cell)) ? cell : Number(cell))));
}

/** The rows of a chart, when table and CSV hold the same. */
async function rowsOf(title: string): Promise<Value[][]> {
  const [table, { cells }] = [await tableOf(page, title), await csvOf(page, title)];
  if (JSON.stringify(cells) !== JSON.stringify(table)) throw new Error(`${title}: ${JSON.stringify([cells, table])}`);
  return read(table.slice(1));
}

function card(title: string) {
  return page.getByRole("listitem").filter({ has: page.getByText(title, { exact: true }) });
}

/** What a card should say and does not. */
async function missingOn(title: string, parts: readonly string[]): Promise<string[]> {
  const text = (await card(title).innerText()).replaceAll(/\s+/g, " ");
  return parts.filter((part) => !text.includes(part)).map((part) => `${title}: “${part}” in “${text}”`);
}

/** As a card says how much more or less it is than yesterday. */
function changeSaid(now: number, before: number, unit = ""): string {
  const difference = Math.round(now * 10) / 10 - Math.round(before * 10) / 10;
  const amount = `${Math.abs(difference).toLocaleString("en", { maximumFractionDigits: 1 })}${unit}`;
  return difference === 0 ? "same as yesterday" : `${difference > 0 ? "up" : "down"} ${amount} vs yesterday`;
}

/** As it is read in a table, and saved in its file. */
const tenths = (value: number) => Math.round(value * 10) / 10;
const whole = (value: number) => Math.round(value).toLocaleString("en");
const word = (percent: number, middle: number) => (percent >= 95 ? "good" : percent >= middle ? "warning" : "bad");

describe.each([
  { zone: serverZone, address: "" },
  { zone: "Asia/Kolkata", address: "&zone=Asia/Kolkata" },
  { zone: "UTC", address: "&zone=UTC" },
])("[D27] days of $zone", ({ zone, address }) => {
  const days = daysOf(zone);
  const today = present(days.at(-1), "Seven days");
  const dates = days.map((_, index) => `2026-10-${20 + index}`);

  test("today's cards, against yesterday up to the same time", async () => {
    await page.goto(`/admin/analytics?days=7${address}`);
    await page.getByText("Commands Today").waitFor();
    expect(await page.locator(".zone-label").innerText()).toBe(zone);
    const yesterday = present(days.at(-2), "Seven days");
    const now = await recount.commands({ from: today.from, to: sceneNow });
    const then = await recount.commands({ from: yesterday.from, to: yesterday.from + (sceneNow - today.from) });
    const rate = present(now.successRate, "Some were proved");
    expect(await missingOn("Commands Today", [whole(now.commands), changeSaid(now.commands, then.commands)])).toEqual([]);
    expect(
      await missingOn("Success Rate", [
        `${rate.toFixed(1)}%`,
        word(rate, 80),
        changeSaid(rate, present(then.successRate, "Some were proved"), " points"),
        `${now.unconfirmed} unconfirmed`,
      ]),
    ).toEqual([]);
    const percentiles = present(await recount.percentiles("response_time", today), "Some were answered");
    const average = present(now.averageResponseMs, "Some were answered");
    const before = present(then.averageResponseMs, "Some were answered");
    expect(
      await missingOn("Avg Response", [
        `${whole(average)} ms`,
        changeSaid(Math.round(average), Math.round(before), " ms"),
        `p95 ${whole(percentiles.p95)} ms`,
      ]),
    ).toEqual([]);
    // By their status, of which no yesterday is kept; one of them is checked just now, so it does not count. [D32]
    const here = await recount.withStatus("online");
    expect([5, await recount.cloudOnline()]).not.toContain(here);
    expect(await missingOn("Device Status", [`${here}/5 online`])).toEqual([]);
    expect(await card("Device Status").innerText()).not.toContain("yesterday");
  });

  test("commands by outcome, in all and day by day", async () => {
    const counted = await Promise.all(days.map((day) => recount.commands(day)));
    expect(await rowsOf("Commands by outcome")).toEqual(
      counts(
        counted.map((of, index) => [
          dates[index] ?? "",
          ...[of.confirmed, of.answered, of.unconfirmed, of.failed, of.expired, of.cancelled],
          of.successRate === null ? null : tenths(of.successRate),
        ]),
      ),
    );
    const range = await recount.commands({ from: present(days[0], "Seven days").from, to: sceneNow });
    const said = `${whole(range.commands)} commands in all, success rate ${present(range.successRate, "Some").toFixed(1)}%`;
    await page.getByText(said).waitFor();
    // Each bar is as high as its commands are many.
    const bars = await chartOf(page, "Commands by outcome")
      .locator("[data-bar]")
      .evaluateAll((all) =>
        all.map((bar) => [...bar.querySelectorAll("rect")].reduce((sum, part) => sum + Number(part.getAttribute("height")), 0)),
      );
    const totals = counted.map(({ commands, expired, cancelled }) => commands + expired + cancelled);
    const scale = (bars[0] ?? 0) / (totals[0] ?? 1);
    for (const [index, total] of totals.entries()) expect(bars[index]).toBeCloseTo(total * scale, 1);
  });

  test.each([
    ["Time to answer", "response_time"],
    ["Time to proof", "confirmation_time"],
  ] as const)("%s by percentiles, hatched where the provider's stream was cut", async (title, column) => {
    const counted = await Promise.all(days.map((day) => recount.percentiles(column, day)));
    expect(await rowsOf(title)).toEqual(
      counts(counted.map((of, index) => [dates[index] ?? "", of?.p50 ?? null, of?.p95 ?? null, of?.p99 ?? null])),
    );
    expect(await chartOf(page, title).locator("[data-gap]").count()).toBe(2);
    expect(await chartOf(page, title).locator(".threshold").textContent()).toBe("3 s");
  });

  test("the fleet, each device on each day", async () => {
    await page.goto(`/admin/analytics?tab=device&days=7${address}`);
    await page.getByRole("heading", { name: "Fleet" }).waitFor();
    const cells = await page
      .locator(".heat tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [
          new URLSearchParams(row.querySelector("a")?.search).get("device") ?? "",
          ...[...row.querySelectorAll("td")].map((cell) => cell.dataset["value"] ?? ""),
        ]),
      );
    const byDay = await Promise.all(days.map((day) => recount.uptimes({ from: day.from, to: Math.min(day.to, sceneNow) })));
    expect(new Set(cells.map(([id]) => id))).toEqual(new Set(deviceIds));
    expect(read(cells)).toEqual(counts(cells.map(([id = ""]) => [id, ...byDay.map((of) => of.get(id) ?? null)])));
    const file = page.getByRole("link", { name: "CSV of all devices that the search finds" });
    const { cells: csv } = await savedBy(page, file);
    expect(csv[0]).toEqual(["id", "name", "serialNumber", ...dates]);
    const inFile = new Map(csv.slice(1).map(([id, , , ...uptimes]) => [id, read([uptimes])[0]]));
    const tenths = (cell: Value) => (typeof cell === "number" ? Math.round(cell * 10) / 10 : cell);
    expect(inFile).toEqual(new Map(read(cells).map(([id, ...uptimes]) => [id, uptimes.map(tenths)])));
  });

  test("calls to the provider over a week", async () => {
    await page.goto(`/admin/analytics?tab=api&period=week${address}`);
    await page.getByText("Total Calls").first().waitFor();
    expect(await rowsOf("Calls to the device cloud")).toEqual(await callsOf(days));
  });
});

/** The server's own days do not follow the page's zone. [D26] */
function dayOfServer(index: number): Stretch {
  return present(daysOf(serverZone)[index], "Seven days");
}

async function callsOf(buckets: readonly Stretch[]): Promise<unknown[][]> {
  const counted = await Promise.all(buckets.map((bucket) => recount.calls(bucket)));
  return counts(
    counted.map((of, index) => {
      const { from, to } = present(buckets[index], "As many as buckets");
      const allowed = ((to - from) / 300_000) * 10_000;
      const average = of.avgResponseTime === 0 ? null : Math.round(of.avgResponseTime);
      const kilobytes = tenths(of.dataTransferred / 1024);
      const calls = [of.totalCalls - of.failedCalls, of.failedCalls];
      return [new Date(from).toISOString(), ...calls, allowed, of.busiest, average, kilobytes];
    }),
  );
}

describe("[D26] whatever the zone of the page", () => {
  test("seven days of the installation are those of the server", async () => {
    await page.goto("/admin/analytics");
    await page.getByText("Commands Today").waitFor();
    const there = await Promise.all(Array.from({ length: 7 }, (_, index) => recount.there(dayOfServer(index), sceneNow)));
    const date = (index: number) => `2026-10-${20 + index}`;
    expect(await rowsOf("People and devices")).toEqual(
      counts(there.map((of, index) => [date(index), of.totalUsers, of.totalDevices, of.onlineDevices, of.activeUsers])),
    );
    expect(await rowsOf("Link to the device cloud")).toEqual(
      counts(there.map((of, index) => [date(index), tenths(of.systemUptime)])),
    );
    const whose = page.getByText(`, days of ${serverZone}`);
    expect(await whose.count()).toBe(0);
    await page.goto("/admin/analytics?zone=Asia/Kolkata");
    await whose.nth(1).waitFor();
    expect((await whose.allInnerTexts()).map((text) => text.trim())).toEqual([
      `last 7 days, days of ${serverZone}`,
      `% of the day, days of ${serverZone}`,
    ]);
  });

  test("uptime of the last 24 hours, worst first, and its parts add up to it", async () => {
    const table = await tableOf(page, "Device Uptime (24h)");
    expect((await csvOf(page, "Device Uptime (24h)")).cells).toEqual(table);
    const counted = [...(await recount.uptimes(lastDay)).values()].toSorted((a, b) => a - b);
    const devices = [...new Set(table.slice(1).map(([name = ""]) => name))];
    for (const [index, wanted] of counted.entries()) {
      const parts = table.filter(([name]) => name === devices[index]);
      const msOf = (state: string) =>
        parts.reduce((sum, [, , from = "", to = "", is]) => (is === state ? sum + Date.parse(to) - Date.parse(from) : sum), 0);
      expect(parts[0]?.[1]).toBe(String(tenths(wanted)));
      expect((100 * msOf("Online")) / (msOf("Online") + msOf("Offline"))).toBeCloseTo(wanted, 9);
      expect(msOf("Online") + msOf("Offline") + msOf("No data")).toBe(dayMs);
    }
    expect(devices).toHaveLength(counted.length);
    const shown = await page.locator(".uptime-percent").allInnerTexts();
    expect(shown.map((text) => text.replaceAll(/\s+/g, " "))).toEqual(
      counted.map((percent) => `${percent.toFixed(1)}% ${word(percent, 80)}`),
    );
  });

  test("one device: its uptime, its commands, where it was, and what it reported", async () => {
    const deviceId = present(deviceIds[0], "Five devices");
    await page.goto(`/admin/analytics?tab=device&device=${deviceId}`);
    await page.getByRole("heading", { name: "Connection" }).waitFor();
    const percent = present((await recount.uptimes(lastDay)).get(deviceId), "It is known");
    expect(await missingOn("Uptime", [`${percent.toFixed(1)}%`, word(percent, 80)])).toEqual([]);
    const counted = await recount.commands(lastDay, deviceId);
    expect(await missingOn("Commands", [whole(counted.commands), `${counted.unconfirmed} unconfirmed`])).toEqual([]);
    expect(await missingOn("Success Rate", [`${present(counted.successRate, "Some were proved").toFixed(1)}%`])).toEqual([]);
    expect(await missingOn("Avg Response", [`${whole(present(counted.averageResponseMs, "Some were answered"))} ms`])).toEqual(
      [],
    );
    const states = { online: "Online", offline: "Offline", "no-data": "No data" } as const;
    const parts = await recount.connection(lastDay, deviceId);
    expect(await rowsOf("Connection")).toEqual(parts.map(({ from, to, state }) => ["Connection", from, to, states[state]]));
    const samples = await recount.samples(lastDay, deviceId);
    expect(await rowsOf("Signal")).toEqual(samples.map(({ at, signalPercent }) => [at, signalPercent]));
    expect(await rowsOf("Battery")).toEqual(
      samples.map(({ at, batteryPercent }) => [at, batteryPercent === null ? null : tenths(batteryPercent)]),
    );
    expect(await rowsOf("Current")).toEqual(samples.map(({ at, milliamps }) => [at, ...milliamps]));
  });

  test("hours of energy on, in hundredths, in picture, table and file", async () => {
    const rows = await rowsOf("Energy-on hours");
    const hours = rows.flat().filter((cell) => typeof cell === "number");
    expect(hours.length).toBeGreaterThan(4);
    expect(hours.filter((value) => Math.round(value * 100) / 100 !== value)).toEqual([]);
    // To the hundredth, not only to the tenth, so that it is seen when one of the three rounds more than the others.
    expect(hours.some((value) => Math.round(value * 10) / 10 !== value)).toBe(true);
    expect(read(await shownIn(page, "Energy-on hours"))).toEqual(rows);
    const said = present(await page.locator(".plot-said", { hasText: "on" }).last().textContent(), "A bar is told");
    expect(said).toContain(`${rows.at(-1)?.[1]}`);
  });

  test("calls of the last hour, and the cards and endpoints of 30 days", async () => {
    await page.goto("/admin/analytics?tab=api&period=hour");
    await page.getByText("Total Calls").first().waitFor();
    const end = Date.parse("2026-10-26T10:10:00Z");
    const hour = Array.from({ length: 12 }, (_, index) => ({
      from: end - (12 - index) * 300_000,
      to: end - (11 - index) * 300_000,
    }));
    expect(await rowsOf("Calls to the device cloud")).toEqual(await callsOf(hour));
    const month = { from: 0, to: present(daysOf(serverZone).at(-1), "Seven days").to };
    const all = await recount.calls(month);
    const rate = ((all.totalCalls - all.failedCalls) / all.totalCalls) * 100;
    expect(await missingOn("Total Calls", [whole(all.totalCalls)])).toEqual([]);
    expect(await missingOn("Success Rate", [`${rate.toFixed(1)}%`, word(rate, 90)])).toEqual([]);
    expect(await missingOn("Failed Calls", [whole(all.failedCalls)])).toEqual([]);
    expect(await missingOn("Avg Response", [`${whole(all.avgResponseTime)} ms`])).toEqual([]);
    const kilobytes = (Math.round((all.dataTransferred / 1024) * 10) / 10).toLocaleString("en", { minimumFractionDigits: 1 });
    expect(await missingOn("Data Transferred", [`${kilobytes} KB`])).toEqual([]);
    const endpoints = await recount.endpoints(month);
    expect(await rowsOf("Endpoint Usage Breakdown")).toEqual(
      counts(
        endpoints.map(({ endpoint, method, totalCalls, successRate, avgResponseTime }) => [
          endpoint,
          method,
          totalCalls,
          Math.round(successRate * 10) / 10,
          Math.round(avgResponseTime),
        ]),
      ),
    );
  });
});

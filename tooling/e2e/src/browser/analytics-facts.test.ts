/**
 * Every text, number, form and threshold that the product document fixes for the analytics stands on the real product, in the
 * state it speaks of. What the document's own list holds and no test here names fails. [A18, D26, D27, D28, D52, C18]
 */
import { factsScene } from "@relaydeck/server/testing/facts-scene";
import { analyticsFacts, analyticsTexts, documentedAnalytics } from "./analytics-documented.ts";
import { openAnalytics, type AnalyticsHouse } from "./analytics-house.ts";
import { chartOf, tableOf } from "./charts.ts";
import type { Visit } from "./house.ts";
import { toastsOf } from "./toasts.ts";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

let empty: AnalyticsHouse;
let full: AnalyticsHouse;
let visitor: Visit;
let page: Page;
beforeAll(async () => {
  [empty, full] = await Promise.all([openAnalytics(), openAnalytics({ fill: factsScene })]);
});
afterAll(() => Promise.all([empty.close(), full.close()]));
afterEach(async () => {
  empty.gateway.setWayToApi("open");
  await visitor.context.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
});

async function come(house: AnalyticsHouse, address = ""): Promise<void> {
  visitor = await house.enter();
  ({ page } = visitor);
  await page.goto(`/admin/analytics${address}`);
}

const proved = new Set<string>();
/** The test holds these of the document's. */
function holds(...ids: string[]): void {
  for (const id of ids) proved.add(id);
}

const seen = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
const headed = (text: string) => page.getByRole("heading", { name: text, exact: true }).waitFor();
const tab = (name: string) => page.getByRole("tab", { name, exact: true });
const card = (title: string) => page.getByRole("listitem").filter({ has: page.getByText(title, { exact: true }) });
const textOf = async (title: string) => (await card(title).innerText()).replaceAll(/\s+/g, " ");

describe("an installation in which nothing has happened", () => {
  test("shows nothing to anybody else", async () => {
    visitor = await empty.visit();
    ({ page } = visitor);
    await page.goto("/admin/analytics");
    await page.waitForURL("**/admin/login?returnTo=*");
    const asked = visitor.requests.filter((request) => request.includes("analytics.") || request.includes("/api/analytics"));
    expect(asked).toEqual([]);
    holds("analytics-hidden");
  });

  test("says that it loads, in each tab", async () => {
    visitor = await empty.enter();
    ({ page } = visitor);
    await page.goto("/admin/change-password");
    await page.getByRole("button", { name: "Set up two-step sign-in" }).waitFor();
    empty.gateway.setWayToApi("slow");
    await page.getByRole("link", { name: "Analytics", exact: true }).click();
    for (const name of ["System Overview", "Device Analytics", "API Analytics"]) {
      await tab(name).click();
      await seen("Loading analytics...");
      await page.locator(".analytics-loading .spin").waitFor();
    }
    empty.gateway.setWayToApi("open");
    await page.locator(".panel").first().waitFor();
    expect(await page.getByText("Loading analytics...").count()).toBe(0);
    holds("analytics-loading");
  });

  test("has three tabs and four cards, and a dash where there is nothing to take a rate of", async () => {
    await come(empty);
    await headed("Recent Relay Commands");
    const tabs = await page.getByRole("tab").allInnerTexts();
    expect(tabs).toEqual(["System Overview", "Device Analytics", "API Analytics"]);
    const cards = await page.locator(".number-card-title").allInnerTexts();
    expect(cards).toEqual(["Commands Today", "Success Rate", "Avg Response", "Device Status"]);
    expect(await textOf("Success Rate")).toContain("Success Rate – 0 unconfirmed");
    expect(await textOf("Avg Response")).toMatch(/^Avg Response –/);
    expect(await textOf("Device Status")).toMatch(/^Device Status –/);
    await seen("UTC");
    holds(
      "analytics-tabs",
      "analytics-cards",
      "analytics-dash",
      "analytics-rate-empty",
      "analytics-zone",
      "analytics-zone-label",
    );
    holds("analytics-tab-system", "analytics-tab-device", "analytics-tab-api", "analytics-card-commands-today");
    holds("analytics-card-success-rate", "analytics-card-avg-response", "analytics-card-device-status");
  });

  test("has no commands, no alerts and no uptime, and says so", async () => {
    await come(empty);
    await headed("Recent Relay Commands");
    await seen("No relay commands yet");
    await headed("Recent Alerts");
    await seen("No recent alerts");
    await seen("All systems operating normally");
    expect(await page.getByText("Device Uptime (24h)").count()).toBe(0);
    holds("analytics-recent-commands", "analytics-no-commands", "analytics-recent-alerts", "analytics-no-alerts");
    holds("analytics-no-alerts-hint");
  });

  test("has no device, and a dash for the calls it never made", async () => {
    await come(empty);
    await tab("Device Analytics").click();
    await seen("Device analytics data will be added as devices report.");
    await empty.product.store.write(({ db, t }) => db.delete(t.particleApiCalls));
    await tab("API Analytics").click();
    await headed("Last 30 days");
    expect(await textOf("Success Rate")).toBe("Success Rate –");
    expect(await textOf("Avg Response")).toBe("Avg Response –");
    holds("analytics-device-placeholder");
  });

  test("a sync that fails is said in small where its button is, and by no toast", async () => {
    await come(empty);
    const button = page.getByRole("button", { name: "Sync Metrics" });
    await button.waitFor();
    await headed("Recent Relay Commands");
    empty.gateway.setWayToApi("wordless");
    await button.click();
    await page.getByText("last sync failed at 10:07").filter({ visible: true }).first().waitFor();
    expect(await toastsOf(page).count()).toBe(0);
    holds("analytics-sync", "analytics-sync-failed");
  });
});

describe("an installation in use", () => {
  test("lists ten commands: relay, new state, time, response time, and how they went", async () => {
    await come(full);
    const rows = page.getByRole("list", { name: "Recent Relay Commands" }).getByRole("listitem");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(10);
    const told = await rows.evaluateAll((all) =>
      all.slice(0, 3).map((row) => ({
        icon: row.querySelector("svg")?.getAttribute("aria-label"),
        text: row.querySelector(".recent-what")?.firstChild?.textContent,
        time: row.querySelector("time")?.textContent,
        badge: row.querySelector(".badge")?.textContent,
      })),
    );
    expect(told).toEqual([
      { icon: "Success", text: "Relay 2 → on", time: "Oct 26, 10:07:09", badge: "812 ms" },
      { icon: "Failure", text: "Relay 3 → off", time: "Oct 26, 10:06:09", badge: "3,200 ms" },
      { icon: "Unconfirmed", text: "Relay 4 → on", time: "Oct 26, 10:05:09", badge: "no answer" },
    ]);
    holds("analytics-command-row", "relay-history-limit", "date-relay-entry", "analytics-success-icon");
  });

  test("lists alerts: title, message, time, and severity in its own look", async () => {
    await come(full);
    const rows = page.getByRole("list", { name: "Recent Alerts" }).getByRole("listitem");
    await rows.first().waitFor();
    const told = await rows.evaluateAll((all) =>
      all.map((row) => ({
        tone: row.querySelector<HTMLElement>(".badge")?.dataset["tone"],
        badge: row.querySelector(".badge")?.textContent,
        text: row.querySelector(".recent-what")?.textContent,
        time: row.querySelector("time")?.textContent,
      })),
    );
    expect(told).toEqual([
      { tone: "bad-solid", badge: "critical", text: "Pump off Nobody home", time: "Oct 26, 09:05" },
      { tone: "warn", badge: "warning", text: "Battery low Battery at 19 %", time: "Oct 26, 08:05" },
      { tone: "info", badge: "info", text: "Back again Cabin is online", time: "Oct 26, 07:05" },
    ]);
    holds("analytics-alert-row", "alert-severity", "date-alert");
  });

  test("tells uptime of 24 hours with the word of its threshold, before it is rounded", async () => {
    await come(full);
    await page.getByRole("heading", { name: /^Device Uptime \(24h\)/ }).waitFor();
    const rows = await page.locator(".uptime").evaluateAll((all) =>
      all.map((row) => ({
        text: row.querySelector(".uptime-percent")?.textContent.replaceAll(/\s+/g, " "),
        tone: row.querySelector<HTMLElement>(".badge")?.dataset["tone"],
      })),
    );
    expect(rows).toEqual([
      { text: "80.0% bad", tone: "bad" },
      { text: "80.0% warning", tone: "warn" },
      { text: "95.0% warning", tone: "warn" },
      { text: "95.0% good", tone: "ok" },
    ]);
    const parts = (await tableOf(page, "Device Uptime (24h)")).slice(1);
    const spans = parts.map(([, , from = "", to = ""]) => Date.parse(to) - Date.parse(from));
    expect(spans.reduce((sum, span) => sum + span, 0)).toBe(4 * 24 * 60 * 60_000);
    holds("uptime-threshold", "uptime-window", "analytics-uptime");
  });

  test("counts proved results alone, with unconfirmed ones apart, a rate of one decimal and whole milliseconds", async () => {
    await come(full);
    await headed("Recent Relay Commands");
    expect(await textOf("Commands Today")).toContain("Commands Today 12");
    // Of ten that were proved one failed.
    expect(await textOf("Success Rate")).toMatch(/^Success Rate 90\.0% warning .*2 unconfirmed/);
    expect(await textOf("Avg Response")).toMatch(/^Avg Response 1,051 ms/);
    holds("success-rate-format", "response-time-format", "analytics-unconfirmed");
  });

  test("draws seven days of the system, and times by percentiles", async () => {
    await come(full);
    await headed("Recent Relay Commands");
    expect(await tableOf(page, "People and devices")).toHaveLength(1 + 7);
    const [heads] = await tableOf(page, "Time to answer");
    expect(heads?.slice(1)).toEqual(["p50", "p95", "p99"]);
    holds("system-analytics-window", "percentiles");
  });

  test("sums up 30 days of calls: five numbers, data in KB, endpoints with the word of their threshold", async () => {
    await come(full, "?tab=api");
    await headed("Last 30 days");
    const cards = await page.locator(".number-card-title").allInnerTexts();
    expect(cards).toEqual(["Total Calls", "Success Rate", "Failed Calls", "Avg Response", "Data Transferred"]);
    // 5,200 calls of 1,536 bytes each.
    expect(await textOf("Data Transferred")).toBe("Data Transferred 7,800.0 KB");
    await headed("Endpoint Usage Breakdown");
    const table = await tableOf(page, "Endpoint Usage Breakdown");
    expect(table[0]).toEqual(["Endpoint", "Method", "Total Calls", "Success Rate", "Avg Response"]);
    const rows = await chartOf(page, "Endpoint Usage Breakdown")
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [
          row.querySelector("td")?.textContent,
          row.querySelector(".rate")?.textContent.replaceAll(/\s+/g, " "),
          row.querySelector<HTMLElement>(".badge")?.dataset["tone"],
        ]),
      );
    expect(rows.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ["/v1/a", "95.0% good", "ok"],
      ["/v1/b", "95.0% warning", "warn"],
      ["/v1/c", "90.0% warning", "warn"],
      ["/v1/d", "90.0% bad", "bad"],
    ]);
    holds("overview-window", "analytics-last-30-days", "analytics-api-cards", "analytics-unit-kb", "data-format");
    holds("analytics-endpoint-table", "analytics-endpoint-columns", "endpoint-threshold");
  });

  test("draws calls by five periods, a week unless another is chosen", async () => {
    await come(full, "?tab=api");
    const choice = page.getByLabel("Period", { exact: true });
    await choice.waitFor();
    expect(await choice.inputValue()).toBe("week");
    const options = await choice.locator("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(options).toEqual(["hour", "day", "week", "month", "year"]);
    for (const [period, buckets] of [
      ["hour", 12],
      ["day", 24],
      ["week", 7],
      ["month", 30],
      ["year", 12],
    ] as const) {
      await choice.selectOption(period);
      const bars = chartOf(page, "Calls to the device cloud").locator("[data-bar]");
      await expect.poll(() => bars.count()).toBe(buckets);
    }
    holds("period", "analytics-period-selector");
  });

  test("a sync that is done reads the numbers again", async () => {
    await come(full);
    await headed("Recent Relay Commands");
    visitor.requests.length = 0;
    await full.product.whileTimePasses(
      Promise.all([
        page.waitForResponse(/analytics\.dashboard/),
        page.getByRole("button", { name: "Sync Metrics" }).click(),
        page
          .getByText(/^synced /)
          .first()
          .waitFor(),
      ]),
    );
    expect(visitor.requests.some((request) => request.startsWith("POST") && request.includes("analytics.syncMetrics"))).toBe(
      true,
    );
    expect(await toastsOf(page).count()).toBe(0);
    holds("sync-refetch");
  });
});

describe(`[A18] ${analyticsTexts.length} texts and ${analyticsFacts.length} facts of the analytics`, () => {
  beforeEach(async () => {
    visitor = await empty.visit();
  });

  test("are the document's, and each was held by a test above", () => {
    const { texts, facts } = documentedAnalytics();
    expect(analyticsTexts).toEqual(texts);
    expect(analyticsFacts).toEqual(facts);
    expect([...proved].toSorted()).toEqual([...analyticsTexts, ...analyticsFacts].toSorted());
  });
});

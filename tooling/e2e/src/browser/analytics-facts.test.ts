/**
 * Every text, number, form and threshold that the product document fixes for the analytics stands on the real product, in the
 * state it speaks of. What the document's own list holds and no test here names fails. [A18, D26, D27, D28, D52, C18]
 */
import { factsScene } from "@relaydeck/server/testing/facts-scene";
import { openAnalytics, type AnalyticsHouse } from "./analytics-house.ts";
import { documented, fact, headOf, list, number, shownAs, text, wordOf, words } from "./analytics-values.ts";
import { chartOf, tableOf } from "./charts.ts";
import { analyticsPart, documentedNow } from "./documented.ts";
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

const ids = [documented.texts, documented.described, documented.facts].flatMap((of) => of.map(({ id }) => id));
const proved = new Set<string>();
/** The test holds these of the document's, by their values. */
function holds(...held: string[]): void {
  for (const id of held) proved.add(id);
}

const [systemTab, deviceTab, apiTab] = ["system", "device", "api"].map((name) => text(`analytics-tab-${name}`)) as [
  string,
  string,
  string,
];
const commands = text("analytics-card-commands-today");
const rate = text("analytics-card-success-rate");
const average = text("analytics-card-avg-response");
const status = text("analytics-card-device-status");
const recent = text("analytics-recent-commands");
const uptime = text("analytics-uptime");
const endpoints = text("analytics-endpoint-table");
const rateForm = `\\d+\\.\\d{${number("success-rate-format")}}%`;

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
    expect([asked, asked.length === 0]).toEqual([[], fact("analytics-hidden")]);
    holds("analytics-hidden");
  });

  test("says that it loads, in each tab", async () => {
    visitor = await empty.enter();
    ({ page } = visitor);
    await page.goto("/admin/change-password");
    await page.getByRole("button", { name: "Set up two-step sign-in" }).waitFor();
    empty.gateway.setWayToApi("slow");
    await page.getByRole("link", { name: "Analytics", exact: true }).click();
    for (const name of [systemTab, deviceTab, apiTab]) {
      await tab(name).click();
      await seen(text("analytics-loading"));
      await page.locator(".analytics-loading .spin").waitFor();
    }
    empty.gateway.setWayToApi("open");
    await page.locator(".panel").first().waitFor();
    expect(await page.getByText(text("analytics-loading")).count()).toBe(0);
    holds("analytics-loading");
  });

  test("has three tabs and four cards, and a dash where there is nothing to take a rate of", async () => {
    await come(empty);
    await headed(recent);
    const tabs = await page.getByRole("tab").allInnerTexts();
    expect([tabs, [systemTab, deviceTab, apiTab]]).toEqual([list("analytics-tabs"), list("analytics-tabs")]);
    const cards = await page.locator(".number-card-title").allInnerTexts();
    expect([cards, [commands, rate, average, status]]).toEqual([list("analytics-cards"), list("analytics-cards")]);
    expect(await textOf(rate)).toContain(`${rate} – 0 unconfirmed`);
    expect(await textOf(average)).toMatch(new RegExp(`^${average} –`));
    expect(await textOf(status)).toMatch(new RegExp(`^${status} –`));
    const none = (await (await page.request.get("/api/analytics/dashboard")).json()) as Record<string, unknown>;
    expect([none["relayCommandsToday"], none["successRate"]]).toEqual([0, fact("analytics-rate-empty")]);
    expect([none["timeZone"], words("analytics-zone-label")]).toEqual([fact("analytics-zone"), [fact("analytics-zone")]]);
    await seen(String(fact("analytics-zone")));
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
    await headed(recent);
    await seen(text("analytics-no-commands"));
    await headed(text("analytics-recent-alerts"));
    await seen(text("analytics-no-alerts"));
    await seen(text("analytics-no-alerts-hint"));
    expect(await page.getByText(uptime).count()).toBe(0);
    holds("analytics-recent-commands", "analytics-no-commands", "analytics-recent-alerts", "analytics-no-alerts");
    holds("analytics-no-alerts-hint");
  });

  test("has no device, and a dash for the calls it never made", async () => {
    await come(empty);
    await tab(deviceTab).click();
    await seen("Device analytics data will be added as devices report.");
    await empty.product.store.write(({ db, t }) => db.delete(t.particleApiCalls));
    await tab(apiTab).click();
    await headed(text("analytics-last-30-days"));
    expect(await textOf("Success Rate")).toBe("Success Rate –");
    expect(await textOf("Avg Response")).toBe("Avg Response –");
    holds("analytics-device-placeholder");
  });

  test("a sync that fails is said in small where its button is, and by no toast", async () => {
    await come(empty);
    const button = page.getByRole("button", { name: text("analytics-sync"), exact: true });
    await button.waitFor();
    await headed(recent);
    empty.gateway.setWayToApi("wordless");
    await button.click();
    await page.getByText(text("analytics-sync-failed").replace("{time}", "10:07")).filter({ visible: true }).first().waitFor();
    expect(await toastsOf(page).count()).toBe(0);
    holds("analytics-sync", "analytics-sync-failed");
  });
});

describe("an installation in use", () => {
  test("lists ten commands: relay, new state, time, response time, and how they went", async () => {
    await come(full);
    const rows = page.getByRole("list", { name: recent }).getByRole("listitem");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(number("relay-history-limit"));
    const answer = await page.request.get("/api/analytics/relay-history");
    expect((await answer.json()) as unknown[]).toHaveLength(number("relay-history-limit"));
    const told = await rows.evaluateAll((all) =>
      all.slice(0, 3).map((row) => ({
        icon: row.querySelector("svg")?.getAttribute("aria-label"),
        text: row.querySelector(".recent-what")?.firstChild?.textContent,
        time: row.querySelector("time")?.textContent,
        badge: row.querySelector(".badge")?.textContent,
      })),
    );
    const at = (minute: number) => shownAs("date-relay-entry", Date.UTC(2026, 9, 26, 10, minute, 9));
    const shown = [
      { icon: "Success", text: "Relay 2 → on", time: at(7), badge: "812 ms" },
      { icon: "Failure", text: "Relay 3 → off", time: at(6), badge: "3,200 ms" },
      { icon: "Unconfirmed", text: "Relay 4 → on", time: at(5), badge: "no answer" },
    ];
    expect(told).toEqual(shown);
    const [first] = shown;
    // A device is told by its short id; the whole one is a pause of the pointer away.
    const whole = await rows
      .locator("a")
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("title") ?? ""]));
    expect(whole.every(([short = "", id = ""]) => /^dev_\w{20,}$/.test(id) && String(short).includes(id.slice(0, 8)))).toBe(true);
    // Each part that the document names, and what says it.
    const says = {
      "relay number": "Relay 2",
      "new state": "on",
      timestamp: first?.time,
      "response-time badge": first?.badge,
      "success or failure icon": first?.icon,
    };
    expect(Object.keys(says)).toEqual(list("analytics-command-row"));
    holds("analytics-command-row", "relay-history-limit", "date-relay-entry", "analytics-success-icon");
  });

  test("lists alerts: title, message, time, and severity in its own look", async () => {
    await come(full);
    const rows = page.getByRole("list", { name: text("analytics-recent-alerts") }).getByRole("listitem");
    await rows.first().waitFor();
    const told = await rows.evaluateAll((all) =>
      all.map((row) => ({
        tone: row.querySelector<HTMLElement>(".badge")?.dataset["tone"],
        badge: row.querySelector(".badge")?.textContent,
        text: row.querySelector(".recent-what")?.textContent,
        time: row.querySelector("time")?.textContent,
      })),
    );
    const severities = list("alert-severity");
    const at = (hour: number) => shownAs("date-alert", Date.UTC(2026, 9, 26, hour, 5));
    expect(told).toEqual([
      { tone: "bad-solid", badge: severities[0], text: "Pump off Nobody home", time: at(9) },
      { tone: "warn", badge: severities[1], text: "Battery low Battery at 19 %", time: at(8) },
      { tone: "info", badge: severities[2], text: "Back again Cabin is online", time: at(7) },
    ]);
    expect(["title", "message", "timestamp", "severity badge"]).toEqual(list("analytics-alert-row"));
    holds("analytics-alert-row", "alert-severity", "date-alert");
  });

  test("tells uptime of 24 hours with the word of its threshold, before it is rounded", async () => {
    await come(full);
    await page.getByRole("heading", { name: uptime }).waitFor();
    const rows = await page.locator(".uptimes .uptime").evaluateAll((all) =>
      all.map((row) => ({
        text: row.querySelector(".uptime-percent")?.textContent.replaceAll(/\s+/g, " "),
        tone: row.querySelector<HTMLElement>(".badge")?.dataset["tone"],
      })),
    );
    const tones: Readonly<Record<string, string>> = { good: "ok", warning: "warn", bad: "bad" };
    // Minutes of the day in which it was there, to the hundredth: just on a threshold and just below it.
    expect(rows).toEqual(
      [1151.94, 1152, 1367.94, 1368].map((minutes) => {
        const percent = (100 * minutes) / 1440;
        const word = wordOf("uptime-threshold", percent);
        return { text: `${percent.toFixed(number("success-rate-format"))}% ${word}`, tone: tones[word] };
      }),
    );
    const parts = (await tableOf(page, uptime)).slice(1);
    const spans = parts.map(([, , from = "", to = ""]) => Date.parse(to) - Date.parse(from));
    expect(spans.reduce((sum, span) => sum + span, 0)).toBe(4 * number("uptime-window") * 60 * 60_000);
    holds("uptime-threshold", "uptime-window", "analytics-uptime");
  });

  test("counts proved results alone, with unconfirmed ones apart, a rate of one decimal and whole milliseconds", async () => {
    await come(full);
    await headed(recent);
    expect(await textOf(commands)).toContain(`${commands} 12`);
    // Of ten that were proved one failed.
    expect(await textOf(rate)).toMatch(/ 90\.0% warning .*2 unconfirmed/);
    expect(await textOf(rate)).toMatch(new RegExp(`^${rate} ${rateForm}`));
    const whole = number("response-time-format");
    expect(await textOf(average)).toContain(`${average} ${(Math.round(1_050.8 / whole) * whole).toLocaleString("en")} ms`);
    holds("success-rate-format", "response-time-format", "analytics-unconfirmed");
  });

  test("draws seven days of the system, and times by percentiles", async () => {
    await come(full);
    await headed(recent);
    expect(await tableOf(page, "People and devices")).toHaveLength(1 + number("system-analytics-window"));
    expect((await (await page.request.get("/api/analytics/system")).json()) as unknown[]).toHaveLength(
      number("system-analytics-window"),
    );
    const [heads] = await tableOf(page, "Time to answer");
    expect(heads?.slice(1)).toEqual((fact("percentiles") as readonly number[]).map((percent) => `p${percent}`));
    holds("system-analytics-window", "percentiles");
  });

  test("sums up 30 days of calls: five numbers, data in KB, endpoints with the word of their threshold", async () => {
    await come(full, "?tab=api");
    await headed(text("analytics-last-30-days"));
    const cards = await page.locator(".number-card-title").allInnerTexts();
    expect(cards).toEqual(words("analytics-api-cards").map((word) => headOf[word]));
    // 5,200 calls of 1,536 bytes each.
    const { divisor, decimals, unit } = fact("data-format") as { divisor: number; decimals: number; unit: string };
    const kilobytes = ((5_200 * 1_536) / divisor).toLocaleString("en", { minimumFractionDigits: decimals });
    expect(await textOf("Data Transferred")).toBe(`Data Transferred ${kilobytes} ${unit}`);
    expect(words("analytics-unit-kb")).toEqual([unit]);
    const days = number("overview-window");
    expect((await (await page.request.get("/api/analytics/particle-overview")).json()) as object).toMatchObject({ days });
    expect(text("analytics-last-30-days")).toContain(String(days));
    await headed(endpoints);
    const table = await tableOf(page, endpoints);
    expect(table[0]).toEqual(words("analytics-endpoint-columns").map((word) => headOf[word]));
    const rows = await chartOf(page, endpoints)
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [
          row.querySelector("td")?.textContent,
          row.querySelector(".rate")?.textContent.replaceAll(/\s+/g, " "),
          row.querySelector<HTMLElement>(".badge")?.dataset["tone"],
        ]),
      );
    const looks: Readonly<Record<string, readonly string[]>> = {
      green: ["good", "ok"],
      yellow: ["warning", "warn"],
      red: ["bad", "bad"],
    };
    const rates = Object.entries({ "/v1/a": 95, "/v1/b": 94.96, "/v1/c": 90, "/v1/d": 89.96 });
    expect(rows.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual(
      rates.map(([path, percent]) => {
        const [word, tone] = looks[wordOf("endpoint-threshold", percent)] ?? [];
        return [path, `${percent.toFixed(number("success-rate-format"))}% ${word}`, tone];
      }),
    );
    holds("overview-window", "analytics-last-30-days", "analytics-api-cards", "analytics-unit-kb", "data-format");
    holds("analytics-endpoint-table", "analytics-endpoint-columns", "endpoint-threshold");
  });

  test("draws calls by five periods, a week unless another is chosen", async () => {
    await come(full, "?tab=api");
    const choice = page.getByLabel("Period", { exact: true });
    await choice.waitFor();
    expect(await choice.inputValue()).toBe("week");
    const options = await choice.locator("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect([options, options]).toEqual([list("period"), words("analytics-period-selector")]);
    const bucketsOf: Readonly<Record<string, number>> = { hour: 12, day: 24, week: 7, month: 30, year: 12 };
    for (const period of list("period")) {
      const buckets = bucketsOf[period];
      await choice.selectOption(period);
      const bars = chartOf(page, "Calls to the device cloud").locator("[data-bar]");
      await expect.poll(() => bars.count()).toBe(buckets);
    }
    holds("period", "analytics-period-selector");
  });

  test("a sync that is done reads the numbers again", async () => {
    await come(full);
    await headed(recent);
    visitor.requests.length = 0;
    await full.product.whileTimePasses(
      Promise.all([
        page.waitForResponse(/analytics\.dashboard/),
        page.getByRole("button", { name: text("analytics-sync"), exact: true }).click(),
        page
          .getByText(/^synced /)
          .first()
          .waitFor(),
      ]),
      // Of the product's time: the browser takes its own, more of it on a busy machine.
      600_000,
    );
    expect(visitor.requests.some((request) => request.startsWith("POST") && request.includes("analytics.syncMetrics"))).toBe(
      fact("sync-refetch"),
    );
    expect(await toastsOf(page).count()).toBe(0);
    holds("sync-refetch");
  });
});

describe("what the analytics tell to programs", () => {
  test.each([
    ["entity-dashboard-analytics", "dashboard"],
    ["entity-provider-overview", "particle-overview"],
    ["entity-endpoint-stat", "particle-endpoints"],
  ])("%s has the document's fields", async (id, path) => {
    visitor = await full.enter();
    const answer = (await (await visitor.page.request.get(`/api/analytics/${path}`)).json()) as unknown;
    const [told] = Array.isArray(answer) ? (answer as readonly unknown[]) : [answer];
    const { fields } = fact(id) as { fields: readonly { name: string; fields?: readonly string[] }[] };
    expect(told).toEqual(expect.objectContaining(Object.fromEntries(fields.map(({ name }) => [name, expect.anything()]))));
    for (const { name, fields: parts = [] } of fields.filter((field) => field.fields !== undefined)) {
      const [first = {}] = (told as Record<string, readonly object[]>)[name] ?? [];
      expect(Object.keys(first).toSorted()).toEqual(parts.toSorted());
    }
    holds(id);
  });
});

describe(`[A18] ${documented.texts.length} of ${documented.texts.length} texts, ${documented.described.length} of ${documented.described.length} described things, ${documented.facts.length} of ${documented.facts.length} facts of the analytics`, () => {
  beforeEach(async () => {
    visitor = await empty.visit();
  });

  const now = documentedNow(analyticsPart);
  test.each(now === null ? [] : [{ now }])("are the document's", (document) => expect(documented).toEqual(document.now));

  test("were each held by their value in a test above", () => {
    expect([...proved].toSorted()).toEqual(ids.toSorted());
  });
});

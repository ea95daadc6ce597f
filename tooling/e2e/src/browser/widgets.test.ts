/** The widgets of a layout: quick controls that switch, and the numbers of one's own commands. [D7, D27, A20] */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pressedIn, truthLine, untilReady } from "./controls.ts";
import { focusOf } from "./focus.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { axeFindings } from "./inspection.ts";
import { keepLayout, keptLayouts, lastSpoken, layoutLine } from "./layouts-page.ts";

let house: House;
let browser: Browser;
let maria: Visit;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
  maria = await visit(browser, house);
  await enterDemo(maria);
  await keepLayout(maria.page, {
    name: "Desk",
    tiles: [
      { id: "quick", type: "quick-controls", at: [0, 0, 12, 2] },
      { id: "numbers", type: "analytics-overview", at: [0, 2, 12, 4] },
    ],
  });
  await layoutLine(maria.page, "Desk · 2 visible components").waitFor();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

/** What the quick controls hold now, on the server. */
async function quickRefs(): Promise<readonly unknown[]> {
  const [desk] = await keptLayouts(maria.page);
  const relays = desk?.layout.components[0]?.settings?.["relays"];
  return Array.isArray(relays) ? relays : [];
}

test("[D7] relays are picked from those one may switch, kept with the layout, and switched from there with the same truth", async () => {
  const { page } = maria;
  const quick = page.getByRole("region", { name: "Quick Controls" });
  await quick.getByText("Pick relays for one-tap access.").waitFor();
  await quick.getByRole("button", { name: "Pick relays" }).click();
  const dialog = page.getByRole("dialog", { name: "Relays for one-tap access" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await focusOf(page)).name).toBe("Pick relays");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Well pump · Pump house").check();
  await dialog.getByLabel("Door · Garage").check();
  // Greenhouse is shared with her to be seen only.
  expect(await dialog.getByText("Greenhouse").count()).toBe(0);
  expect(await axeFindings(page, "[role=dialog]")).toEqual([]);
  await page.keyboard.press("Escape");
  const question = page.getByRole("group", { name: "Discard changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  expect(await dialog.getByLabel("Door · Garage").isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Save choice" }).click();
  await expect.poll(() => lastSpoken(page)).toBe("Choice saved");
  const control = quick.getByRole("group", { name: /Well pump/ });
  await untilReady(control);
  const wanted = (await pressedIn(control)) === "on" ? "Off" : "On";
  await control.getByRole("button", { name: wanted, exact: true }).click();
  await truthLine(control)
    .getByText(/confirmed/)
    .waitFor();
  expect(await pressedIn(control)).toBe(wanted.toLowerCase());
  const [kept] = await keptLayouts(page);
  expect(kept?.layout.components[0]).toMatchObject({ settings: { relays: [{ relayNumber: 1 }, { relayNumber: 1 }] } });
  await page.reload();
  await quick.getByRole("group", { name: /Door/ }).waitFor();
  expect(maria.complaints).toEqual([]);
});

test("[D7, D39] a relay that one may no longer switch is left out when the choice is saved, and discarded ticks are gone", async () => {
  const { page } = maria;
  const gone = { deviceId: "dev_0000000000000000000000" };
  const [desk] = await keptLayouts(page);
  const [quick, ...others] = desk?.layout.components ?? [];
  const kept = await quickRefs();
  const relays = [...Array.from({ length: 6 }, (_, index) => ({ ...gone, relayNumber: index + 1 })), ...kept];
  const layout = { components: [{ ...quick, settings: { relays } }, ...others] };
  const headers = { origin: house.url };
  await page.request.post("/api/dashboard-layouts", { data: { id: desk?.id, name: "Desk", layout }, headers });
  const tile = page.getByRole("region", { name: "Quick Controls" });
  await tile.getByText("A relay that you may no longer switch was left out.").waitFor();
  await tile.getByRole("button", { name: "Change relays" }).click();
  const dialog = page.getByRole("dialog", { name: "Relays for one-tap access" });
  expect(await dialog.getByText("8 are chosen, which is the most.").count()).toBe(0);
  await dialog.getByLabel("Door · Garage").uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await tile.getByRole("button", { name: "Change relays" }).click();
  expect(await dialog.getByLabel("Door · Garage").isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Save choice" }).click();
  // While it stands open nothing behind it is found.
  await dialog.waitFor({ state: "detached" });
  await tile.getByText("A relay that you may no longer switch was left out.").waitFor({ state: "detached" });
  expect(await quickRefs()).toEqual(kept);
});

test("[D7, A20] numbers appear with the first command; chart, keys, table and CSV say the same", async () => {
  const { page } = maria;
  const numbers = page.getByRole("region", { name: "Analytics Overview" });
  await numbers.getByText("My commands today").waitFor();
  expect(await numbers.getByText(/coming soon/i).count()).toBe(0);
  await numbers.getByText("100%").waitFor();
  const chart = numbers.getByRole("group", { name: "Outcomes of my commands, last 7 days" });
  const days = await chart.getByRole("button").locator(".visually-hidden").allTextContents();
  expect(days).toHaveLength(7);
  expect(days.at(-1)).toMatch(/: 1 confirmed, 0 only answered, 0 failed, 0 unconfirmed$/);
  await chart.getByRole("button").last().focus();
  const focused = () => page.locator(":focus .visually-hidden").textContent();
  for (const day of days.toReversed().slice(1)) {
    await page.keyboard.press("ArrowLeft");
    expect(await focused()).toBe(day);
  }
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe(days[1]);
  expect(await axeFindings(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent("download"), numbers.getByRole("button", { name: /^CSV/ }).click()]);
  const rows = (await readFile(await download.path(), "utf8"))
    .replaceAll(/[\uFEFF"]/g, "")
    .trim()
    .split("\r\n");
  await numbers.getByRole("button", { name: "Show as table" }).click();
  const cells = await numbers
    .locator("tbody tr")
    .evaluateAll((lines) => lines.map((line) => [...line.querySelectorAll("td")].map((cell) => cell.textContent)));
  expect(rows[0]).toBe("Day,Confirmed,Only answered,Failed,Unconfirmed");
  expect(rows.slice(1).map((row) => row.split(",").slice(1))).toEqual(cells);
  expect(cells.at(-1)).toEqual(["1", "0", "0", "0"]);
  expect(await axeFindings(page)).toEqual([]);
  expect(maria.complaints).toEqual([]);
});

test("[D7] without a command the overview says that numbers will come", async () => {
  const alex = await visit(browser, house);
  await enterDemo(alex, "alex");
  await keepLayout(alex.page, { name: "Bare", tiles: [{ id: "numbers", type: "analytics-overview", at: [0, 0, 6, 2] }] });
  await alex.page.getByText("Analytics overview coming soon: numbers appear after the first command.").waitFor();
  expect(await alex.page.getByText("Success rate, 7 days").count()).toBe(0);
  await alex.context.close();
});

/** The activity log speaks the language of who reads it; programs read it in English. [A18, D0.13] */
import type { Activity } from "@relaydeck/contract/activity";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pressedIn, relayControl, untilReady } from "./controls.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

/** How many rows the log shows of what was looked for. */
async function foundBy(page: Page, words: { open: string; search: string }, text: string): Promise<number> {
  await page.getByRole("button", { name: words.open }).click();
  await page.getByLabel(words.search, { exact: true }).fill(text);
  await page.keyboard.press("Escape");
  return page.locator(".log-box .log-row").count();
}

test("[A18] one switch is told in English and in German at once, live and read anew, and found by the words that are read", async () => {
  const english = await visit(browser, house);
  const german = await visit(browser, house);
  await enterDemo(english);
  await enterDemo(german);
  await german.context.addCookies([{ name: "relaydeck_lang", value: "de", url: house.url }]);
  await german.page.goto("/dashboard");
  await german.page.getByRole("region", { name: "Aktivitäten" }).first().waitFor();

  const control = await relayControl(english.page, "Pump house", "Light");
  await untilReady(control);
  const isOn = (await pressedIn(control)) === "on";
  await control.getByRole("button", { name: isOn ? "Off" : "On", exact: true }).click();
  const inEnglish = `Light turned ${isOn ? "off" : "on"}, confirmed`;
  const inGerman = `Light ${isOn ? "ausgeschaltet" : "eingeschaltet"}, bestätigt`;
  await english.page.getByText(inEnglish).first().waitFor();
  await german.page.getByText(inGerman).first().waitFor();
  await german.page.reload();
  await german.page.getByText(inGerman).first().waitFor();

  const told = (await (await german.page.request.get("/api/activity-logs")).json()) as Activity[];
  expect(told.find(({ commandState }) => commandState === "confirmed")).toMatchObject({
    message: inEnglish,
    event: { code: "command", relay: "Light", target: isOn ? "off" : "on", state: "confirmed" },
  });
  const words = { open: "Protokoll filtern", search: "Suche" };
  expect(await foundBy(german.page, words, inGerman.toUpperCase())).toBe(1);
  expect(await foundBy(german.page, { ...words, open: "Protokoll filtern, aktiv" }, "turned")).toBe(0);
  expect([...english.complaints, ...german.complaints]).toEqual([]);
  await Promise.all([english.context.close(), german.context.close()]);
});

/** What is printed, and links that open the same view elsewhere. [A14, interface 4 “Print / share”] */
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { relayControl } from "./controls.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { chromeOnPaper } from "./media.ts";
import { toastsOf } from "./toasts.ts";

let house: House;
let browser: Browser;
let maria: Visit;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
  maria = await visit(browser, house, { theme: "dark" });
  await maria.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enterDemo(maria);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const printFooter = () => maria.page.locator(".print-footer");
const log = () => maria.page.getByRole("region", { name: "Activity Log" });

describe("[A14] on paper", () => {
  test("the dashboard: states as words, the log whole with words and exact times, address and time at the end, no chrome", async () => {
    const { page } = maria;
    await page.goto("/dashboard?device=none");
    await log().locator(".log-row:not(.log-gap)").first().waitFor();
    expect(await printFooter().isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await chromeOnPaper(page)).toEqual([]);
    expect(await page.locator("main .button:visible, main .relay-control:visible, .search-button:visible").count()).toBe(0);
    const pips = await page
      .getByRole("article", { name: "Workshop" })
      .locator(".pip > .visually-hidden")
      .evaluateAll((all) => all.map((pip) => ({ text: pip.textContent, isSeen: pip.getBoundingClientRect().width > 20 })));
    expect(pips.slice(0, 2)).toEqual([
      { text: expect.stringMatching(/^Relay 1: On · no load/), isSeen: true },
      { text: expect.stringMatching(/^Relay 2: (On|Off)/), isSeen: true },
    ]);
    const rows = await log()
      .locator(".log-row:not(.log-gap)")
      .evaluateAll((all) =>
        all.map((row) => {
          const text = row.querySelector(".log-text");
          const time = row.querySelector(".log-time .visually-hidden");
          return {
            word: text === null ? "" : getComputedStyle(text, "::before").content,
            exact: time?.textContent ?? "",
            isSeen: row.getBoundingClientRect().height > 0 && (time?.getBoundingClientRect().width ?? 0) > 20,
          };
        }),
      );
    expect(rows).not.toEqual([]);
    for (const row of rows)
      expect(row).toEqual({
        word: expect.stringMatching(/^"(Done|Warning|Failed|Note|Unconfirmed): "$/),
        exact: expect.stringMatching(/ \(\d+ \w+ \d{4} at \d\d:\d\d:\d\d .+\)/),
        isSeen: true,
      });
    const box = log().getByRole("region", { name: "Activity entries" });
    expect(await box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1);
    expect(await printFooter().textContent()).toMatch(
      new RegExp(`^${house.url}/dashboard\\?device=none · \\d+ \\w+ \\d{4} at \\d\\d:\\d\\d:\\d\\d `),
    );
    expect(await printFooter().isVisible()).toBe(true);
    const isLast = await printFooter().evaluate(
      (footer) => footer.getBoundingClientRect().bottom + scrollY >= document.body.scrollHeight - 40,
    );
    expect(isLast).toBe(true);
    await page.emulateMedia({ media: null });
  });

  test("alerts that are open: which there are, whether they are on, and nothing to fill in or to switch", async () => {
    const { page } = maria;
    await page.goto("/dashboard");
    await relayControl(page, "Pump house", "Well pump");
    const card = page.getByRole("article", { name: "Pump house" });
    await card.getByRole("button", { name: /^Email Alerts/ }).click();
    await card.getByLabel("Send me a mail when").selectOption({ label: "Power off" });
    await card.getByRole("button", { name: "Add alert", exact: true }).click();
    await card.getByRole("switch", { name: "Active: Power off" }).waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await card.locator("form:visible, select:visible, .alert-knob:visible, .button:visible").count()).toBe(0);
    expect(await card.locator(".alerts [role=switch]").allInnerTexts()).toEqual(["Active"]);
    await page.emulateMedia({ media: null });
    await card.getByRole("button", { name: /^Email Alerts/ }).click();
  });

  test("a history that is open: itself and not the page behind it", async () => {
    const { page } = maria;
    await page.goto("/dashboard");
    await (await relayControl(page, "Pump house", "Well pump")).scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: /History of Well pump/ }).click();
    const history = page.getByRole("dialog", { name: "History of Pump house" });
    await history.getByRole("slider").first().waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await chromeOnPaper(page)).toEqual([]);
    expect([await page.locator("#root").isVisible(), await history.isVisible(), await printFooter().isVisible()]).toEqual([
      false,
      true,
      true,
    ]);
    const isWhole = await history
      .locator(".dialog-body")
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight <= 1);
    expect(isWhole).toBe(true);
    await page.emulateMedia({ media: null });
    await page.keyboard.press("Escape");
  });
});

describe("Copy link", () => {
  const copied = () => maria.page.evaluate(() => navigator.clipboard.readText());

  test("of a history: the same device and range", async () => {
    const { page } = maria;
    await page.goto("/dashboard");
    await (await relayControl(page, "Pump house", "Well pump")).scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: /History of Well pump/ }).click();
    const history = page.getByRole("dialog", { name: "History of Pump house" });
    await history.getByRole("button", { name: "7 d" }).click();
    await history.getByRole("button", { name: "Copy link" }).click();
    await toastsOf(page).getByText("Copied").waitFor();
    const link = await copied();
    expect(new URL(link).searchParams.get("range")).toBe("7d");
    await page.goto("/profile");
    await page.goto(link);
    await history.getByRole("button", { name: "7 d", pressed: true }).waitFor();
    await page.keyboard.press("Escape");
  });

  test("of the log: the same filter", async () => {
    const { page } = maria;
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Filter the log" }).click();
    const panel = page.getByRole("dialog", { name: "Filter the log" });
    await panel.getByLabel("Search").fill("online");
    await panel.getByLabel("Kind").selectOption({ index: 1 });
    const found = await page.locator(".log-found").textContent();
    await panel.getByRole("button", { name: "Copy link" }).click();
    await toastsOf(page).getByText("Copied").waitFor();
    expect(await copied()).toBe(`${house.url}/dashboard?log=online&logKind=success`);
    await page.goto(await copied());
    await log().locator(".log-found").waitFor();
    await expect.poll(() => page.locator(".log-found").textContent()).toBe(found);
    expect(maria.complaints).toEqual([]);
  });
});

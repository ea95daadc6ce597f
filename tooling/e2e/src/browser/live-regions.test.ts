/** What is said to those who listen: nothing while devices only report, and of a command its end alone. [A12] */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { relayControl, truthLine, untilReady } from "./controls.ts";
import { commandStates, listenTo } from "./heard.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

/** Keeps every sentence that either live region says from now on; the answer reads them. */
async function keepSpoken(page: Page): Promise<() => Promise<string[]>> {
  const handle = await page.evaluateHandle(() => {
    const said: string[] = [];
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) said.push(node.textContent ?? "");
    });
    for (const region of document.querySelectorAll("[aria-live]:not([aria-live=off]), [role=status], [role=alert]"))
      observer.observe(region, { childList: true, subtree: true, characterData: true });
    return said;
  });
  return () => handle.evaluate((said) => [...said]);
}

test("[A12] a minute of reports says nothing; a command says its end, once", async () => {
  const maria = await visit(browser, house);
  const { page } = maria;
  const heard = listenTo(page);
  await enterDemo(maria);
  const control = await relayControl(page, "Pump house", "Well pump");
  const id = (await page.getByRole("article", { name: "Pump house" }).getAttribute("data-device")) ?? "";
  await untilReady(control);
  const spoken = await keepSpoken(page);
  expect(await page.locator("[aria-live]:not([aria-live=off])").count()).toBe(2);
  const reports = () => heard.filter(({ item }) => item.kind === "device" && item.device.id === id).length;
  // One every four seconds.
  const after = reports() + 15;
  await expect.poll(reports, { timeout: 120_000 }).toBeGreaterThanOrEqual(after);
  expect(await spoken()).toEqual([]);

  await control.getByRole("button", { name: "Off", exact: true }).click();
  await truthLine(control)
    .getByText(/confirmed/)
    .waitFor({ timeout: 30_000 });
  // What might still be said of it would be with the next reports.
  const later = reports() + 2;
  await expect.poll(reports, { timeout: 30_000 }).toBeGreaterThanOrEqual(later);
  expect(commandStates(heard, id).at(-1)).toBe("confirmed");
  expect(await spoken()).toEqual(["Well pump is off, confirmed"]);
  expect(maria.complaints).toEqual([]);
  await maria.context.close();
});

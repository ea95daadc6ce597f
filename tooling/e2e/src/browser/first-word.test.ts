/** The first word after a press comes from the page itself, however long the server takes; `npm run bench -- A8` tells the ms. [A8] */
import type { Browser, Locator } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { relayControl, untilReady } from "./controls.ts";
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

/** Begins to watch the control's row; the answer is how many pictures began between the press and the one that said “requested”. */
async function watchPress(control: Locator): Promise<() => Promise<number>> {
  const watching = await control.evaluateHandle((group) => {
    const row = group.parentElement;
    if (row === null) throw new Error("A control stands in its row");
    let pictures = Number.NaN;
    const count = () => {
      pictures += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    group.addEventListener("click", () => (pictures = 0), { capture: true, once: true });
    const seen = new Promise<number>((resolve) => {
      const words = new MutationObserver(() => {
        if (!row.textContent.includes("requested")) return;
        words.disconnect();
        resolve(pictures);
      });
      words.observe(row, { subtree: true, childList: true, characterData: true });
    });
    return { seen };
  });
  return () => watching.evaluate(({ seen }) => seen);
}

test("[A8] while the server is silent each press is told as requested in the very next picture", async () => {
  const maria = await visit(browser, house);
  const { page } = maria;
  await enterDemo(maria);
  const relays = ["Well pump", "Heater", "Light", "Relay 4"];
  for (const relay of relays) await untilReady(await relayControl(page, "Pump house", relay));
  house.freeze();
  const told: number[] = [];
  for (const relay of relays) {
    const control = await relayControl(page, "Pump house", relay);
    const pictures = await watchPress(control);
    await control.locator("button[aria-pressed=false]").click();
    told.push(await pictures());
  }
  expect(told).toEqual([0, 0, 0, 0]);
  expect(maria.complaints).toEqual([]);
  await maria.context.close();
});

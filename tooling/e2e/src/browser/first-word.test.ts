/** The first word after a press comes from the page itself, however long the server takes. [A8] */
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

/** Begins to watch the control's row; the answer is how long after the press a picture said “requested”, in ms. */
async function watchPress(control: Locator): Promise<() => Promise<number>> {
  const watching = await control.evaluateHandle((group) => {
    const row = group.parentElement;
    if (row === null) throw new Error("A control stands in its row");
    const pressed = new Promise<number>((resolve) => {
      group.addEventListener("click", ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
    });
    const seen = new Promise<number>((resolve) => {
      const words = new MutationObserver(() => {
        if (!row.textContent.includes("requested")) return;
        words.disconnect();
        // The second frame begins when the first has been drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      });
      words.observe(row, { subtree: true, childList: true, characterData: true });
    });
    return { after: async () => (await seen) - (await pressed) };
  });
  return () => watching.evaluate(({ after }) => after());
}

test("[A8] while the server is silent each press is told as requested within 100 ms", async () => {
  const maria = await visit(browser, house);
  const { page } = maria;
  await enterDemo(maria);
  const relays = ["Well pump", "Heater", "Light", "Relay 4"];
  for (const relay of relays) await untilReady(await relayControl(page, "Pump house", relay));
  house.freeze();
  const told: number[] = [];
  for (const relay of relays) {
    const control = await relayControl(page, "Pump house", relay);
    const after = await watchPress(control);
    await control.locator("button[aria-pressed=false]").click();
    told.push(await after());
  }
  console.info(`requested after ${told.map(Math.round).join(", ")} ms`);
  expect(Math.max(...told)).toBeLessThanOrEqual(100);
  expect(maria.complaints).toEqual([]);
  await maria.context.close();
});

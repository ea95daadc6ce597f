/** The moment in which the server is there again: the banner goes, the page moves up, and a finger may be on its way. [HD-5] */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { relayControl, untilReady } from "./controls.ts";
import { openGateway, type Gateway } from "./gateway.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";

let gateway: Gateway;
let house: House;
let browser: Browser;
beforeAll(async () => {
  gateway = await openGateway();
  [house, browser] = await Promise.all([openHouse({ environment: { PUBLIC_URL: gateway.url } }), openBrowser()]);
  gateway.leadTo(house.serverUrl);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});

/** In milliseconds. */
interface Moments {
  readonly bannerGone: number;
  readonly ready: number;
}

test("[HD-5] a relay that has just moved, because the banner above has gone, takes no press for half a second", async () => {
  const visitor = await visit(browser, house, { width: 390 });
  const { page, context, complaints } = visitor;
  await enterDemo(visitor);
  const control = await relayControl(page, "Pump house", "Well pump");
  await untilReady(control);
  gateway.setWayToApi("silent");
  gateway.setWayToStream("closed");
  await page.getByText("Switching is paused").first().waitFor();

  const watch = await control.evaluateHandle((group) => {
    let bannerGone = Infinity;
    let tell = (_moments: Moments) => {};
    const moments = new Promise<Moments>((resolve) => (tell = resolve));
    new MutationObserver(() => {
      const now = performance.now();
      if (document.querySelector("main .banner") !== null) bannerGone = Infinity;
      else bannerGone = Math.min(bannerGone, now);
      const isReady = group.querySelector("[aria-disabled=false]") !== null;
      if (isReady) tell({ bannerGone, ready: now });
    }).observe(document, { subtree: true, childList: true, attributes: true });
    return { moments };
  });
  gateway.setWayToApi("open");
  gateway.setWayToStream("open");
  const { bannerGone, ready } = await watch.evaluate(({ moments }) => moments);
  expect(ready - bannerGone).toBeGreaterThan(400);
  expect(complaints).toEqual([]);
  await context.close();
});

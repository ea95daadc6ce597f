/** “Start over” of the demo, whose answer may come long after the session it ended. [interface 6] */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGatedHouse } from "./gated-house.ts";
import type { Gateway } from "./gateway.ts";
import { enterDemo, openBrowser, visit, type House } from "./house.ts";

let gateway: Gateway;
let house: House;
let browser: Browser;
beforeAll(async () => {
  [{ gateway, house }, browser] = await Promise.all([openGatedHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("[interface 6] a page that starts the demo over waits for the answer and lands; the other one is told that it is signed out", async () => {
  const visitor = await visit(browser, house, { width: 1280 });
  await enterDemo(visitor);
  const { page, context, complaints } = visitor;
  const other = await context.newPage();
  await other.goto("/");
  await button(other, "What can I try?").waitFor();

  const answer = gateway.holdNext("/demo/reset");
  await button(page, "What can I try?").click();
  await button(page, "Start over").click();
  await answer.isHeld;
  await other.waitForURL("**/login?*");
  expect(new URL(page.url()).pathname).toBe("/");
  await button(page, "Starting over…").waitFor();
  answer.letGo();
  await button(page, "Try the demo, no account").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

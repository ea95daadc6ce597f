/**
 * Every screen, in both themes at three widths: nothing for axe to find, nothing sideways, nothing blank below the end,
 * nothing against the content policy. In `npm test` axe sees each state at one width and theme, rotated; in
 * `npm run test:full` every state at all. [A1, A6, HD-1]
 */
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { relayControl } from "./controls.ts";
import { googleOffered } from "./google-screens.ts";
import { openBrowser, openHouse, visit, enterDemo, type House, type Visit } from "./house.ts";
import { fillTheLog } from "./log-filling.ts";
import { widths, type ScreenState } from "./screens.ts";
import { holdToast } from "./toasts.ts";
import { rounds, themeOf, wrongIn } from "./turns.ts";
import { enterAs, registerNewcomer, walks } from "./walks.ts";
import { openWire, type Wire } from "./wire.ts";

let house: House;
let browser: Browser;
let wire: Wire;

beforeAll(async () => {
  [house, browser, wire] = await Promise.all([
    openHouse({ latencyMs: [0, 0], environment: googleOffered }),
    openBrowser(),
    openWire(),
  ]);
  await fillTheLog(browser, house);
  await registerNewcomer(browser, house);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), wire.close()]);
});

describe.each(rounds)("[A1, A6, HD-1] %s", (round) => {
  test.each(walks)("$name", async ({ as, states }) => {
    const visitor = await visit(browser, house, { theme: themeOf(round), wire });
    await enterAs(visitor, as);
    expect(await walk(visitor, states)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });
});

describe("[HD-1] the content policy", () => {
  test.each(["/", "/login", "/docs", "/no-such-page"])("%s carries it, with a nonce of its own each time", async (path) => {
    const { page, context } = await visit(browser, house);
    const policies = [];
    for (let n = 0; n < 2; n += 1) policies.push((await page.request.get(path)).headers()["content-security-policy"] ?? "");
    for (const policy of policies) expect(policy.replace(/'nonce-[\w-]{20,}'/, "'nonce-R'")).toBe(contentPolicy());
    expect(policies[0]).not.toBe(policies[1]);
    await context.close();
  });

  test("a toast is dragged away under it", async () => {
    const visitor = await visit(browser, house);
    await enterDemo(visitor);
    const { page } = visitor;
    const boiler = await relayControl(page, "Cabin", "Boiler");
    const on = boiler.getByRole("button", { name: "On", exact: true });
    const toast = await holdToast(page, "Device must be online", () => on.click({ force: true }));
    const box = await toast.boundingBox();
    if (box === null) throw new Error("A toast is on the page");
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y, { steps: 3 });
    expect(await toast.getAttribute("data-swipe")).toBe("move");
    await page.mouse.move(x + 120, y, { steps: 3 });
    await page.mouse.up();
    await toast.waitFor({ state: "detached", timeout: 3_000 });
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });
});

function contentPolicy(): string {
  const socket = house.url.replace(/^http/, "ws");
  return (
    "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-R'; img-src 'self' data:; object-src 'none'; base-uri 'none'; " +
    `frame-ancestors 'none'; form-action 'self'; connect-src 'self' ${socket}; require-trusted-types-for 'script'; trusted-types relaydeck-sw`
  );
}

/** Walks the states; one line for each thing that is wrong in one of them. */
async function walk({ page }: Visit, states: readonly ScreenState[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const [turn, state] of states.entries()) {
    const shownAt = state.widths ?? widths;
    await page.setViewportSize({ width: shownAt.at(-1) ?? 1280, height: 900 });
    await state.open({ page, wire });
    wrong.push(...(await wrongIn(page, state, turn)));
    await state.close?.({ page, wire });
    if (state.floating !== undefined) await page.locator(state.floating).waitFor({ state: "detached" });
  }
  return wrong;
}

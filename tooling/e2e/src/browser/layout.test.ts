/** Where things stand: nothing is cut, nothing that needs saying is left out for want of room, nothing pushes its neighbours. */
import type { Browser, Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { relayControl, untilReady } from "./controls.ts";
import { expectSeen } from "./focus.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { sidewaysScroll } from "./inspection.ts";

let house: House;
let browser: Browser;
let maria: Visit;

beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
  maria = await visit(browser, house);
  await enterDemo(maria);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

describe.each([360, 768, 1280])("[A6] at %i px", (width) => {
  test("every row of the list shows how old its word is, or says it in the badge", async () => {
    await sized(width);
    const rows = maria.page.locator(".device-compact:not([data-open])");
    expect(await rows.count()).toBeGreaterThan(2);
    for (const row of await rows.all()) {
      const words = await row.innerText();
      expect(words).toMatch(/heard|since|Connecting/);
    }
  });

  test("every filter button is wholly to be seen, on a phone when the keyboard is there", async () => {
    await sized(width);
    const filter = await boxOf(maria.page.getByRole("searchbox", { name: "Filter devices" }));
    for (const button of await maria.page.locator(".count").all()) {
      if (width < 768) await button.press("Shift");
      const box = await boxOf(button);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      const isBeside = box.x + box.width <= filter.x;
      expect(isBeside || box.y + box.height <= filter.y).toBe(true);
      expect(await isInFront(button)).toBe(true);
    }
  });

  test("[D40] System Status is not cut", async () => {
    await sized(width);
    const status = maria.page.getByRole("region", { name: "Status details" });
    const [whole, shown] = await status.evaluate((box) => [box.scrollHeight, box.clientHeight]);
    expect(whole).toBeLessThanOrEqual(shown ?? 0);
  });
});

test("[HD-6, A6] on a phone the counts are one row: it is pushed sideways, the page is not, and a cut one tells of more", async () => {
  await sized(360);
  const { page } = maria;
  const counts = page.locator(".count");
  await counts.first().focus();
  const boxes = await Promise.all((await counts.all()).map(boxOf));
  expect(boxes.length).toBeGreaterThan(2);
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
  expect(boxes.some(({ x, width }) => x < 360 && x + width > 360)).toBe(true);
  await page.locator(".counts").evaluate((row) => row.scrollTo({ left: row.scrollWidth, behavior: "instant" }));
  const last = await boxOf(counts.last());
  expect(Math.round(last.x + last.width)).toBe(360 - 16);
  await counts.first().focus();
  for (let n = 1; n < boxes.length; n += 1) {
    await page.keyboard.press("Tab");
    await expectSeen(page, `on count ${n + 1}`);
    const box = await boxOf(counts.nth(n));
    expect(box.x + box.width).toBeLessThanOrEqual(360);
  }
  expect(await counts.last().evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await sidewaysScroll(page)).toBe(0);
});

test("in the cards, one-relay devices that follow each other stand over each other beside a taller one", async () => {
  await sized(1280);
  const { page } = maria;
  await page.getByRole("button", { name: "Cards" }).click();
  const cards = await page.locator(".cards").first().locator(".device").all();
  const seen = await Promise.all(
    cards.map(async (card) => ({ ...(await boxOf(card)), isSingle: (await card.getAttribute("data-single")) !== null })),
  );
  const inRows = seen.filter((card, n) => card.isSingle && seen[n + 1]?.isSingle === true);
  expect(seen.some((card) => card.isSingle)).toBe(true);
  for (const card of inRows) {
    const next = seen[seen.indexOf(card) + 1];
    expect(next === undefined || next.y - card.y < 300).toBe(true);
  }
  await page.getByRole("button", { name: "List" }).click();
});

describe.each(["en-GB", "de-DE"] as const)("[A10] a row that ends in a failure, in %s", (locale) => {
  let home: Visit;
  beforeAll(async () => {
    home = await visit(browser, house, { locale });
    const { page } = home;
    await page.goto("/");
    await page.request.post("/demo/session", { data: { as: "demo" }, headers: { origin: house.url } });
    await page.goto("/");
  });
  afterAll(() => home.context.close());

  test.each([320, 390, 768, 1280])("keeps its height, and its neighbours their place, at %i px", async (width) => {
    const { page } = home;
    await page.setViewportSize({ width, height: 900 });
    const control = await relayControl(page, "Pump house", "Well pump");
    await untilReady(control);
    const pumpHouse = page.getByRole("article", { name: "Pump house" });
    await pumpHouse.scrollIntoViewIfNeeded();
    await pumpHouse.locator(".strip").first().waitFor();
    const row = control.locator("xpath=..");
    const seen = await keepPlaces(row);
    const effect = { kind: "status", status: 404, body: { ok: false, error: "Function not found" } };
    await house.sim("POST /faults", { match: { device: "P0SIM0001", operation: "function" }, effect });
    await control.locator("[aria-pressed=false]").click();
    await row.and(page.locator("[data-truth=failed]")).waitFor();
    await row.locator(".relay-actions").getByRole("button").last().click();
    await row.and(page.locator(":not([data-truth=failed])")).waitFor();
    expect(await seen()).toEqual([expect.any(String)]);
  });
});

test("[D15] the page that is not there says so once", async () => {
  const { page, context } = await visit(browser, house);
  await page.goto("/no-such-page");
  await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  expect((await page.getByRole("main").innerText()).match(/404/g)).toHaveLength(1);
  await context.close();
});

test("the toast of a refused sign-in is gone at the next try and on another page", async () => {
  const { page, context } = await visit(browser, house);
  const failure = page.getByRole("region", { name: /Notifications/ }).getByText("Invalid Credentials");
  const tryOnce = async () => {
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await failure.waitFor();
    await page
      .getByRole("region", { name: /Notifications/ })
      .getByRole("listitem")
      .hover();
  };
  await page.goto("/login");
  await tryOnce();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByRole("button", { name: "Create account" }).waitFor();
  await expect.poll(() => failure.count(), { timeout: 2_000 }).toBe(0);
  await context.close();
});

async function sized(width: number): Promise<void> {
  await maria.page.setViewportSize({ width, height: 900 });
}

async function boxOf(thing: Locator) {
  const box = await thing.boundingBox();
  if (box === null) throw new Error("It is on the page");
  return box;
}

/** Nothing else lies over its right end. */
function isInFront(thing: Locator): Promise<boolean> {
  return thing.evaluate((element) => {
    element.scrollIntoView({ block: "center" });
    const { right, top, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(right - 6, top + height / 2);
    return hit !== null && element.contains(hit);
  });
}

/** Keeps each new place of the row and of the next ones, frame by frame: `height, tops within the list`. The answer reads them. */
async function keepPlaces(row: Locator): Promise<() => Promise<string[]>> {
  const handle = await row.evaluateHandle((element) => {
    const list = element.parentElement;
    if (list === null) throw new Error("A row stands in a list");
    const places: string[] = [];
    const look = () => {
      const start = list.getBoundingClientRect().top;
      const tops = [...list.children].map((other) => Math.round(other.getBoundingClientRect().top - start));
      const place = `${element.getBoundingClientRect().height.toFixed(1)}, ${tops.join(" ")}`;
      if (!places.includes(place)) places.push(place);
      frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return { places, stop: () => cancelAnimationFrame(frame) };
  });
  return () =>
    handle.evaluate((keeper) => {
      keeper.stop();
      return keeper.places;
    });
}

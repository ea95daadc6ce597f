/**
 * Nothing jumps while time passes: each screen that lives stands open for five minutes of reports, and of a relay that
 * somebody works by hand, and what moved in it is added up. [A3]
 *
 * In real time: ages, freshness and the pace of pictures hang on the server's clock, which no page can be given another of.
 */
import { sleep, systemClock } from "@relaydeck/kit/clock";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applicationPaths, pathWithDevice } from "./addresses.ts";
import { relayControl, untilReady } from "./controls.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { mostShift, shiftsOf, watchShifts } from "./shifts.ts";

const minuteMs = 60_000;
/** The brief's. */
const watchMs = 5 * minuteMs;
/** Between two presses at the device. */
const pressEveryMs = 5_000;
/** What a screen fetches when it is there has come. */
const settleMs = 5_000;
/** The console looks for news every ten seconds while somebody is at it; that it did this often, busy as the machine may be, is enough. */
const leastLooks = 20;
const device = "P0SIM0001";

interface Screen {
  /** With its tab, unless that is open without a word. */
  readonly path: string;
  /** Of the page, or of the dialog that the address opens. */
  readonly heading: string;
  readonly as: "demo" | "admin";
  readonly width: number;
  readonly theme: "light" | "dark";
}

const screens: readonly Screen[] = [
  { path: "/dashboard", heading: "Dashboard", as: "demo", width: 1280, theme: "light" },
  { path: "/dashboard", heading: "Dashboard", as: "demo", width: 360, theme: "dark" },
  { path: "/profile", heading: "Your profile", as: "demo", width: 768, theme: "light" },
  { path: "/admin/dashboard", heading: "Admin console", as: "admin", width: 1280, theme: "dark" },
  { path: "/admin/dashboard?tab=devices", heading: "Admin console", as: "admin", width: 1280, theme: "light" },
  { path: "/admin/dashboard?tab=activity", heading: "Admin console", as: "admin", width: 360, theme: "light" },
  { path: "/admin/dashboard?tab=audit", heading: "Admin console", as: "admin", width: 768, theme: "dark" },
  { path: "/admin/analytics", heading: "Analytics", as: "admin", width: 1280, theme: "light" },
  { path: "/admin/analytics?tab=device", heading: "Analytics", as: "admin", width: 768, theme: "dark" },
  { path: "/admin/analytics?tab=api", heading: "Analytics", as: "admin", width: 360, theme: "light" },
  { path: "/admin/operations", heading: "Operations", as: "admin", width: 1280, theme: "dark" },
  {
    path: "/dashboard?device=DEVICE&view=history&range=1h",
    heading: "History of Pump house",
    as: "demo",
    width: 1280,
    theme: "light",
  },
];
/** Forms and sentences: nothing on them changes without a press. `/` is the start page, or the dashboard. */
const still = [
  "/",
  "/login",
  "/register",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/pause-alert",
  "/confirm-email",
  "/accept-invite",
  "/admin/login",
  "/admin/change-password",
  // A link.
  "/admin/dashboard?tab=analytics",
];

const clock = systemClock();
let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

test("[A3] every address of the application, and every tab on it, is watched here, or nothing on it lives", async () => {
  const known = new Set([...still, ...screens.map(({ path }) => path)]);
  const watched = new Set([...known].map((path) => path.replace(/\?.*/, "")));
  expect(applicationPaths().filter((path) => !watched.has(path))).toEqual([]);

  const withTabs = new Map<string, Screen>();
  for (const screen of screens.toReversed()) withTabs.set(screen.path.replace(/\?.*/, ""), screen);
  const addresses: string[] = [];
  for (const [path, screen] of withTabs) {
    const { page, context } = await open({ ...screen, path });
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await tab.and(page.locator("[aria-selected=true]")).waitFor();
      addresses.push(page.url().replace(house.url, ""));
    }
    await context.close();
  }
  expect(addresses).toContain("/admin/analytics?tab=api");
  expect(addresses.filter((address) => !known.has(address))).toEqual([]);
});

test("[A3] in five minutes of live updates no screen shifts by more than 0.05", { timeout: 10 * minuteMs }, async () => {
  // One after another: a dozen first loads at once are too much for two cores.
  const visitors: Visit[] = [];
  for (const screen of screens) visitors.push(await open(screen));
  const pages = visitors.map(({ page }) => page);
  await sleep(clock, settleMs);
  for (const { page, requests } of visitors) {
    expect(await page.locator(".list-loading, .analytics-loading").count()).toBe(0);
    await page.evaluate(() => void (window.shifts = []));
    requests.length = 0;
  }
  const logged = await pages[0]?.getByText(/Light turned o/).count();
  const end = clock.monotonic() + watchMs;
  for (let count = 0; clock.monotonic() < end; count += 1) {
    await house.sim(`POST /devices/${device}/button`, { relay: 3, state: count % 2 === 0 ? "on" : "off" });
    // Before a page at which nobody is the console stands still after two minutes.
    await Promise.all(pages.map((page) => page.mouse.move(1, 1 + (count % 2))));
    await sleep(clock, pressEveryMs);
  }
  // What was watched did live.
  expect(await pages[0]?.getByText(/Light turned o/).count()).toBeGreaterThan((logged ?? 0) + 10);
  const stood = visitors.filter(({ requests }, index) => {
    const looks = requests.filter((request) => request.includes("admin.summary")).length;
    return screens[index]?.path.startsWith("/admin/dashboard") === true && looks <= leastLooks;
  });
  expect(stood.map(({ page }) => page.url())).toEqual([]);
  const told = await Promise.all(pages.map(shiftsOf));
  console.info(`Shift in ${watchMs / minuteMs} min: ${told.map(({ total }) => total.toFixed(4)).join(", ")}`);
  expect(told.flatMap(({ total, moved }, index) => (total <= mostShift ? [] : [screens[index]?.path, ...moved]))).toEqual([]);
});

test("[A3, HD-5] a page that stood still for 12 s: nothing moves while it asks what is true", async () => {
  const { page, context } = await open({ path: "/dashboard", heading: "Dashboard", as: "demo", width: 1280, theme: "light" });
  await sleep(clock, settleMs);
  const control = await relayControl(page, "Pump house", "Well pump");
  await untilReady(control);
  // What is inert at any time in between is kept, however short.
  await control.evaluate((element) => {
    window.shifts = [];
    new MutationObserver(() => {
      if (element.querySelector("[aria-disabled=true]") !== null) element.setAttribute("data-was-inert", "");
    }).observe(element, { subtree: true, attributes: true, attributeFilter: ["aria-disabled"] });
    const end = performance.now() + 12_500;
    while (performance.now() < end);
  });
  await expect.poll(() => control.getAttribute("data-was-inert"), { timeout: 10_000 }).toBe("");
  await untilReady(control);
  const { total, moved } = await shiftsOf(page);
  expect(total <= mostShift ? [] : moved).toEqual([]);
  await context.close();
});

async function open({ path, heading, as, width, theme }: Screen): Promise<Visit> {
  const visitor = await visit(browser, house, { width, theme });
  const { page } = visitor;
  if (as === "demo") await enterDemo(visitor);
  else await page.request.post("/demo/session", { data: { as }, headers: { origin: house.url } });
  await watchShifts(page);
  await page.goto(await pathWithDevice(page, path));
  await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
  return visitor;
}

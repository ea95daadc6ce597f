/**
 * Nothing jumps while time passes: each screen that lives stands open for five minutes of reports, and of a relay that
 * somebody works by hand, and what moved in it is added up. [A3]
 *
 * In real time: ages, freshness and the pace of pictures hang on the server's clock, which no page can be given another of.
 */
import { sleep, systemClock } from "@relaydeck/kit/clock";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applicationPaths, pathWithDevice } from "./addresses.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";
import { mostShift, shiftsOf, watchShifts } from "./shifts.ts";

const minuteMs = 60_000;
/** The brief's. */
const watchMs = 5 * minuteMs;
/** Between two presses at the device. */
const pressEveryMs = 5_000;
/** What a screen fetches when it is there has come. */
const settleMs = 5_000;
const device = "P0SIM0001";

interface Screen {
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
  { path: "/admin/analytics", heading: "Analytics", as: "admin", width: 1280, theme: "light" },
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

test("[A3] every address of the application is watched here, or nothing on it lives", () => {
  const known = new Set([...still, ...screens.map(({ path }) => path.replace(/\?.*/, ""))]);
  expect(applicationPaths().filter((path) => !known.has(path))).toEqual([]);
});

test("[A3] in five minutes of live updates no screen shifts by more than 0.05", { timeout: 10 * minuteMs }, async () => {
  const pages = await Promise.all(screens.map(open));
  await sleep(clock, settleMs);
  for (const page of pages) await page.evaluate(() => void (window.shifts = []));
  const logged = await pages[0]?.getByText(/Light turned o/).count();
  const end = clock.monotonic() + watchMs;
  for (let count = 0; clock.monotonic() < end; count += 1) {
    await house.sim(`POST /devices/${device}/button`, { relay: 3, state: count % 2 === 0 ? "on" : "off" });
    await sleep(clock, pressEveryMs);
  }
  // What was watched did live.
  expect(await pages[0]?.getByText(/Light turned o/).count()).toBeGreaterThan((logged ?? 0) + 10);
  const told = await Promise.all(pages.map(shiftsOf));
  console.info(`Shift in ${watchMs / minuteMs} min: ${told.map(({ total }) => total.toFixed(4)).join(", ")}`);
  expect(told.flatMap(({ total, moved }, index) => (total <= mostShift ? [] : [screens[index]?.path, ...moved]))).toEqual([]);
});

async function open({ path, heading, as, width, theme }: Screen): Promise<Page> {
  const visitor = await visit(browser, house, { width, theme });
  const { page } = visitor;
  if (as === "demo") await enterDemo(visitor);
  else await page.request.post("/demo/session", { data: { as }, headers: { origin: house.url } });
  await watchShifts(page);
  await page.goto(await pathWithDevice(page, path));
  await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
  return page;
}

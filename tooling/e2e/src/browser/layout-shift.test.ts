/**
 * Nothing jumps: every address of the application is opened cold, on a slow phone's processor and network, and what moved while
 * it came is added up. On the profile somebody elsewhere goes on changing things. [A3]
 */
import { errors, type Browser, type CDPSession, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applicationPaths, pathWithDevice } from "./addresses.ts";
import { googleOffered } from "./google-screens.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";
import { mostShift, shiftsOf, watchShifts } from "./shifts.ts";

/** Slow 4G, as the browser's own tools have it: round trip in ms, bytes a second. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowProcessor = { rate: 4 };
const anyNetwork = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const anyProcessor = { rate: 1 };
/** Slowed so, beside other tests, a page may take its time; what is measured is no time. */
const mostLoadingMs = 60_000;

const looks = [
  { theme: "light", width: 360 },
  { theme: "dark", width: 1280 },
  { theme: "light", width: 1280 },
  { theme: "dark", width: 360 },
] as const;

interface Opened {
  readonly name: string;
  readonly path: string;
  readonly isInside?: true;
  readonly isAdmin?: true;
  /** Stands at the end of its loading, in the page itself. */
  readonly until: (page: Page) => Promise<unknown>;
}

const button = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).waitFor();
const heading = (name: string) => (page: Page) => page.getByRole("heading", { name, exact: true }).waitFor();

/** All devices are there, and nothing that the page shows of itself is still being read. */
async function untilSettled(page: Page): Promise<void> {
  await page.getByRole("article", { name: "Workshop" }).waitFor();
  await page.waitForFunction(() => {
    const busy = [...document.querySelectorAll("[aria-busy=true]")];
    return busy.every((part) => part.getBoundingClientRect().top > innerHeight);
  });
}

const opened: readonly Opened[] = [
  { name: "landing", path: "/", until: button("Try the demo, no account") },
  { name: "login", path: "/login", until: button("Sign in") },
  {
    name: "login with a message",
    path: "/login?message=google-cancelled",
    until: (page) => page.locator("#root .notice").waitFor(),
  },
  { name: "login, code", path: "/login?message=second-step", until: heading("Enter your code") },
  { name: "register", path: "/register", until: button("Create account") },
  { name: "verify-email", path: "/verify-email?token=made-up", until: button("Resend Verification Email") },
  { name: "forgot-password", path: "/forgot-password", until: button("Send reset link") },
  { name: "reset-password", path: "/reset-password?token=made-up", until: button("Set password") },
  { name: "404", path: "/no/such/page", until: (page) => page.locator("#root").getByText("There is nothing at").waitFor() },
  { name: "forgot-password, signed in", path: "/forgot-password", isInside: true, until: button("Send reset link") },
  { name: "profile", path: "/profile", isInside: true, until: (page) => page.getByText("This one").waitFor() },
  { name: "pause-alert", path: "/pause-alert?token=made-up", until: button("Pause this alert") },
  { name: "dashboard", path: "/dashboard", isInside: true, until: untilSettled },
  {
    name: "history of a device",
    path: "/dashboard?device=DEVICE&view=history&range=24h",
    isInside: true,
    until: (page) => page.getByRole("dialog").getByRole("slider", { name: "Current" }).waitFor(),
  },
  {
    name: "invitation",
    path: "/accept-invite?token=made-up",
    isInside: true,
    until: (page) => page.getByText("Somebody shares a device with").waitFor(),
  },
  { name: "confirm-email", path: "/confirm-email?token=made-up", isInside: true, until: button("Confirm") },
  { name: "admin sign-in", path: "/admin/login", until: button("Sign in") },
  { name: "admin console", path: "/admin/dashboard", isAdmin: true, until: heading("Admin console") },
  { name: "admin analytics", path: "/admin/analytics", isAdmin: true, until: heading("Recent Relay Commands") },
  {
    name: "admin analytics, devices",
    path: "/admin/analytics?tab=device&days=30",
    isAdmin: true,
    until: (page) => page.getByRole("row", { name: /Pump house/ }).waitFor(),
  },
  {
    name: "admin analytics, provider's API",
    path: "/admin/analytics?tab=api",
    isAdmin: true,
    until: (page) => page.getByRole("slider", { name: "Calls to the device cloud" }).waitFor(),
  },
  {
    name: "admin operations",
    path: "/admin/operations",
    isAdmin: true,
    until: (page) => page.getByText("No mail has failed.").waitFor(),
  },
  { name: "admin password", path: "/admin/change-password", isAdmin: true, until: button("Set up two-step sign-in") },
];

/** Addresses that were asked for and have not answered yet. */
function unansweredOf(page: Page): ReadonlySet<string> {
  const unanswered = new Set<string>();
  page.on("request", (request) => unanswered.add(request.url()));
  page.on("requestfinished", (request) => unanswered.delete(request.url()));
  page.on("requestfailed", (request) => unanswered.delete(request.url()));
  return unanswered;
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Network.emulateNetworkConditions", slowNetwork);
  await devtools.send("Emulation.setCPUThrottlingRate", slowProcessor);
}

/**
 * Whether the page came, slowed down. The browser's own slowing comes to a stand now and then (github.com/microsoft/playwright,
 * issue 22676): then the page comes as soon as it is no longer slowed, and is to be opened anew. A page that does not come even
 * then is at fault itself.
 */
async function comesSlowly(page: Page, address: string): Promise<boolean> {
  const devtools = await page.context().newCDPSession(page);
  await slowDown(devtools);
  const unanswered = unansweredOf(page);
  try {
    await page.goto(address, { timeout: mostLoadingMs });
    return true;
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    const waitedFor = [...unanswered].join(", ");
    await devtools.send("Network.emulateNetworkConditions", anyNetwork);
    await devtools.send("Emulation.setCPUThrottlingRate", anyProcessor);
    await page.waitForLoadState("load", { timeout: mostLoadingMs }).catch((cause: unknown) => {
      throw new Error(`${address} does not load, nor when it is no longer slowed; it waited for ${waitedFor}`, { cause });
    });
    console.log(`${address}: the browser's slowing came to a stand; it waited for ${waitedFor}`);
    return false;
  }
}

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0], environment: googleOffered }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

test("[A3] every address of the application is opened here", () => {
  const known = new Set(opened.map(({ path }) => path.replace(/\?.*/, "")));
  expect(applicationPaths().filter((path) => !known.has(path))).toEqual([]);
});

const rounds = opened.flatMap((screen) => looks.map((look) => ({ ...screen, ...look })));

describe("[A3] what moves while it loads", () => {
  /** What moved, by how much in all; null where the browser's slowing came to a stand. */
  async function seenSlowly({ path, isInside, isAdmin, until, theme, width }: (typeof rounds)[number]) {
    const visitor = await visit(browser, house, { theme, width });
    const { page } = visitor;
    if (isInside) await enterDemo(visitor);
    if (isAdmin) await page.request.post("/demo/session", { data: { as: "admin" } });
    const address = await pathWithDevice(page, path);
    await watchShifts(page);
    const isSlowed = await comesSlowly(page, address);
    if (isSlowed) {
      await until(page);
      await page.waitForLoadState("networkidle");
    }
    const seen = isSlowed ? await shiftsOf(page) : null;
    await visitor.context.close();
    return seen;
  }

  test.each(rounds)("$name, $theme, $width px", async (round) => {
    const seen = (await seenSlowly(round)) ?? (await seenSlowly(round));
    if (seen === null) throw new Error("The browser's slowing came to a stand twice");
    expect(seen.total <= mostShift ? [] : seen.moved).toEqual([]);
  });

  test("the profile, while the same person renames themselves and comes and goes elsewhere", async () => {
    const here = await visit(browser, house, { width: 1280 });
    const { page } = here;
    await enterDemo(here);
    await watchShifts(page);
    await page.goto("/profile");
    await page.getByText("This one").waitFor();
    for (const firstName of ["Marianne", "Mia", "Maria"]) {
      const elsewhere = await visit(browser, house);
      await enterDemo(elsewhere);
      const { request } = elsewhere.page;
      expect((await request.patch("/api/auth/user", { data: { firstName } })).status()).toBe(200);
      await page.getByRole("button", { name: "M, user menu" }).waitFor();
      await request.post("/api/auth/logout");
      await elsewhere.context.close();
    }
    const { total, moved } = await shiftsOf(page);
    expect(total <= mostShift ? [] : moved).toEqual([]);
    await here.context.close();
  });
});

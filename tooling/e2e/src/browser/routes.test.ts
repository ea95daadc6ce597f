/**
 * Which address shows what, to whom, in which colours: the pages without a session and with one, the way through the sign-in
 * and back, what no address leads to. [D8, D14, D15]
 */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit, type VisitOptions } from "./house.ts";

let house: House;
let browser: Browser;
const visitors: Visit[] = [];
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
afterEach(async () => {
  const ended = visitors.splice(0);
  await Promise.all(ended.map(({ context }) => context.close()));
  const complaints = ended.flatMap((visitor) => visitor.complaints);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
});

async function arrive(options: VisitOptions = {}): Promise<Page> {
  const visitor = await visit(browser, house, options);
  visitors.push(visitor);
  return visitor.page;
}

async function arriveInside(options: VisitOptions = {}): Promise<Page> {
  const page = await arrive(options);
  await enterDemo({ page, context: page.context(), complaints: [], requests: [] });
  return page;
}

const demo = { email: "demo@relaydeck.test", password: "demo switch over there" };
const pathOf = (page: Page) => page.url().replace(house.url, "");
const isAt = (page: Page, path: string) => page.waitForURL(`${house.url}${path}`, { timeout: 10_000, waitUntil: "commit" });
const h1 = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(demo.email);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const always = [
  { path: "/verify-email", heading: "This did not work" },
  { path: "/forgot-password", heading: "Forgot your password?" },
  { path: "/reset-password?token=made-up", heading: "Choose a new password" },
  { path: "/pause-alert?token=made-up", heading: "Pause an email alert" },
];
const unknown = ["/no-such-page", "/dashboard/more", "/Login", "/no/such.html", "/profile2"];

describe("[D15] pages", () => {
  test.each([
    { path: "/", heading: "Switch power from anywhere, and know it worked." },
    { path: "/login", heading: "Sign in" },
    { path: "/register", heading: "Create your account" },
    ...always,
  ])("signed out, $path is $heading", async ({ path, heading }) => {
    const page = await arrive();
    expect((await page.goto(path))?.status()).toBe(200);
    await h1(page, heading);
    expect(pathOf(page)).toBe(path);
  });

  test("signed in, the pages behind mailed links still work, and the sign-in pages lead home", async () => {
    const page = await arriveInside();
    for (const { path, heading } of always) {
      expect((await page.goto(path))?.status()).toBe(200);
      await h1(page, heading);
      expect(pathOf(page)).toBe(path);
    }
    for (const path of ["/login", "/register", "/dashboard", "/"]) {
      expect((await page.goto(path))?.status()).toBe(200);
      await h1(page, "Dashboard");
      expect(pathOf(page)).toBe(path === "/dashboard" ? path : "/");
    }
  });

  test.each(["signed out", "signed in"])("%s, any other path is 404 Page Not Found, with the way back", async (who) => {
    const page = who === "signed in" ? await arriveInside() : await arrive();
    for (const path of unknown) {
      expect((await page.goto(path))?.status()).toBe(404);
      await h1(page, "404 Page Not Found");
      expect(await page.title()).toBe("404 Page Not Found · Relaydeck");
      await page.getByText(`There is nothing at ${path}.`).waitFor();
    }
    await page.getByRole("link", { name: who === "signed in" ? "Go to dashboard" : "Go to home page" }).click();
    await isAt(page, "/");
    await h1(page, who === "signed in" ? "Dashboard" : "Switch power from anywhere, and know it worked.");
  });

  test("signed in, the page that is not there offers the search: by its button, again, and on to a device", async () => {
    const page = await arriveInside({ width: 390 });
    expect((await page.goto("/no-such-page"))?.status()).toBe(404);
    const search = page.getByRole("button", { name: "Search or run…" });
    const palette = page.getByRole("dialog", { name: "Search or run" });
    for (const query of ["xyz", "pump house"]) {
      await search.click();
      await palette.getByRole("combobox").and(page.locator(":focus")).waitFor();
      await palette.getByRole("combobox").fill(query);
      if (query === "xyz") await palette.getByText("Nothing matches ‘xyz’.").waitFor();
      else await palette.getByRole("option", { name: /^Pump house/ }).waitFor();
      await page.keyboard.press("Escape");
      await search.and(page.locator(":focus")).waitFor();
    }
    await search.click();
    await palette.getByRole("combobox").fill("pump house");
    await palette.getByRole("option", { name: /^Pump house/ }).click();
    await page.waitForURL(/\/dashboard\?device=dev_/);
    await page.getByRole("article", { name: "Pump house" }).waitFor();
  });

  test("signed out, it offers no search: there is nothing that belongs to the visitor", async () => {
    const page = await arrive();
    await page.goto("/no-such-page");
    await page.getByRole("link", { name: "Go to home page" }).waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
  });

  test("the links of the product document lead where it says", async () => {
    const page = await arrive();
    for (const [from, name, to] of [
      ["/", "Sign In", "/login"],
      ["/", "Get Started", "/register"],
      ["/login", "Forgot your password?", "/forgot-password"],
      ["/login", "Create an account", "/register"],
      ["/register", "Sign in", "/login"],
      ["/verify-email", "Register Again", "/register"],
      ["/verify-email", "Back to Home", "/"],
      ["/login", "Relaydeck", "/"],
    ] as const) {
      await page.goto(from);
      await page.getByRole("link", { name, exact: true }).first().click();
      await isAt(page, to);
      expect(pathOf(page)).toBe(to);
    }
  });
});

describe("[D8] signed out on a page of the signed-in area", () => {
  test.each([
    ["/dashboard?device=dev_nothing", ["Unauthorized - You are logged out. Logging in again..."]],
    ["/profile", ["Unauthorized", "You are logged out. Logging in again..."]],
    ["/confirm-email?token=made-up", ["Unauthorized", "You are logged out. Logging in again..."]],
  ])("%s says so, goes through /api/login to the sign-in, and after it comes back", async (path, words) => {
    const page = await arrive();
    const through = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/login");
    await page.addInitScript(keepToasts);
    await page.goto(path);
    await through;
    // A mailed token waits in the tab, not in the address. [ML-10]
    await isAt(page, `/login?returnTo=${encodeURIComponent(path.replace("?token=made-up", ""))}`);
    expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem("toasts-said") ?? "[]") as unknown)).toEqual(words);
    await signIn(page);
    await isAt(page, path);
    await page.getByRole("button", { name: /user menu/ }).waitFor();
  });

  test("a session that ends while its page is open ends in the same place", async () => {
    const page = await arriveInside();
    await page.goto("/dashboard");
    await page.getByRole("button", { name: /Connected/ }).waitFor();
    await page.request.post("/api/auth/logout");
    await isAt(page, "/login?returnTo=%2Fdashboard");
    await h1(page, "Sign in");
    expect(await page.getByText("Dashboard").count()).toBe(0);
  });

  test("a return path that leads away from here leads home", async () => {
    const page = await arrive();
    for (const away of ["https://evil.test/", "//evil.test/", "/\\evil.test", "javascript:alert(1)"]) {
      await page.context().clearCookies();
      await page.goto(`/login?returnTo=${encodeURIComponent(away)}`);
      await signIn(page);
      await h1(page, "Dashboard");
      expect([away, page.url()]).toEqual([away, `${house.url}/`]);
    }
  });
});

describe("[D14] the theme", () => {
  const shown = (page: Page) => page.locator("html").getAttribute("data-theme");
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem("relaydeck-theme"));

  test("nothing chosen: public pages are light, the signed-in area follows the machine, now and later", async () => {
    const page = await arrive({ theme: null, machineTheme: "dark" });
    for (const path of ["/", "/login", "/register", "/verify-email", "/forgot-password", "/reset-password?token=x", "/nothing"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect([path, await shown(page)]).toEqual([path, "light"]);
    }
    await page.goto("/login");
    await signIn(page);
    await h1(page, "Dashboard");
    for (const path of ["/dashboard", "/profile"]) {
      await page.goto(path);
      await page.getByRole("button", { name: /Connected/ }).waitFor();
      expect([path, await shown(page)]).toEqual([path, "dark"]);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => shown(page)).toBe("light");
    expect(await stored(page)).toBeNull();
  });

  test("signed in, the sign-in pages are never light on the way to a dark inside", async () => {
    const page = await arriveInside({ theme: null, machineTheme: "dark" });
    await page.addInitScript(keepThemesShown);
    for (const path of ["/login", "/register", "/login?returnTo=%2Fprofile"]) {
      await page.goto(path);
      await page.getByRole("button", { name: /Connected/ }).waitFor();
      expect([path, await page.evaluate(() => window.themesShown)]).toEqual([path, ["dark"]]);
    }
  });

  test("a choice is kept under one key and holds everywhere; “system” follows the machine", async () => {
    const page = await arrive({ theme: null, machineTheme: "light" });
    for (const path of ["/", "/login"]) {
      await page.goto(path);
      await page.getByLabel("Theme").selectOption({ label: "Dark" });
      await expect.poll(() => shown(page)).toBe("dark");
      expect(await stored(page)).toBe("dark");
      await page.getByLabel("Theme").selectOption({ label: "System" });
      await expect.poll(() => shown(page)).toBe("light");
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(() => shown(page)).toBe("dark");
      await page.emulateMedia({ colorScheme: "light" });
    }
    await page.getByLabel("Theme").selectOption({ label: "Dark" });
    await signIn(page);
    await page.getByRole("button", { name: "Theme: Dark" }).waitFor();
    for (const path of ["/dashboard", "/nothing", "/forgot-password"]) {
      await page.goto(path);
      expect([path, await shown(page)]).toEqual([path, "dark"]);
    }
  });
});

test.each(["/confirm-email?token=made-up", "/accept-invite?token=made-up", "/profile"])(
  "between the skeleton and %s nothing is empty",
  async (path) => {
    const page = await arriveInside();
    await page.addInitScript(watchForEmptyMain);
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.evaluate(() => window.mainWasEmpty)).toBe(false);
  },
);

/** Runs before the page: what toasts say is kept in the tab, since their page goes away with them. */
function keepToasts(): void {
  new MutationObserver(() => {
    const said = [...document.querySelectorAll(".toast-title, .toast-text")].map(({ textContent }) => textContent);
    if (said.length > 0) sessionStorage.setItem("toasts-said", JSON.stringify(said));
  }).observe(document, { childList: true, subtree: true });
}

/** Runs before the page: whether `main` ever stood there with nothing in it, as it would have been drawn. */
function watchForEmptyMain(): void {
  window.mainWasEmpty = false;
  new MutationObserver(() => {
    const main = document.querySelector("#root main");
    if (main !== null && main.childElementCount === 0) window.mainWasEmpty = true;
  }).observe(document, { childList: true, subtree: true });
}

describe("[D14] the list of themes says what shows", () => {
  const pages = ["/login", "/register", "/forgot-password", "/reset-password?token=x", "/verify-email", "/no/such/page"];
  test.each(["light", "dark", "system"] as const)("from the first picture on, with %s chosen", async (theme) => {
    const page = await arrive({ theme: null, machineTheme: "dark" });
    await page.addInitScript(keepWhatPictureSaid, theme);
    for (const path of pages) {
      await page.goto(path);
      await page.waitForFunction(() => window.pictureSaid !== undefined);
      expect([path, await page.evaluate(() => window.pictureSaid)]).toEqual([path, theme]);
      expect(await page.getByLabel("Theme").inputValue()).toBe(theme);
    }
  });
});

/** Runs before the page: keeps what the list of themes said in the picture, at the moment when the application takes over. */
function keepWhatPictureSaid(theme: string): void {
  localStorage.setItem("relaydeck-theme", theme);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ removedNodes }) => [...removedNodes]))
      if (node instanceof Element && node.id === "first")
        window.pictureSaid = node.querySelector<HTMLSelectElement>("[data-choice=theme]")?.value ?? "no list";
  }).observe(document, { childList: true, subtree: true });
}

/** Runs before the page: keeps each theme that it shows, once. */
function keepThemesShown(): void {
  const shown: string[] = [];
  window.themesShown = shown;
  new MutationObserver(() => {
    const { theme } = document.documentElement.dataset;
    if (theme !== undefined && !shown.includes(theme)) shown.push(theme);
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-theme"] });
}

declare global {
  interface Window {
    themesShown?: string[];
    pictureSaid?: string;
    mainWasEmpty?: boolean;
  }
}

describe("the address that waits for its verification", () => {
  const pending = (page: Page) => page.evaluate(() => localStorage.getItem("relaydeck-pending-email"));

  test("is kept by the registration and by a refused sign-in, filled in, sent to again, and forgotten by the sign-in", async () => {
    const page = await arrive();
    const email = "wanda@example.com";
    const password = "eight blue bicycles";
    await page.goto("/register");
    for (const [label, text] of [
      ["First name", "Wanda"],
      ["Last name", "Waiting"],
      ["Email", email],
    ] as const)
      await page.getByLabel(label).fill(text);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await isAt(page, "/login?message=verify-email");
    expect([await pending(page), await page.getByLabel("Email").inputValue()]).toEqual([email, email]);

    await page.evaluate(() => localStorage.removeItem("relaydeck-pending-email"));
    await page.goto("/login?message=verify-email");
    await h1(page, "Sign in");
    expect(await page.getByText("Please verify your email").count()).toBe(0);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("main").getByText(`Please verify your email. We sent a link to ${email}.`).waitFor();
    expect(await pending(page)).toBe(email);

    await page.goto("/verify-email");
    await page.getByRole("button", { name: "Resend Verification Email" }).click();
    await page.getByText(/You can send it again in \d+ s\./).waitFor();
    const mails = (await (await page.request.get("/demo/mailbox")).json()) as { to: string; text: string }[];
    const tokens = mails.flatMap(({ to, text }) => (to === email ? (/verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? []) : []));
    expect(tokens).toHaveLength(2);
    await page.goto(`/verify-email?token=${tokens[0]}`);
    await page.getByRole("link", { name: "Continue to Login" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await h1(page, "Dashboard");
    expect(await pending(page)).toBeNull();
  });
});

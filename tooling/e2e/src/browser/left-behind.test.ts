/**
 * What stays in a browser that somebody has left, by themselves or because their session ended elsewhere: nothing that was
 * read, neither on the page that the Back button shows nor in any storage. The browser keeps left pages alive, as people's do. [HD-4]
 */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";

let house: House;
let browser: Browser;
let maria: Visit;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser({ keepsPages: true })]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
beforeEach(async () => {
  maria = await visit(browser, house);
  await enterDemo(maria);
  await maria.page.getByRole("article", { name: "Pump house" }).waitFor();
});

/** What only somebody signed in may read. */
const secrets = ["Workshop", "Greenhouse", "Garage", "Lind", "demo@relaydeck.test", "P0SIM0001"];

/** Which of them the page shows or holds anywhere in its document. */
async function readable(page: Page): Promise<string[]> {
  const text = await contentOf(page);
  return secrets.filter((secret) => text.includes(secret));
}

/** Of a page that is just being left there is none to be had, so that of the next one. */
async function contentOf(page: Page): Promise<string> {
  try {
    return await page.content();
  } catch (error) {
    if (!String(error).includes("the page is navigating")) throw error;
    return contentOf(page);
  }
}

interface Kept {
  readonly local: string[];
  readonly session: string[];
  readonly caches: string[];
  readonly databases: number;
  readonly workers: number;
  /** Paths of the API that the browser could still answer without the server. */
  readonly answers: string[];
}

function keptBy(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const paths = ["/api/devices", "/api/auth/user", "/api/activity-logs", "/trpc/devices.list", "/trpc/auth.me"];
    const answers: string[] = [];
    for (const path of paths) {
      const found = await fetch(path, { cache: "only-if-cached", mode: "same-origin" }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (found) answers.push(path);
    }
    return {
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      answers,
    };
  });
}

const onlyTheTheme: Kept = { local: ["relaydeck-theme"], session: [], caches: [], databases: 0, workers: 0, answers: [] };

async function sessionCookie({ context }: Visit): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name === "relaydeck_session")?.value;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /user menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByText("You have been successfully logged out.").waitFor();
}

/** Back, to the sign-in at last: what could be read at once, and then. */
async function goBack(page: Page): Promise<string[]> {
  await page.goBack({ waitUntil: "commit" });
  const seen = await readable(page);
  await page.getByRole("button", { name: "Sign in" }).first().waitFor();
  return [...seen, ...(await readable(page))];
}

test("[HD-4] after signing out the storage holds the theme alone, and Back leads to the sign-in without a word of what was there", async () => {
  const { page } = maria;
  await page.getByRole("button", { name: /user menu/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await page.getByText("demo@relaydeck.test").first().waitFor();
  expect(await readable(page)).toContain("demo@relaydeck.test");
  await logOut(page);
  expect(await readable(page)).toEqual([]);
  expect([await keptBy(page), await sessionCookie(maria)]).toEqual([onlyTheTheme, undefined]);
  expect(await goBack(page)).toEqual([]);
  expect(await keptBy(page)).toEqual(onlyTheTheme);
  expect(maria.complaints).toEqual([]);
  await maria.context.close();
});

test("[HD-4] a mailed token that waited for a sign-in does not wait for the next person", async () => {
  const { page } = maria;
  await maria.context.clearCookies();
  await page.goto(`/accept-invite?token=${"a".repeat(43)}`);
  await page.waitForURL(/\/login\?returnTo=/);
  await enterDemo(maria);
  await page.getByRole("article", { name: "Pump house" }).waitFor();
  expect((await keptBy(page)).session).toEqual(["relaydeck-mailed-token"]);
  await logOut(page);
  expect(await keptBy(page)).toEqual(onlyTheTheme);
  await maria.context.close();
});

test("[HD-4] the same on the dashboard, with the profile two steps back", async () => {
  const { page } = maria;
  await page.goto("/profile");
  await page.getByText("demo@relaydeck.test").first().waitFor();
  await page.goto("/dashboard");
  await page.getByRole("article", { name: "Pump house" }).waitFor();
  await logOut(page);
  expect(await goBack(page)).toEqual([]);
  await page.goto("/");
  expect(await goBack(page)).toEqual([]);
  await maria.context.close();
});

test("[HD-4] a session that is ended from elsewhere takes what every tab shows, and none of it comes back", async () => {
  const { page, context } = maria;
  const second = await context.newPage();
  await page.goto("/profile");
  await page.goto("/dashboard");
  await page.getByRole("article", { name: "Pump house" }).waitFor();
  await second.goto("/dashboard");
  await second.goto("/profile");
  await second.getByText("demo@relaydeck.test").first().waitFor();
  const elsewhere = await visit(browser, house);
  await enterDemo(elsewhere);
  const ended = await elsewhere.page.request.post("/trpc/auth.endOtherSessions", {
    headers: { origin: house.url, "content-type": "application/json" },
  });
  expect(ended.status()).toBe(200);
  for (const tab of [page, second]) {
    await tab.waitForURL(/\/login\?returnTo=/);
    await tab.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await readable(tab)).toEqual([]);
    expect(await keptBy(tab)).toEqual(onlyTheTheme);
    expect(await goBack(tab)).toEqual([]);
  }
  for (const each of [maria, elsewhere]) await each.context.close();
});

test("[HD-4] who signs out in one tab is out in the other, and signing in as somebody else shows nothing of the first", async () => {
  const { page, context } = maria;
  const second = await context.newPage();
  await second.goto("/dashboard");
  await second.getByRole("article", { name: "Pump house" }).waitFor();
  await logOut(page);
  await second.waitForURL(/\/login/);
  expect(await readable(second)).toEqual([]);
  await enterDemo({ ...maria, page: second }, "alex");
  await second.getByRole("article", { name: "Garage" }).waitFor();
  expect(await readable(second)).not.toContain("Workshop");
  await second.goBack({ waitUntil: "commit" });
  expect(await readable(second)).not.toContain("Workshop");
  await context.close();
});

test("[HD-4] a page that the browser kept alive is read anew when it is shown again", async () => {
  const { page, context } = maria;
  await page.evaluate(() => document.documentElement.setAttribute("data-kept", ""));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.locator("html:not([data-kept])").waitFor();
  await page.getByRole("article", { name: "Workshop" }).waitFor();
  expect(
    await page.evaluate(() => performance.getEntriesByType("navigation").map((entry) => entry.toJSON().type as string)),
  ).toEqual(["reload"]);
  await context.close();
});

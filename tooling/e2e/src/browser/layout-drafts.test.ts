/** Drafts of layouts in the browser: whose they are, where they wait, and what ends them. [HD-4, D8, D9] */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { focusOf } from "./focus.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { clearLayouts, openEditor } from "./layouts-page.ts";
import { toastsOf } from "./toasts.ts";

let house: House;
let browser: Browser;
let maria: Visit;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
  maria = await visit(browser, house);
  await enterDemo(maria);
});
afterEach(async () => {
  await clearLayouts(maria.page);
  await maria.page.evaluate(() => localStorage.clear());
  await maria.page.setViewportSize({ width: 1280, height: 900 });
  await maria.page.goto("/dashboard");
  if (maria.complaints.length > 0) throw new Error(maria.complaints.join("\n"));
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

describe("what is not saved", () => {
  const draftKeys = () =>
    maria.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("relaydeck-layout-draft:")).length);

  test("[HD-4] a draft outlives a reload and waits; saved or discarded it is gone from the browser", async () => {
    const { page } = maria;
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Create New" }).click();
    await dialog.getByLabel("Layout name").fill("Half done");
    await dialog.getByRole("switch", { name: "Show My Devices" }).click();
    await page.reload();
    await page.getByText("Changes to “Half done” are not saved yet.").waitFor();
    const keys = () => page.evaluate(() => Object.keys(localStorage).toSorted());
    expect(await keys()).toEqual([expect.stringMatching(/^relaydeck-layout-draft:usr_\w{22}:\w{10}$/), "relaydeck-theme"]);
    await page.getByRole("button", { name: "Continue editing" }).click();
    expect(await dialog.getByLabel("Layout name").inputValue()).toBe("Half done");
    expect(await dialog.getByRole("switch", { name: "Show My Devices" }).getAttribute("aria-checked")).toBe("false");
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await toastsOf(page).getByText("Layout Saved").waitFor();
    expect(await keys()).toEqual(["relaydeck-theme"]);
    expect(await page.getByText("are not saved yet").count()).toBe(0);
  });

  test("[HD-4] a tab drops its own draft and never another's, whatever is done in its editor", async () => {
    const { page } = maria;
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Create New" }).click();
    await dialog.getByLabel("Layout name").fill("Here");
    const other = await maria.context.newPage();
    await other.goto("/dashboard");
    const there = await openEditor(other);
    expect(await there.getByLabel("Layout name").count()).toBe(0);
    await there.getByRole("button", { name: "Create New" }).click();
    await there.getByLabel("Layout name").fill("There");
    await expect.poll(draftKeys).toBe(2);
    await there.getByRole("button", { name: "Stop editing" }).click();
    await there.getByRole("button", { name: "Discard", exact: true }).click();
    await expect.poll(draftKeys).toBe(1);
    await there.getByRole("button", { name: "Create New" }).click();
    await there.getByLabel("Layout name").fill("There");
    await there.getByRole("button", { name: "Save Layout" }).click();
    await toastsOf(other).getByText("Layout Saved").waitFor();
    await page.reload();
    await page.getByText("Changes to “Here” are not saved yet.").waitFor();
    await page.getByRole("button", { name: "Continue editing “Here”" }).click();
    expect(await dialog.getByLabel("Layout name").inputValue()).toBe("Here");
    await other.close();
  });

  test("[HD-4] what no open tab works on is offered, all of it; what one tab goes on with is no other's", async () => {
    const { page } = maria;
    const begun = async (name: string) => {
      const tab = await maria.context.newPage();
      await tab.goto("/dashboard");
      const dialog = await openEditor(tab);
      await dialog.getByRole("button", { name: "Create New" }).click();
      await dialog.getByLabel("Layout name").fill(name);
      await expect.poll(draftNames).toContain(name);
      return tab;
    };
    const draftNames = () =>
      page.evaluate(() =>
        Object.entries(localStorage).flatMap(([key, text]) =>
          key.startsWith("relaydeck-layout-draft:") ? [String((JSON.parse(text) as { name: string }).name)] : [],
        ),
      );
    const offered = (tab: Page) => tab.getByText(/^Changes to .* are not saved yet\.$/).allTextContents();
    const offers = (tab: Page, ...names: string[]) =>
      expect
        .poll(async () => (await offered(tab)).toSorted())
        .toEqual(names.map((name) => `Changes to “${name}” are not saved yet.`));
    for (const name of ["One", "Two"]) await (await begun(name)).close();
    const living = await begun("There");
    await page.reload();
    await offers(page, "One", "Two");
    await page.getByRole("button", { name: "Discard changes to “One”" }).click();
    await offers(page, "Two");
    expect((await focusOf(page)).name).toBe("Customize Layout");
    expect((await draftNames()).toSorted()).toEqual(["There", "Two"]);
    const late = await maria.context.newPage();
    await late.goto("/dashboard");
    await offers(late, "Two");
    await page.getByRole("button", { name: "Continue editing “Two”" }).click();
    const dialog = page.getByRole("dialog", { name: "Dashboard Layout Editor" });
    expect(await dialog.getByLabel("Layout name").inputValue()).toBe("Two");
    // Offered before it was taken.
    await late.getByRole("button", { name: "Continue editing “Two”" }).click();
    await offers(late);
    expect(await late.getByRole("dialog").count()).toBe(0);
    await living.close();
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await toastsOf(page).getByText("Layout Saved").waitFor();
    for (const tab of [page, late]) await offers(tab, "There");
    await page.getByRole("button", { name: "Discard changes to “There”" }).click();
    for (const tab of [page, late]) await offers(tab);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["relaydeck-theme"]);
    await late.close();
  });

  test("[D8, D9, HD-4] a session that ends says so, leads to sign-in after 500 ms and back to the same place, draft and all", async () => {
    const own = await visit(browser, house);
    const { page } = own;
    await enterDemo(own);
    await page.goto("/dashboard?device=none");
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Create New" }).click();
    await dialog.getByLabel("Layout name").fill("Kept for later");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.request.post("/api/auth/logout", { headers: { origin: house.url } });
    await toastsOf(page).getByText("Unauthorized - You are logged out. Logging in again...").waitFor();
    const shownAt = performance.now();
    await page.waitForURL(/\/login\?/);
    // From when the test has seen it, which is a little later than it was there.
    expect(performance.now() - shownAt).toBeGreaterThanOrEqual(300);
    expect(asked).toContain("/api/login");
    expect(new URL(page.url()).searchParams.get("returnTo")).toBe("/dashboard?device=none");
    await page.request.post("/demo/session", { data: { as: "demo" }, headers: { origin: house.url } });
    await page.goto(page.url());
    await page.waitForURL(/\/dashboard\?device=none$/);
    await page.getByText("Changes to “Kept for later” are not saved yet.").waitFor();
    expect(own.complaints).toEqual([]);
    await own.context.close();
  });
});

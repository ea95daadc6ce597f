/**
 * The console's lists as somebody uses them who runs an installation: found, sorted, filtered, turned over, chosen, and the
 * whole view in the address; a phone, the keyboard, paper. [interface 4 "Tables", A2, A6, A14]
 */
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seed } from "./console-house.ts";
import { askedIn, enterConsole, listOf, namesIn, news, rowOf, settled, soon, toastOf } from "./console-page.ts";
import { focusOf, tabTo } from "./focus.ts";
import { openGatedHouse } from "./gated-house.ts";
import type { Gateway } from "./gateway.ts";
import { openBrowser, visit, type House, type Visit } from "./house.ts";
import { sidewaysScroll } from "./inspection.ts";
import { chromeOnPaper } from "./media.ts";
import { partsOf } from "./page-parts.ts";

let gateway: Gateway;
let house: House;
let browser: Browser;
let visitor: Visit;
let page: Page;
beforeAll(async () => {
  [{ gateway, house }, browser] = await Promise.all([openGatedHouse(), openBrowser()]);
  await seed(house, { users: 60, devices: 30 });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});
beforeEach(async () => {
  visitor = await visit(browser, house);
  ({ page } = visitor);
});
afterEach(async () => {
  gateway.setWayToApi("open");
  await visitor.context.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
});

const { button, dialog } = partsOf(() => page);

async function csvOf(click: () => Promise<unknown>): Promise<string[]> {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  let text = "";
  for await (const chunk of await download.createReadStream()) text += String(chunk);
  return text.trim().split("\r\n");
}

describe("looked at", () => {
  test("words, order, filter, page and columns stand in the address, and the address opens the same view", async () => {
    await enterConsole(visitor);
    const list = await settled(page, "Users");
    await list.getByText("62 users", { exact: true }).waitFor();
    const head = (name: string) => list.getByRole("columnheader", { name });
    await head("Email").getByRole("button").click();
    await expect.poll(async () => (await namesIn(list))[0], soon).toBe("Alex Berg");
    expect(await head("Email").getAttribute("aria-sort")).toBe("ascending");
    await head("Email").getByRole("button").click();
    await expect.poll(async () => (await namesIn(list))[0], soon).toBe("Person 9 Seed");
    expect([await head("Email").getAttribute("aria-sort"), await head("Name").getAttribute("aria-sort")]).toEqual([
      "descending",
      "none",
    ]);
    await page.getByRole("searchbox", { name: "Search users" }).fill("seed");
    await list.getByText("60 users", { exact: true }).waitFor();
    await page.getByRole("group", { name: "Filters" }).getByRole("button", { name: "Verified", exact: true }).click();
    await page.getByLabel("Per page").selectOption("50");
    await page.getByText("1–50 of 60").waitFor();
    await button("Next").click();
    await page.getByText("51–60 of 60").waitFor();
    await button("Columns").click();
    await page.getByRole("menuitemcheckbox", { name: "Provider" }).click();
    await expect.poll(() => head("Provider").count(), soon).toBe(0);
    const asked = {
      tab: "users",
      q: "seed",
      verified: "yes",
      sort: "email",
      order: "desc",
      page: "2",
      per: "50",
      hide: "provider",
    };
    expect(askedIn(page)).toEqual(asked);
    const shown = await namesIn(list);
    expect(shown).toHaveLength(10);
    const copy = await visitor.context.newPage();
    await copy.goto(page.url());
    const again = await settled(copy, "Users");
    expect(await namesIn(again)).toEqual(shown);
    await copy.close();
    await page.getByRole("tab", { name: "Devices" }).click();
    await settled(page, "Devices");
    expect(askedIn(page)).toEqual({ tab: "devices" });
  });

  test("the file holds what the filter finds, all pages of it, and the chosen rows alone", async () => {
    await enterConsole(visitor, "/admin/dashboard?tab=users&q=seed&per=25");
    await settled(page, "Users");
    const all = await csvOf(() => page.getByRole("link", { name: /^CSV of all users/ }).click());
    expect(all).toHaveLength(61);
    expect(all[0]).toContain('"email"');
    await page.getByRole("searchbox").fill("person2");
    // Of person 2 and of 20 to 29: the list that is shown is the one that was asked for.
    await listOf(page, "Users").getByText("11 users", { exact: true }).waitFor();
    await page.getByRole("checkbox", { name: "Choose Person 2 Seed", exact: true }).check();
    const chosen = await csvOf(() => page.getByRole("link", { name: "CSV of the chosen" }).click());
    expect(chosen).toHaveLength(2);
    expect(chosen[1]).toContain("person2@seed.relaydeck.test");
  });

  test("nothing found is told apart from nothing there, and the way back is beside it", async () => {
    await enterConsole(visitor, "/admin/dashboard?tab=devices&q=no+such+thing");
    await page.getByText("Nothing matches “no such thing”.").waitFor();
    await button("Clear filter").click();
    await listOf(page, "Devices").getByText("38 devices", { exact: true }).waitFor();
    await page.goto("/admin/dashboard?tab=devices&page=99");
    await button("Go to page 1").click();
    await page.getByText("1–25 of 38").waitFor();
    expect(askedIn(page)).toEqual({ tab: "devices" });
  });

  test("a list that cannot be read says so; one that cannot be read again keeps what it has", async () => {
    await enterConsole(visitor, "/admin/dashboard?tab=analytics");
    gateway.setWayToApi("wordless");
    await page.getByRole("tab", { name: "Devices" }).click();
    await page.getByText("This list could not be loaded.").waitFor();
    gateway.setWayToApi("open");
    await button("Try again").click();
    const list = await settled(page, "Devices");
    gateway.setWayToApi("wordless");
    await list.getByText(/^Could not refresh\. Showing data from \d\d:\d\d\.$/).waitFor(news);
    expect((await namesIn(list)).length).toBe(25);
    gateway.setWayToApi("open");
    await button("Try again").click();
    await list.getByText(/^Could not refresh/).waitFor({ state: "detached" });
  });
});

test("[A2] by keyboard alone: found, edited, deleted and brought back; the focus is never lost", async () => {
  await enterConsole(visitor, "/admin/dashboard?tab=users&q=person3%40");
  await settled(page, "Users");
  await page.getByRole("searchbox").focus();
  await tabTo(page, "Edit Person 3 Seed");
  await page.keyboard.press("Enter");
  const edit = dialog("Edit Person 3 Seed");
  await edit.getByLabel("First name").waitFor();
  await expect.poll(async () => (await focusOf(page)).name, soon).not.toBe("Edit Person 3 Seed");
  await tabTo(page, "Last name");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Sown");
  await page.keyboard.press("Enter");
  await toastOf(page, "User updated successfully").waitFor();
  await edit.waitFor({ state: "detached" });
  await expect.poll(async () => (await focusOf(page)).name, soon).toBe("Edit Person 3 Sown");
  await tabTo(page, "Delete Person 3 Sown");
  await page.keyboard.press("Enter");
  await rowOf(listOf(page, "Users"), "Person 3 Sown deleted").waitFor();
  await expect.poll(async () => (await focusOf(page)).name, soon).toBe("Undo, bring Person 3 Sown back");
  await page.keyboard.press("Enter");
  await button("Edit Person 3 Sown").waitFor();
  await expect.poll(async () => (await focusOf(page)).name, soon).not.toBe("the page");
});

test("[A2] by keyboard alone: chosen rows are assigned and deleted, and the focus goes to what they become", async () => {
  await enterConsole(visitor, "/admin/dashboard?tab=devices&q=Seeded");
  const list = await settled(page, "Devices");
  const [first = "", second = ""] = await namesIn(list);
  async function choose(): Promise<void> {
    for (const name of [first, second]) {
      await page.getByRole("checkbox", { name: `Choose ${name}` }).focus();
      await page.keyboard.press("Space");
    }
    await page.getByRole("group", { name: "With the chosen" }).waitFor();
  }
  await choose();
  await button("Choose none").focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await focusOf(page)).name, soon).toBe(`Choose ${first}`);
  await choose();
  await button("Assign owner").focus();
  await page.keyboard.press("Enter");
  const assign = dialog("Assign 2 devices");
  await assign.getByRole("radio", { name: "A person" }).focus();
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "Unassign 2");
  await page.keyboard.press("Enter");
  await assign.waitFor({ state: "detached" });
  await page.getByRole("group", { name: "With the chosen" }).waitFor({ state: "detached" });
  await expect.poll(async () => (await focusOf(page)).name, soon).toBe(`Choose ${first}`);
  await choose();
  await button("Delete 2").focus();
  await page.keyboard.press("Enter");
  await rowOf(list, `${first} deleted`).waitFor();
  await expect.poll(() => focusOf(page), soon).toEqual({ name: `Undo, bring ${first} back`, isSeen: true });
  await page.keyboard.press("Enter");
  await rowOf(list, `${first} deleted`).waitFor({ state: "detached" });
  await rowOf(list, `${second} deleted`).getByRole("button", { name: /^Undo/ }).click();
  await rowOf(list, `${second} deleted`).waitFor({ state: "detached" });
});

test("[A6] on a phone every row is a card with labels and values, and can be sorted, chosen and edited", async () => {
  await page.setViewportSize({ width: 320, height: 800 });
  await enterConsole(visitor, "/admin/dashboard?tab=devices");
  const list = await settled(page, "Devices");
  expect(await page.getByRole("table").count()).toBe(0);
  expect(await sidewaysScroll(page)).toBe(0);
  const card = rowOf(list, "Cabin");
  expect(await card.locator("dt").allInnerTexts()).toEqual(["Id", "Owner", "Status", "Relay state", "Last update"]);
  await page.getByLabel("Sort by").selectOption({ label: "Name, ascending" });
  await expect.poll(async () => (await namesIn(list))[0], soon).toBe("Boat");
  await page.getByRole("checkbox", { name: "Choose Boat" }).check();
  await page.getByRole("group", { name: "With the chosen" }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await button("Edit Boat").click();
  await dialog("Edit Boat").getByLabel("Serial number").waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
});

test("[AD-8, C10] the audit is filtered by who and what, turned over, and each entry opens whole", async () => {
  await enterConsole(visitor, "/admin/dashboard?tab=audit");
  const list = await settled(page, "Audit");
  await page.getByLabel("Action").selectOption("user.updated");
  await expect
    .poll(async () => new Set(await list.locator('[data-column="action"]').allInnerTexts()), soon)
    .toEqual(new Set(["user.updated"]));
  await button("Administrator").click();
  expect(askedIn(page)).toEqual({ tab: "audit", who: "admin", action: "user.updated" });
  await button(/^Details of entry/)
    .first()
    .click();
  const entry = dialog("Audit entry");
  expect(await entry.locator("pre").first().innerText()).toMatch(/"version"/);
  await page.keyboard.press("Escape");
  await entry.waitFor({ state: "detached" });
  const lines = await csvOf(() => page.getByRole("link", { name: /^CSV of all audit entries/ }).click());
  expect(lines.slice(1).every((line) => line.includes('"user.updated"'))).toBe(true);
  await page.goto("/admin/dashboard?tab=audit");
  await settled(page, "Audit");
  const newest = Number((await namesIn(list))[0]);
  await button("Older").click();
  await expect.poll(async () => Number((await namesIn(list))[0]), soon).toBeLessThan(newest);
  await button("Newest").click();
  await expect.poll(async () => Number((await namesIn(list))[0]), soon).toBeGreaterThanOrEqual(newest);
  await page.goto("/admin/dashboard?tab=audit&before=1");
  await page.getByText("There is nothing older.").waitFor();
  await button("Go to the newest").click();
  await expect.poll(async () => Number((await namesIn(list))[0]), soon).toBeGreaterThanOrEqual(newest);
});

test("[A6] at 390 pixels every filter stands on the page, and a box looks as a field does in both themes, with a tick when it is chosen", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterConsole(visitor, "/admin/dashboard?tab=audit");
  await settled(page, "Audit");
  const filters = page.getByRole("group", { name: "Filters" });
  const edges = await filters.locator(":scope > *").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(edges.length).toBeGreaterThan(4);
  expect(edges.filter((right) => right > 390)).toEqual([]);
  await page.goto("/admin/dashboard?tab=users");
  await settled(page, "Users");
  const looksOf = (one: Locator) =>
    one.evaluate((element) => {
      const { backgroundColor, borderTopColor, borderTopWidth, appearance } = getComputedStyle(element);
      return { backgroundColor, borderTopColor, borderTopWidth, appearance };
    });
  const box = page.getByRole("checkbox", { name: /^Choose / }).first();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const field = await looksOf(page.getByRole("searchbox"));
    await expect.poll(() => looksOf(box)).toEqual({ ...field, appearance: "none" });
  }
  await box.check();
  expect((await looksOf(box)).backgroundColor).not.toBe((await looksOf(page.getByRole("searchbox"))).backgroundColor);
  const tick = await box.evaluate((element) => {
    const { display, width, height, rotate } = getComputedStyle(element, "::before");
    return { display, width, height, rotate };
  });
  // A tick that flows as text is a bar at the edge.
  expect(tick).toEqual({ display: "block", width: "6px", height: "11px", rotate: "45deg" });
});

test("[A6] at 768 pixels the table of devices fits its place, and a time takes two lines at most", async () => {
  await page.setViewportSize({ width: 768, height: 900 });
  await enterConsole(visitor, "/admin/dashboard?tab=devices");
  const list = await settled(page, "Devices");
  const table = list.getByRole("table");
  expect(await table.evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0);
  const lines = await table
    .locator("td time")
    .evaluateAll((all) => all.map((time) => new Set([...time.getClientRects()].map(({ top }) => top)).size));
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.filter((count) => count > 2)).toEqual([]);
});

test("[A14] on paper: the table with words, its address and time, and nothing to press", async () => {
  await enterConsole(visitor, "/admin/dashboard?tab=devices&status=offline");
  await settled(page, "Devices");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ media: "print" });
  await page.getByRole("table").waitFor();
  expect(await chromeOnPaper(page)).toEqual([]);
  expect(await page.locator("main :is(.button, .chip, input, select, [role=tab]):visible").count()).toBe(0);
  expect(await page.locator('[data-column="status"] .badge').first().innerText()).toBe("Offline");
  expect(await page.locator(".print-footer").innerText()).toContain("tab=devices&status=offline");
  await page.emulateMedia({ media: null });
});

test("[A15] in German the log tells what happened in German, and nothing is pushed sideways", async () => {
  const german = await visit(browser, house, { locale: "de-DE", width: 320 });
  await german.page.request.post("/demo/session", { data: { as: "admin" } });
  for (const [tab, name] of [
    ["users", "Benutzer"],
    ["devices", "Geräte"],
    ["activity", "Aktivität"],
    ["audit", "Revision"],
  ] as const) {
    await german.page.goto(`/admin/dashboard?tab=${tab}`);
    await german.page.getByRole("region", { name: `${name}, Liste` }).waitFor();
    expect([tab, await sidewaysScroll(german.page)]).toEqual([tab, 0]);
  }
  await german.page.goto("/admin/dashboard?tab=activity");
  await german.page
    .locator("[data-column=message]")
    .getByText(/ging offline|war offline|offline/)
    .first()
    .waitFor();
  expect(german.complaints).toEqual([]);
  await german.context.close();
});

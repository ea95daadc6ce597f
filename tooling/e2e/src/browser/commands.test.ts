/** The command palette and the keys, on the real product: what they find, that they press relays as the card does, and what they never do. */
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pressedIn, relayControl } from "./controls.ts";
import { commandStates, listenTo } from "./heard.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { clearLayouts, keepLayout, layoutLine } from "./layouts-page.ts";
import { toastsOf } from "./toasts.ts";

let house: House;
let browser: Browser;
let maria: Visit;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [400, 600] }), openBrowser()]);
  maria = await visit(browser, house);
  await enterDemo(maria);
});
afterEach(async () => {
  if (maria.complaints.length > 0) throw new Error(maria.complaints.splice(0).join("\n"));
  await maria.page.goto("/dashboard");
  await maria.page.getByRole("button", { name: /Connected/ }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Search or run" });

async function openPalette(page: Page, query: string): Promise<Locator> {
  await page.keyboard.press("ControlOrMeta+k");
  const field = dialog(page).getByRole("combobox");
  await field.and(page.locator(":focus")).waitFor();
  await field.fill(query);
  return dialog(page);
}

const option = (page: Page, name: string | RegExp) => dialog(page).getByRole("option", { name });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName);

describe("the palette", () => {
  test("[A2, A5] opens by key and by its button, fetched then; Esc and the same key give the focus back", async () => {
    const { page } = maria;
    await page.reload();
    maria.requests.length = 0;
    const filter = page.getByRole("searchbox", { name: "Filter devices" });
    await filter.focus();
    const palette = await openPalette(page, "");
    expect(maria.requests.filter((request) => request.includes("/assets/palette"))).not.toEqual([]);
    const groups = await palette
      .getByRole("group")
      .evaluateAll((all) =>
        all.map((group) => document.getElementById(group.getAttribute("aria-labelledby") ?? "")?.textContent),
      );
    expect(groups).toEqual(["Devices", "Relays", "Layouts", "Theme", "Go to"]);
    const list = palette.getByRole("listbox", { name: "Results" });
    const field = palette.getByRole("combobox", { name: "Search devices, relays, layouts and pages" });
    expect(await field.getAttribute("aria-controls")).toBe(await list.getAttribute("id"));
    const named = async () =>
      palette.locator(`[id="${await field.getAttribute("aria-activedescendant")}"][aria-selected=true]`).textContent();
    expect(await named()).toMatch(/^Boat/);
    await page.keyboard.press("ArrowDown");
    expect(await named()).toMatch(/^Cabin/);
    await field.fill("gate");
    expect(await named()).toMatch(/^Gate/);
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Filter devices");
    await page.getByRole("button", { name: /^Search or run/ }).click();
    await palette.waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await palette.waitFor({ state: "detached" });
  });

  test("closed and opened again in one breath, it has the focus", async () => {
    const { page } = maria;
    const palette = await openPalette(page, "");
    for (let times = 0; times < 10; times += 1) {
      await page.keyboard.press("Escape");
      await page.keyboard.press("ControlOrMeta+k");
      await palette.waitFor();
      // What gives the focus back does so a moment later.
      for (let frames = 0; frames < 2; frames += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await palette.getByRole("combobox").and(page.locator(":focus")).count()).toBe(1);
    }
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
  });

  test("what nothing matches is said", async () => {
    const { page } = maria;
    const palette = await openPalette(page, "xyz");
    await palette.getByText("Nothing matches ‘xyz’.").waitFor();
    expect(await palette.getByRole("option").count()).toBe(0);
    await page.locator("[data-announcer=polite]").getByText("Nothing matches ‘xyz’.").waitFor();
  });

  test("[C1, A9] a relay: the truth and its age, every step of the command, and the card tells the same", async () => {
    const { page } = maria;
    const heard = listenTo(page);
    await page.reload();
    const control = await relayControl(page, "Pump house", "Well pump");
    const deviceId = await page.getByRole("article", { name: "Pump house" }).getAttribute("data-device");
    const before = await pressedIn(control);
    // What stands behind the dialog has no role meanwhile.
    const row = page.locator(`[data-device="${deviceId}"] [data-relay="1"]`);
    const pressed = () => row.locator(".segment[aria-pressed=true]").getAttribute("data-target");
    const [target, was] = before === "on" ? (["off", "On"] as const) : (["on", "Off"] as const);
    await openPalette(page, `turn ${target} well pump`);
    const line = option(page, new RegExp(`^Turn ${target} Well pump ?Pump house · now ${was} · [\\d,]+ mA, heard \\d+ s ago$`));
    await line.waitFor();
    const sent = maria.requests.length;
    await page.keyboard.press("Enter");
    await option(page, /Turning (on|off) · (requested|sent)/).waitFor();
    expect(await pressed()).toBe(before);
    // Again while it is under way: said, not sent.
    await page.keyboard.press("Enter");
    await option(page, / · confirmed \d+ s ago/).waitFor({ timeout: 30_000 });
    expect(await row.locator(".truth").textContent()).toMatch(/confirmed/);
    expect(await pressed()).toBe(target);
    const posted = maria.requests.slice(sent).filter((request) => request.startsWith("POST"));
    expect(posted).toEqual(["POST /trpc/relays.switch"]);
    // The device's report may prove it before the cloud answers.
    expect(commandStates(heard, deviceId ?? "")).toEqual(expect.arrayContaining(["requested", "sent", "confirmed"]));
    await dialog(page).waitFor();
  });

  test("[HD-5] the same guards: an offline device says why and is sent nothing; what may only be seen is not offered", async () => {
    const { page } = maria;
    await openPalette(page, "turn on boiler");
    await option(page, /Cabin · .*last known.*Device must be online to control relays/).waitFor();
    maria.requests.length = 0;
    await page.keyboard.press("Enter");
    await toastsOf(page).getByText("Device must be online to control relays").waitFor();
    expect(maria.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    await dialog(page).getByRole("combobox").fill("greenhouse");
    await option(page, /^Greenhouse/).waitFor();
    expect(await dialog(page).getByRole("option").count()).toBe(1);
  });

  test("a device is shown: its filter lifted, its row open, the focus on it; from the profile too", async () => {
    const { page } = maria;
    await page.getByRole("searchbox", { name: "Filter devices" }).fill("workshop");
    await openPalette(page, "cabin");
    await page.keyboard.press("Enter");
    const card = page.getByRole("article", { name: "Cabin" });
    await card.and(page.locator(":focus")).waitFor();
    await card.getByRole("button", { name: "Cabin", expanded: true }).waitFor();
    await openPalette(page, "your profile");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your profile" }).waitFor();
    await openPalette(page, "workshop");
    await page.keyboard.press("Enter");
    await page.getByRole("article", { name: "Workshop" }).and(page.locator(":focus")).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
  });

  test("a theme, a layout, the editor and a link to just this view", async () => {
    const { page, context } = maria;
    await keepLayout(page, { name: "Night", tiles: [{ id: "a", type: "device-list", at: [0, 0, 12, 4] }], isDefault: false });
    await openPalette(page, "dark theme");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    await openPalette(page, "use layout night");
    await option(page, /use layout night/i).waitFor();
    await page.keyboard.press("Enter");
    await layoutLine(page, "Night · 1 visible component").waitFor();
    await openPalette(page, "customize");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Dashboard Layout Editor" }).waitFor();
    await page.keyboard.press("Escape");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("searchbox", { name: "Filter devices" }).fill("pum");
    await openPalette(page, "copy link");
    await page.keyboard.press("Enter");
    await toastsOf(page).getByText("Copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${house.url}/dashboard?filter=pum`);
    await page.goto(link);
    await page.getByRole("article", { name: "Pump house" }).waitFor();
    expect(await page.getByRole("searchbox", { name: "Filter devices" }).inputValue()).toBe("pum");
    expect(await page.getByRole("article", { name: "Cabin" }).count()).toBe(0);
    await clearLayouts(page);
    await openPalette(page, "light theme");
    await page.keyboard.press("Enter");
  });
});

describe("[HD-6] keys", () => {
  test("go through the devices, open one, filter, edit, change the theme and read again", async () => {
    const { page } = maria;
    const names = await page.locator("main article[data-device] .device-name").allTextContents();
    await page.keyboard.press("j");
    await page
      .getByRole("article", { name: names[0] ?? "" })
      .and(page.locator(":focus"))
      .waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    const second = page.getByRole("article", { name: names[1] ?? "" });
    await second.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("x");
    await second.getByRole("button", { name: names[1] ?? "", expanded: true }).waitFor();
    await page.keyboard.press("x");
    await second.getByRole("button", { name: names[1] ?? "", expanded: false }).waitFor();
    await page.keyboard.press("t");
    await toastsOf(page).getByText("Theme: Dark").waitFor();
    await page.keyboard.press("t");
    await page.keyboard.press("t");
    await toastsOf(page).getByText("Theme: Light").waitFor();
    maria.requests.length = 0;
    await page.keyboard.press("r");
    await expect.poll(() => maria.requests.filter((request) => request.includes("devices.list"))).not.toEqual([]);
    await page.keyboard.press("e");
    const editor = page.getByRole("dialog", { name: "Dashboard Layout Editor" });
    await editor.waitFor();
    await page.keyboard.press("t");
    await page.keyboard.press("Escape");
    await editor.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
    await page.keyboard.press("/");
    const filter = page.getByRole("searchbox", { name: "Filter devices" });
    await filter.and(page.locator(":focus")).waitFor();
    await page.keyboard.type("jet/x?");
    expect(await filter.inputValue()).toBe("jet/x?");
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
  });

  test("are listed under the question mark, and stay off once switched off; the palette's own key does not", async () => {
    const { page } = maria;
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await page.keyboard.press("?");
    await list.waitFor();
    expect(await list.locator("kbd").allTextContents()).toEqual(["Ctrl K", "F8", "/", "j", "k", "x", "e", "t", "r", "?"]);
    await list.getByRole("switch", { name: "Single keys" }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("button", { name: /Connected/ }).waitFor();
    await page.keyboard.press("t");
    await page.keyboard.press("?");
    await page.keyboard.press("/");
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
    expect([await list.count(), await focused(page)]).toEqual([0, "BODY"]);
    await openPalette(page, "keyboard shortcuts");
    await page.keyboard.press("Enter");
    await list.getByRole("switch", { name: "Single keys" }).click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await list.waitFor();
  });

  test("no key of the keyboard but those of a pressed button switches a relay, and none acts with Alt or with text selected", async () => {
    const { page } = maria;
    const control = await relayControl(page, "Pump house", "Well pump");
    await control.getByRole("button", { name: "On", exact: true }).focus();
    maria.requests.length = 0;
    for (const key of "abcdfghilmnopqrsuvwyz0123456789,.-+#".split("")) await page.keyboard.press(key);
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Delete", "Backspace", "Home", "F8"])
      await page.keyboard.press(key);
    for (const key of "jkxetr/?".split("")) await page.keyboard.press(`Alt+${key}`);
    await page.getByRole("heading", { name: "Dashboard", exact: true }).selectText();
    for (const key of "etr/?".split("")) await page.keyboard.press(key);
    expect(maria.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
  });
});

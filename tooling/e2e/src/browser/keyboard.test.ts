/** The whole way with the keyboard alone: nothing here touches a pointer, and focus is seen at every stop. [A2, HD-6] */
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { switchesIn } from "./cloud-calls.ts";
import { pressedIn, relayControl, truthLine, untilReady } from "./controls.ts";
import { expectFocus, expectSeen, focusOf, tabTo } from "./focus.ts";
import { enterDemo as enterDemoAs, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";

let house: House;
let browser: Browser;
let visitor: Visit;
let page: Page;

beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
beforeEach(async () => {
  visitor = await visit(browser, house);
  ({ page } = visitor);
});
afterEach(() => visitor.context.close());

const key = (name: string) => page.keyboard.press(name);
const toasts = () => page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");

test("[A2] into the demo, past the header, through a card, one relay switched; arrow keys switch nothing", async () => {
  await enterDemo();
  await tabTo(page, "Skip to content");
  await key("Enter");
  expect(await focusOf(page)).toMatchObject({ name: expect.stringContaining("Dashboard") });
  await tabTo(page, "Gate");
  await key("Enter");
  await page.getByRole("button", { name: "Gate", exact: true, expanded: true }).waitFor();
  expect((await focusOf(page)).name).toBe("Gate");
  const stops = await tabTo(page, "Well pump: Off");
  expect(stops.filter((name) => /^(Gate: |Lamp: |Boat|Garage|Porch light|Pump house|More for)/.test(name))).toEqual([
    "More for Gate",
    "Gate: Off",
    "Gate: On",
    "Lamp: Off",
    "Lamp: On",
    "Boat",
    "Garage",
    "Porch light",
    "Pump house",
    "More for Pump house",
  ]);
  const pump = await relayControl(page, "Pump house", "Well pump");
  await untilReady(pump);
  for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) await key(arrow);
  expect(await switchesIn(house)).toBe(0);
  expect(await pressedIn(pump)).toBe("on");
  // Arrows scroll the page; coming back by key brings the button back into the window.
  await tabTo(page, /Evidence for Well pump/, "Shift+Tab");
  await tabTo(page, "Well pump: Off");
  await key("Space");
  // A report may overtake the answer, and a slow look may come after both.
  for (const step of [/requested|sent|answered|confirmed/, /^Off · .*confirmed/]) {
    await truthLine(pump).getByText(step).waitFor();
    await expectFocus(page, "Well pump: Off", `while it says ${step}`);
  }
  expect(await switchesIn(house)).toBe(1);
  expect(await pressedIn(pump)).toBe("off");
  // What proves it says so too: whatever the device returned, it was done.
  await tabTo(page, /Evidence for Well pump/, "Shift+Tab");
  await key("Enter");
  const proof = page.getByRole("dialog", { name: "Evidence for Well pump" });
  await proof.getByText(/^Asked by you .*device answered/).waitFor();
  expect(await proof.textContent()).not.toMatch(/refuse|fail|not sent/i);
  expect(visitor.complaints).toEqual([]);
});

test("[A2] a toast by F8 and put away, an inert control explains itself", async () => {
  await enterDemo();
  await tabTo(page, "Cabin");
  await key("Enter");
  await tabTo(page, "Boiler: On");
  await key("Enter");
  await toasts().getByText("Device must be online to control relays").waitFor();
  expect((await focusOf(page)).name).toBe("Boiler: On");
  await key("F8");
  await tabTo(page, "Dismiss");
  await key("Enter");
  await toasts().waitFor({ state: "detached" });
  await expectSeen(page, "after the toast was put away");
  await tabTo(page, "Relay 2: Off");
  expect(visitor.complaints).toEqual([]);
});

test("[A2, HD-5] an action that goes away leaves focus on the row's line of truth: a second or a held Enter switches nothing", async () => {
  await enterDemo();
  const pump = await relayControl(page, "Pump house", "Well pump");
  await untilReady(pump);
  const was = await pressedIn(pump);
  const other = was === "on" ? "Off" : "On";
  const match = { device: "P0SIM0001", operation: "function" };
  const refused = { kind: "status", status: 404, body: { ok: false, error: "Function not found" } };
  await house.sim("POST /faults", { match, effect: refused, times: 3 });
  await tabTo(page, `Well pump: ${other}`);
  await key("Enter");
  await truthSays(pump, /^Failed/);
  await tabTo(page, "Try again: Well pump");
  await key("Enter");
  await expectFocus(page, evidence, "after Try again");
  await truthSays(pump, /^Failed/);
  await tabTo(page, "Dismiss the message of Well pump");
  const before = await switchesIn(house);
  await key("Enter");
  await key("Enter");
  await page.getByRole("dialog", { name: "Evidence for Well pump" }).waitFor();
  await key("Escape");
  await expectFocus(page, evidence, "after Dismiss");
  expect([await switchesIn(house), await pressedIn(pump)]).toEqual([before, was]);
  await tabTo(page, `Well pump: ${other}`);
  await key("Enter");
  await truthSays(pump, /^Failed/);
  await tabTo(page, "Dismiss the message of Well pump");
  for (let held = 0; held < 5; held += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expectFocus(page, evidence, "after a held Dismiss");
  expect([await switchesIn(house), await pressedIn(pump)]).toEqual([before + 1, was]);
  // A second report would end the doubt, and its action with it.
  await house.sim("PATCH /devices/P0SIM0001", { telemetry: false });
  await house.sim("POST /faults", { match, effect: { kind: "status", status: 200, body: "<html>busy</html>" } });
  await tabTo(page, `Well pump: ${other}`);
  await key("Enter");
  await truthSays(pump, /^Unconfirmed/);
  await house.sim("DELETE /faults");
  await tabTo(page, "Check now");
  await key("Enter");
  await house.sim("PATCH /devices/P0SIM0001", { telemetry: true });
  // "Checking…" meanwhile.
  await pump
    .locator("xpath=..")
    .getByRole("button", { name: /^Check/ })
    .waitFor({ state: "detached" });
  await expectFocus(page, evidence, "after Check now");
  expect(visitor.complaints).toEqual([]);
});

test("[A2] menus, popovers and the drawer take focus and give it back", async () => {
  await enterDemo();
  for (const [opener, what] of [
    ["Connected", "dialog"],
    ["What can I try?", "dialog"],
    ["More for Pump house", "menu"],
    [/Evidence for Well pump/, "dialog"],
  ] as const) {
    await tabTo(page, opener);
    const before = await page.evaluateHandle(() => document.activeElement);
    await key("Enter");
    await page.getByRole(what).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("[role=menu],[role=dialog]") !== null))
      .toBe(true);
    await key("Escape");
    await page.getByRole(what).waitFor({ state: "detached" });
    await expectSeen(page, `after ${String(opener)} was closed`);
    expect(await page.evaluate((element) => element === document.activeElement, before)).toBe(true);
  }
  await tabTo(page, /^Theme/, "Shift+Tab");
  await key("Enter");
  await page.getByRole("menuitemradio", { name: "Light" }).waitFor();
  await key("ArrowDown");
  await page.getByRole("menuitemradio", { name: "Dark" }).and(page.locator(":focus")).waitFor();
  await key("Enter");
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
  await expectFocus(page, "Theme: Dark", "after the theme was chosen");
  await tabTo(page, /user menu/);
  await key("Enter");
  await page.getByRole("menuitem", { name: "Log out" }).waitFor();
  await key("End");
  await page.getByRole("menuitem", { name: "Log out" }).and(page.locator(":focus")).waitFor();
  await key("Enter");
  await page.getByRole("button", { name: "Try the demo, no account" }).waitFor();
  expect(visitor.complaints).toEqual([]);
});

test("[A2] an account from the form to the verified address, a device of its own, and home from a wrong address", async () => {
  await page.goto("/register");
  await page.getByRole("button", { name: "Create account" }).waitFor();
  for (const [label, text] of [
    [/^First name/, "Kim"],
    [/^Last name/, "Keys"],
    [/^Email/, "kim@example.com"],
    [/^Password/, "ten quiet hedgehogs"],
  ] as const) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
  await key("Enter");
  await page.waitForURL(/\/login\?message=verify-email/);
  await page.goto("/demo/mailbox");
  await tabTo(page, /verify-email\?token=/);
  await key("Enter");
  await page.getByText("Email verified successfully").first().waitFor();
  await tabTo(page, "Continue to Login");
  await key("Enter");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await tabTo(page, /^Email/);
  await page.keyboard.type("kim@example.com");
  await tabTo(page, /^Password/);
  await page.keyboard.type("ten quiet hedgehogs");
  await key("Enter");
  await page.getByText("Three steps to the first").waitFor();
  await tabTo(page, /^Serial number/);
  await page.keyboard.type("p0sim0008");
  await tabTo(page, "Add device");
  await key("Enter");
  await page.getByText("PowerOne Device Registered").first().waitFor();
  // The new card takes it once it is there, which may be after the words.
  await expect.poll(async () => (await focusOf(page)).name, { timeout: 10_000 }).toMatch(/^PowerOne 0008/);
  await expectSeen(page, "after the registration");
  await page.goto("/nowhere");
  await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  await tabTo(page, "Go to dashboard");
  await key("Enter");
  await relayControl(page, "PowerOne 0008", "Relay 1");
  expect(visitor.complaints).toEqual([]);
});

test("[A2] when access ends, focus goes from the card that leaves to what tells it, and from there to the heading", async () => {
  await enterDemo();
  const alex = await visit(browser, house);
  await enterDemoAs(alex, "alex");
  await relayControl(page, "Garage", "Door");
  const garage = page.getByRole("article", { name: "Garage" });
  const deviceId = await garage.getAttribute("data-device");
  await tabTo(page, "Door: Off");
  const { request } = alex.page;
  const [share] = (await (await request.get(`/api/devices/${deviceId}/shares`)).json()) as { id: string }[];
  await request.delete(`/api/device-shares/${share?.id}`, { headers: { origin: new URL(alex.page.url()).origin } });
  await garage.waitFor({ state: "detached" });
  await expectFocus(page, /^Access to Garage ended\.$/, "after the card has gone");
  await page.locator("[data-announcer=polite]").getByText("Access to Garage ended.").waitFor({ state: "attached" });
  await tabTo(page, "Dismiss");
  await key("Enter");
  await expect.poll(async () => (await focusOf(page)).name).toBe("Dashboard");
  expect(visitor.complaints).toEqual([]);
  await alex.context.close();
});

/** The line of truth, as focus names it: what it says, then what it opens. */
const evidence = /, Evidence for Well pump$/;

async function truthSays(control: Locator, text: RegExp): Promise<void> {
  await truthLine(control).getByText(text).waitFor();
}

async function enterDemo(): Promise<void> {
  await page.goto("/");
  const stops = await tabTo(page, "Try the demo, no account");
  expect(stops.length).toBeLessThan(8);
  await key("Enter");
  await relayControl(page, "Pump house", "Well pump");
}

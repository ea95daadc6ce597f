/**
 * A network that lets no socket through, and a server that does not answer at first: what is changed is seen all the same, and
 * what could not be read can be asked for. [D0.4, C3]
 */
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { enterConsole, toastOf, writtenBy } from "./console-page.ts";
import { relayControl } from "./controls.ts";
import { openGatedHouse } from "./gated-house.ts";
import type { Gateway } from "./gateway.ts";
import { enterDemo, openBrowser, visit, type House, type Visit } from "./house.ts";
import { clearLayouts, keepLayout, layoutLine, openEditor } from "./layouts-page.ts";

let house: House;
let browser: Browser;
let gateway: Gateway;
let maria: Visit;
let page: Page;
beforeAll(async () => {
  [{ gateway, house }, browser] = await Promise.all([openGatedHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
beforeEach(async () => {
  maria = await visit(browser, house);
  ({ page } = maria);
  await enterDemo(maria);
  await page.getByRole("article", { name: "Pump house" }).waitFor();
});
afterEach(async () => {
  gateway.setWayToApi("open");
  gateway.setWayToStream("open");
  await maria.context.close();
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const entries = () => page.getByRole("region", { name: "Activity entries" }).getByRole("listitem");

async function loseStream(): Promise<void> {
  gateway.setWayToStream("closed");
  await page.getByRole("button", { name: /Connected/ }).waitFor({ state: "detached" });
}

test("[D45] a log that is cleared without a stream is empty at once, and whole again when it is brought back", async () => {
  await expect.poll(() => entries().count()).toBeGreaterThan(0);
  await loseStream();
  await button("Clear All").click();
  const restore = button("Restore log view");
  await restore.waitFor();
  expect(await entries().count()).toBe(0);
  await restore.click();
  await expect.poll(() => entries().count()).toBeGreaterThan(0);
  expect(await restore.count()).toBe(0);
});

test("[D36] a device that is renamed, and one that is removed, is seen so without waiting for the next poll", async () => {
  await loseStream();
  const polled = () => page.waitForResponse(/devices\.list/);
  await polled();
  await button("More for Pump house").click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Device name").fill("Well house");
  await button("Save names").click();
  const soon = { timeout: 8_000 };
  await page.getByRole("article", { name: "Well house" }).waitFor(soon);
  await button("More for Well house").click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await button("Undo: Well house removed").waitFor();
  await page.getByRole("article", { name: "Well house" }).waitFor({ state: "detached", ...soon });
  await button("Undo: Well house removed").click();
  await page.getByRole("article", { name: "Well house" }).waitFor(soon);
  await button("More for Well house").click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Device name").fill("Pump house");
  await button("Save names").click();
  await expect.poll(() => page.getByRole("article", { name: "Pump house" }).count(), soon).toBe(1);
});

test("[D1] saved layouts that could not be read are asked for again on the page, and in the editor", async () => {
  const tiles = [{ id: "s", type: "system-status", at: [0, 0, 6, 2] }] as const;
  await keepLayout(page, { name: "Work", tiles });
  gateway.setWayToApi("wordless");
  await page.reload();
  const unread = page.getByText("Your saved layouts could not be read. This is the built-in one.");
  await unread.waitFor();
  await page.getByRole("button", { name: "Customize Layout" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Your saved layouts could not be read.").waitFor();
  gateway.setWayToApi("open");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await button("Edit Work").waitFor();
  await page.keyboard.press("Escape");
  await layoutLine(page, "Work").waitFor();
  gateway.setWayToApi("wordless");
  await page.reload();
  await unread.waitFor();
  const again = page.locator(".banner").filter({ has: unread }).getByRole("button");
  // Asked in vain, it is the same button with the same focus. [A2]
  await again.press("Enter");
  await again.and(page.getByRole("button", { name: "Loading" })).waitFor();
  await again.and(button("Try again")).and(page.locator(":focus")).waitFor();
  gateway.setWayToApi("open");
  await again.press("Enter");
  await layoutLine(page, "Work").waitFor();
  expect(await unread.count()).toBe(0);
  await page.locator("h1:focus").waitFor();
  await clearLayouts(page);
});

test("[AZ-6] a share that is kept after all while it is looked up is not left, and a failure is forgotten with its dialog", async () => {
  gateway.setWayToApi("wordless");
  await page.reload();
  const garage = page.getByRole("article", { name: "Garage" });
  await garage.getByRole("button", { name: "Garage", exact: true }).click();
  const ask = async () => {
    await button("More for Garage").click();
    await page.getByRole("menuitem", { name: "Leave…" }).click();
  };
  const leave = page.getByRole("dialog").getByRole("button", { name: "Leave device" });
  const failure = page.getByRole("dialog").getByText("The share could not be ended. Please try again.");
  await ask();
  await leave.click();
  await failure.waitFor();
  await button("Keep it").click();
  await ask();
  await leave.waitFor();
  expect(await failure.count()).toBe(0);
  gateway.setWayToApi("open");
  const written = writtenBy(page);
  const shared = gateway.holdNext("devices.shared");
  await leave.click();
  await shared.isHeld;
  await button("Keep it").click();
  await leave.waitFor({ state: "detached" });
  shared.letGo();
  await ask();
  await page.getByText("Only Alex Berg can share it with you again.").waitFor();
  expect(written).toEqual([]);
  expect(await leave.getAttribute("aria-disabled")).toBeNull();
  await button("Keep it").click();
});

test("[AZ-6] a share is left also where by which one the device is seen could not be read before", async () => {
  gateway.setWayToApi("wordless");
  await page.reload();
  const garage = page.getByRole("article", { name: "Garage" });
  await garage.getByRole("button", { name: "Garage", exact: true }).click();
  await button("More for Garage").click();
  await page.getByRole("menuitem", { name: "Leave…" }).click();
  const leave = page.getByRole("dialog").getByRole("button", { name: "Leave device" });
  await leave.click();
  await page.getByRole("dialog").getByText("The share could not be ended. Please try again.").waitFor();
  gateway.setWayToApi("open");
  await leave.click();
  await page.getByText("Access to Garage ended.").first().waitFor();
  expect(await garage.count()).toBe(0);
});

/** Asked for in vain once, where the focus stays, and then for good. */
async function readToldAgain(card: Locator): Promise<void> {
  const unread = card.getByText("What was sent lately could not be read.");
  await unread.waitFor();
  const again = card.getByRole("button", { name: "Try again" });
  const asked = page.waitForResponse(/alerts\.history/);
  await again.press("Enter");
  await asked;
  await again.and(page.locator(":focus")).waitFor();
  gateway.setWayToApi("open");
  await again.press("Enter");
  await unread.waitFor({ state: "detached" });
}

test("[D57] what alerts told lately is not taken for nothing where it could not be read", async () => {
  gateway.setWayToApi("wordless");
  const card = page.getByRole("article", { name: "Pump house" });
  await card.getByRole("button", { name: /^Email Alerts/ }).click();
  await readToldAgain(card);
  expect(await card.getByText("No alerts. Add one to get an email when something changes.").count()).toBe(1);
});

/** One alert after the other, for one by itself tells no more for five minutes. [D48] */
async function tellOften(name: string, { times, told }: { times: number; told: () => Promise<number> }): Promise<void> {
  const headers = { origin: house.url };
  const devices = (await (await page.request.get("/api/devices")).json()) as { id: string; name: string; serialNumber: string }[];
  const device = devices.find((one) => one.name === name);
  const data = { deviceId: device?.id, alertType: "relay_changed", emailAddress: "demo@relaydeck.test" };
  for (let time = 1; time <= times; time += 1) {
    const made = await page.request.post("/api/email-alerts", { data, headers });
    const { id } = (await made.json()) as { id: string };
    const press = { relay: 3, state: time % 2 === 1 ? "on" : "off" };
    await house.sim(`POST /devices/${device?.serialNumber}/button`, press);
    await expect.poll(told, { timeout: 20_000 }).toBe(time);
    await page.request.delete(`/api/email-alerts/${id}`, { headers });
  }
}

test("[D57] what alerts told lately stays where more of it could not be read, and the focus on the way to more", async () => {
  const card = page.getByRole("article", { name: "Workshop" });
  const closed = card.getByRole("button", { name: "Workshop", exact: true, expanded: false });
  await card.waitFor();
  if (await closed.isVisible()) await closed.click();
  await card.getByRole("button", { name: /^Email Alerts/ }).click();
  const told = card.getByRole("button", { name: "Mark as seen: Relay changed" });
  const more = button("Show more of what was told of Workshop");
  // Five are shown, and of the sixth that there is more.
  await tellOften("Workshop", { times: 6, told: async () => (await told.count()) + (await more.count()) });
  // News of the last mail would have it read again before the press.
  await loseStream();
  gateway.setWayToApi("wordless");
  await more.press("Enter");
  await card.getByText("What was sent lately could not be read.").waitFor();
  expect(await told.count()).toBeGreaterThanOrEqual(5);
  await readToldAgain(card);
  expect(await told.count()).toBe(6);
  expect(await page.locator(".alert-row:focus-within").count()).toBe(1);
});

test("[D30] a removed device that is there again has its card alone, whoever brought it back", async () => {
  const card = page.getByRole("article", { name: "Pump house" });
  const id = (await card.getAttribute("data-device")) ?? "";
  const undo = button("Undo: Pump house removed");
  for (const time of [1, 2]) {
    await button("More for Pump house").click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await undo.waitFor();
    await card.waitFor({ state: "detached" });
    expect([time, await undo.count()]).toEqual([time, 1]);
    const back = await page.request.post(`/api/devices/${id}/restore`, { headers: { origin: house.url } });
    expect(back.ok()).toBe(true);
    await card.waitFor();
    await undo.waitFor({ state: "detached" });
    await card.and(page.locator(":focus")).waitFor();
  }
});

test("[HD-4] what one person can bring back is not shown to the next one, who signed in while the page heard nothing", async () => {
  await keepLayout(page, { name: "Night", tiles: [{ id: "s", type: "system-status", at: [0, 0, 6, 2] }], isDefault: false });
  await openEditor(page);
  await button("Delete Night").click();
  await button("Undo deleting Night").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await relayControl(page, "Cabin", "Boiler");
  await button("More for Cabin").click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const strip = button("Undo: Cabin removed");
  await strip.waitFor();
  gateway.setWayToApi("silent");
  await loseStream();
  // In another tab, which shares the cookie.
  const signedIn = await page.request.post("/demo/session", { data: { as: "alex" }, headers: { origin: house.url } });
  expect(signedIn.ok()).toBe(true);
  gateway.setWayToApi("open");
  gateway.setWayToStream("open");
  await page.getByRole("article", { name: "Garage" }).waitFor();
  // After several tries in vain the next one may be half a minute away.
  await strip.waitFor({ state: "detached", timeout: 60_000 });
  await openEditor(page);
  await page.getByText("No custom layouts created yet.").waitFor();
  expect(await button("Undo deleting Night").count()).toBe(0);
});

test("what cannot be copied is told, with the text that could not", async () => {
  // Nothing is granted, copying neither.
  await maria.context.grantPermissions([]);
  await button("More for Pump house").click();
  await page.getByRole("menuitem", { name: "Copy serial number" }).click();
  await expect.poll(() => page.locator(".toast").innerText()).toMatch(/^Copying did not work\s+P0SIM\d+/);
  await enterConsole(maria, "/admin/dashboard?tab=devices");
  const link = page.url();
  await button("Copy link").click();
  await toastOf(page, "Copying did not work").getByText(link).waitFor();
  await page
    .getByRole("button", { name: /^Copy the whole of / })
    .first()
    .click();
  await toastOf(page, "Copying did not work").getByText(/^dev_/).waitFor();
  await page.goto("/admin/analytics");
  await button("Copy link").click();
  await toastOf(page, "Copying did not work").getByText("/admin/analytics").waitFor();
});

/** Several things ended one right after the other, over a network that hangs: each comes to its own end, with its own way back. [HD-4] */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writtenBy } from "./console-page.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { clearLayouts, keepLayout, openEditor } from "./layouts-page.ts";
import { fetchMenus } from "./menus.ts";
import { openWire, type Wire } from "./wire.ts";

let house: House;
let browser: Browser;
let wire: Wire;
let maria: Visit;
let page: Page;
beforeAll(async () => {
  [house, browser, wire] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser(), openWire()]);
});
beforeEach(async () => {
  maria = await visit(browser, house, { wire });
  ({ page } = maria);
  await enterDemo(maria);
});
afterEach(async () => {
  wire.release();
  await maria.context.close();
  if (maria.complaints.length > 0) throw new Error(maria.complaints.join("\n"));
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), wire.close()]);
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const card = (name: string) => page.getByRole("article", { name });
const dialog = () => page.getByRole("dialog");
const failed = (title: string) => page.locator(".toast").getByText(title, { exact: true });

async function openRow(name: string): Promise<void> {
  await card(name).waitFor();
  const closed = card(name).getByRole("button", { name, exact: true, expanded: false });
  if (await closed.isVisible()) await closed.click();
}

/** Acts while nothing comes from the server, until so much was asked of it. Answers what was asked up to whenever it is called. */
async function askedWhileHeld(times: number, act: () => Promise<void>): Promise<() => readonly (readonly unknown[])[]> {
  const written = writtenBy(page);
  wire.hold();
  await act();
  await expect.poll(() => written.length).toBeGreaterThanOrEqual(times);
  wire.release();
  return () => written.map(({ procedure, input }) => [procedure, Object.values(input as object)[0]]);
}

/** The id of the row around the button. */
async function idAt(name: string): Promise<string | null> {
  return await page
    .locator("[data-thing]")
    .filter({ has: button(name) })
    .getAttribute("data-thing");
}

test("[D30] of two devices that are removed each has its way back, and one that is pressed twice is removed once", async () => {
  const names = ["Pump house", "Workshop"];
  const remove = async (name: string) => {
    await button(`More for ${name}`).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
  };
  for (const name of names) await openRow(name);
  await fetchMenus(button("More for Pump house"));
  const ids = await Promise.all(names.map((name) => card(name).getAttribute("data-device")));
  const removed = await askedWhileHeld(2, async () => {
    await remove("Pump house");
    await remove("Workshop");
    await remove("Pump house");
  });
  for (const name of names) await button(`Undo: ${name} removed`).waitFor();
  expect(await failed("Remove Failed").count()).toBe(0);
  expect(await page.getByText("is no longer among your devices").count()).toBe(0);
  expect(removed()).toEqual(ids.map((id) => ["devices.remove", id]));
  const restored = await askedWhileHeld(2, async () => {
    for (const name of names) await button(`Undo: ${name} removed`).click();
  });
  for (const name of names) {
    await button(`Undo: ${name} removed`).waitFor({ state: "detached" });
    await card(name).waitFor();
  }
  expect(restored()).toEqual(ids.map((id) => ["devices.restore", id]));
});

test("[D43] of two shares that are revoked each has its strip, and one that is pressed twice is revoked once", async () => {
  const people = ["alex@relaydeck.test", "kim@example.com"];
  await openRow("Workshop");
  await button("Share Workshop").click();
  for (const email of people) {
    await dialog().getByLabel("Email").fill(email);
    await button("Share device").click();
    await button(`Revoke ${email}`).waitFor();
  }
  const ids = await Promise.all(people.map((email) => idAt(`Revoke ${email}`)));
  const revoked = await askedWhileHeld(2, async () => {
    for (const email of [...people, ...people]) await button(`Revoke ${email}`).press("Enter");
  });
  for (const email of people) await button(`Undo: give ${email} access again`).waitFor();
  expect(await failed("Revoke Failed").count()).toBe(0);
  expect(revoked()).toEqual(ids.map((id) => ["shares.revoke", id]));
});

test("[D48] of two alerts that are deleted each has its strip, and one that is pressed twice is deleted once", async () => {
  const kinds = ["Battery low", "Relay changed"];
  await openRow("Workshop");
  await card("Workshop")
    .getByRole("button", { name: /^Email Alerts/ })
    .click();
  for (const label of kinds) {
    await card("Workshop").getByLabel("Send me a mail when").selectOption({ label });
    await button("Add alert").click();
    await button(`Delete ${label}`).waitFor();
  }
  const ids = await Promise.all(kinds.map((label) => idAt(`Delete ${label}`)));
  const deleted = await askedWhileHeld(2, async () => {
    for (const label of [...kinds, ...kinds]) await button(`Delete ${label}`).press("Enter");
    // Put away meanwhile, the panel still knows what is on its way.
    for (const expanded of [true, false])
      await card("Workshop")
        .getByRole("button", { name: /^Email Alerts/, expanded })
        .press("Enter");
    for (const label of kinds) await button(`Delete ${label}`).press("Enter");
  });
  for (const label of kinds) await button(`Undo: bring ${label} back`).waitFor();
  expect(await failed("Failed to Delete Alert").count()).toBe(0);
  expect(deleted()).toEqual(ids.map((id) => ["alerts.remove", id]));
});

/** Opens the alerts of Workshop's row, however it stands. */
async function openAlerts(): Promise<void> {
  await openRow("Workshop");
  const closed = card("Workshop").getByRole("button", { name: /^Email Alerts/, expanded: false });
  if (await closed.isVisible()) await closed.click();
  await card("Workshop").getByLabel("Send me a mail when").waitFor();
}

async function addAlert(label: string): Promise<void> {
  await card("Workshop").getByLabel("Send me a mail when").selectOption({ label });
  await button("Add alert").click();
  await button(`Delete ${label}`).waitFor();
}

test("[HD-4, D48] the way back to a deleted alert outlives its row, and so does the deletion that is on its way", async () => {
  await openAlerts();
  await addAlert("Device online");
  const toggleRow = (expanded: boolean) =>
    card("Workshop").getByRole("button", { name: "Workshop", exact: true, expanded }).press("Enter");
  const id = await idAt("Delete Device online");
  const deleted = await askedWhileHeld(1, async () => {
    await button("Delete Device online").press("Enter");
    for (const expanded of [true, false]) await toggleRow(expanded);
    await openAlerts();
    await button("Delete Device online").press("Enter");
  });
  const undo = button("Undo: bring Device online back");
  await undo.waitFor();
  expect(deleted()).toEqual([["alerts.remove", id]]);
  for (const expanded of [true, false]) await toggleRow(expanded);
  await openAlerts();
  expect(await undo.count()).toBe(1);
  await button("Cards").click();
  await card("Workshop")
    .getByRole("button", { name: /^Email Alerts/, expanded: false })
    .click();
  await undo.click();
  await card("Workshop").getByRole("switch", { name: "Active: Device online" }).waitFor();
  await undo.waitFor({ state: "detached" });
});

test("[HD-4, D39] the way back to a revoked share outlives its dialog", async () => {
  const email = "nina@example.com";
  const open = async () => {
    await button("Share Workshop").click();
    await dialog().getByLabel("Email").waitFor();
  };
  await openRow("Workshop");
  await open();
  await dialog().getByLabel("Email").fill(email);
  await button("Share device").click();
  await button(`Revoke ${email}`).click();
  const undo = button(`Undo: give ${email} access again`);
  await undo.waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await open();
  await undo.click();
  await button(`Revoke ${email}`).waitFor();
  await undo.waitFor({ state: "detached" });
  expect(await failed("Undo Failed").count()).toBe(0);
});

/** As from another page of the same person. */
async function callElsewhere(procedure: string, input: object): Promise<void> {
  const answer = await page.request.post(`${house.url}/trpc/${procedure}`, { data: input, headers: { origin: house.url } });
  if (!answer.ok()) throw new Error(`${procedure}: ${answer.status()} ${await answer.text()}`);
}

test("[C6, AZ-6] the way back to a revoked right is gone for good once its person has another, also when that ends", async () => {
  const email = "rosa@example.com";
  const give = async (right: string) => {
    await dialog().getByLabel("Email").fill(email);
    await dialog().getByLabel(right).check();
    await button("Share device").click();
    await button(`Revoke ${email}`).waitFor();
  };
  await openRow("Workshop");
  await button("Share Workshop").click();
  await give("Control: see and switch");
  await button(`Revoke ${email}`).click();
  const undo = button(`Undo: give ${email} access again`);
  await undo.waitFor();
  await give("View: see state");
  await undo.waitFor({ state: "detached" });
  await callElsewhere("shares.revoke", { shareId: await idAt(`Revoke ${email}`) });
  await button(`Revoke ${email}`).waitFor({ state: "detached" });
  expect(await undo.count()).toBe(0);
});

test("[D48] the way back to a deleted alert is gone for good once there is one of its kind, also when that is deleted", async () => {
  await openAlerts();
  await addAlert("Device offline");
  await button("Delete Device offline").click();
  const undo = button("Undo: bring Device offline back");
  await undo.waitFor();
  await addAlert("Device offline");
  await callElsewhere("alerts.remove", { alertId: await idAt("Delete Device offline") });
  await button("Delete Device offline").waitFor({ state: "detached" });
  expect(await undo.count()).toBe(0);
});

test("[D5] the way back to a deleted layout is gone for good once it is back, also when it is deleted again elsewhere", async () => {
  await keepLayout(page, { name: "Dusk", tiles: [{ id: "log", type: "activity-log", at: [0, 0, 6, 2] }], isDefault: false });
  await openEditor(page);
  await button("Delete Dusk").click();
  const undo = button("Undo deleting Dusk");
  await undo.waitFor();
  const layoutId = await idAt("Undo deleting Dusk");
  await callElsewhere("layouts.restore", { layoutId });
  await button("Delete Dusk").waitFor();
  await callElsewhere("layouts.remove", { layoutId });
  await button("Delete Dusk").waitFor({ state: "detached" });
  expect(await undo.count()).toBe(0);
  await clearLayouts(page);
});

test("[HD-4, D5] the way back to a deleted layout outlives the editor, and pressed twice it is one", async () => {
  await keepLayout(page, { name: "Night", tiles: [{ id: "log", type: "activity-log", at: [0, 0, 6, 2] }], isDefault: false });
  const editor = await openEditor(page);
  await button("Delete Night").click();
  const undo = button("Undo deleting Night");
  await undo.waitFor();
  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "detached" });
  await openEditor(page);
  await undo.waitFor();
  const id = await idAt("Undo deleting Night");
  const restored = await askedWhileHeld(1, async () => {
    for (let times = 0; times < 2; times += 1) await undo.press("Enter");
  });
  await button("Set Default: Night").waitFor();
  await undo.waitFor({ state: "detached" });
  expect(restored()).toEqual([["layouts.restore", id]]);
  expect(await failed("Restore Failed").count()).toBe(0);
  await clearLayouts(page);
});

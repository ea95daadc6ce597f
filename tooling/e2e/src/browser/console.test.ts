/** An administrator finds somebody, corrects them, deletes them by mistake, and takes that back. [A2, AD-3, AD-5, D23, D24] */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeEntries } from "./console-house.ts";
import { askedIn, enterConsole, listOf, namesIn, rowOf, settled, toastOf, toldByRest, writtenBy } from "./console-page.ts";
import { openBrowser, openHouse, visit, type House } from "./house.ts";
import { toastsOf } from "./toasts.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

test("[AD-3, D23, D24] found in seconds, edited by what changed alone, deleted at once and brought back by the strip", async () => {
  const { page, complaints, context } = await visit(browser, house);
  const written = writtenBy(page);
  await enterConsole({ page });
  const list = await settled(page, "Users");
  expect((await namesIn(list)).toSorted()).toEqual(["Alex Berg", "Maria Lind"]);
  await page.getByRole("link", { name: /^Connected devices/ }).click();
  await settled(page, "Devices");
  expect(askedIn(page)).toEqual({ tab: "devices", status: "online" });
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("searchbox", { name: "Search users" }).fill("alex");
  await expect.poll(() => namesIn(list), { timeout: 5_000 }).toEqual(["Alex Berg"]);
  expect(askedIn(page)).toEqual({ tab: "users", q: "alex" });

  const before = (await toldByRest(page, house, "users")).find(({ email }) => email === "alex@relaydeck.test");
  await page.getByRole("button", { name: "Edit Alex Berg" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Alex Berg" });
  await dialog.getByLabel("First name").fill("Alexa");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await toastOf(page, "User updated successfully").waitFor();
  await dialog.waitFor({ state: "detached" });
  expect(written).toEqual([
    { procedure: "admin.updateUser", input: { userId: before?.["id"], version: before?.["version"], firstName: "Alexa" } },
  ]);

  await page.getByRole("button", { name: "Delete Alexa Berg" }).click();
  await toastOf(page, "User deleted successfully").waitFor();
  const strip = rowOf(listOf(page, "Users"), "Alexa Berg deleted");
  await strip.waitFor();
  expect(await toldByRest(page, house, "users")).toHaveLength(1);
  await strip.getByRole("button", { name: /^Undo/ }).click();
  await toastOf(page, "User restored").waitFor();
  await page.getByRole("button", { name: "Edit Alexa Berg" }).waitFor();
  expect(await toldByRest(page, house, "users")).toHaveLength(2);
  expect(complaints).toEqual([]);
  await context.close();
});

test("[AD-5, D23] pressed twice, by pointer or by keyboard, it is deleted once, and the toast with Undo stands", async () => {
  const { page, complaints, context } = await visit(browser, house);
  const written = writtenBy(page);
  const calls = () => written.map(({ procedure }) => procedure);
  await enterConsole({ page });
  await settled(page, "Users");
  const shown = async (text: string) => {
    await toastOf(page, text).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await toastsOf(page).filter({ hasText: "Error" }).count()).toBe(0);
  };
  const button = page.getByRole("button", { name: /^Delete Alex/ });

  await button.dblclick();
  await shown("User deleted successfully");
  await toastOf(page, "User deleted successfully").getByRole("button", { name: "Undo" }).dblclick();
  await shown("User restored");
  expect(calls()).toEqual(["admin.removeUser", "admin.restoreUser"]);

  await button.focus();
  await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter")]);
  await shown("User deleted successfully");
  expect(calls().slice(2)).toEqual(["admin.removeUser"]);
  await rowOf(listOf(page, "Users"), /^Alex.* deleted/)
    .getByRole("button", { name: /^Undo/ })
    .dblclick();
  await shown("User restored");

  await page.getByRole("checkbox", { name: /^Choose Alex/ }).check();
  await page
    .getByRole("group", { name: "With the chosen" })
    .getByRole("button", { name: /^Delete/ })
    .dblclick();
  await shown("1 users deleted");
  await toastOf(page, "1 users deleted").getByRole("button", { name: "Undo" }).dblclick();
  await shown("1 restored");
  expect(calls().slice(3)).toEqual(["admin.restoreUser", "admin.removeUsers", "admin.restoreUsers"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("what is typed for a new owner is not lost unasked, by Esc, by a press outside or by Cancel", async () => {
  const { page, complaints, context } = await visit(browser, house);
  await enterConsole({ page }, "/admin/dashboard?tab=devices");
  await settled(page, "Devices");
  await page.getByRole("checkbox", { name: "Choose Pump house" }).check();
  await page.getByRole("button", { name: "Assign owner" }).click();
  const dialog = page.getByRole("dialog", { name: "Assign 1 device" });
  const owner = dialog.getByLabel("Owner id");
  await owner.fill("usr_half");
  const leave = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(5, 450),
    () => dialog.getByRole("button", { name: "Cancel" }).click(),
  ];
  for (const way of leave) {
    await way();
    await dialog.getByText("Discard changes?").waitFor();
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    expect(await owner.inputValue()).toBe("usr_half");
  }
  await owner.fill("");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await context.close();
});

test("pages of the log are turned without seeing an entry twice, whatever arrives meanwhile, also after they are loaded again", async () => {
  const { page, complaints, context } = await visit(browser, house);
  const entries = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ message: `Boundary ${from + index}`, type: "info" }));
  const downFrom = (newest: number) => Array.from({ length: 25 }, (_, index) => `Boundary ${newest - index}`);
  writeEntries(house, entries(0, 60));
  await enterConsole({ page }, "/admin/dashboard?tab=activity&q=boundary");
  const list = await settled(page, "Activity");
  const shown = () => list.locator('[data-column="message"]').allInnerTexts();
  await expect.poll(shown).toEqual(downFrom(59));
  writeEntries(house, entries(60, 70), 60);
  const turn = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await turn("Next");
  await expect.poll(shown).toEqual(downFrom(34));
  await page.getByText("26–50 of 60").waitFor();
  await page.reload();
  await settled(page, "Activity");
  expect(await shown()).toEqual(downFrom(34));
  await turn("Next");
  await page.getByText("51–60 of 60").waitFor();
  await expect.poll(shown).toEqual(downFrom(9).slice(0, 10));
  await turn("Previous");
  await expect.poll(shown).toEqual(downFrom(34));
  await turn("Previous");
  await expect.poll(shown).toEqual(downFrom(69));
  await context.close();
  expect(complaints).toEqual([]);
});

test("[AD-7, interface 1.7] nobody is a choice of its own, which says what goes; an empty field takes no device from anybody", async () => {
  const { page, complaints, context } = await visit(browser, house);
  const written = writtenBy(page);
  await enterConsole({ page }, "/admin/dashboard?tab=devices");
  const list = await settled(page, "Devices");
  await page.getByRole("checkbox", { name: "Choose Cabin" }).check();
  await page.getByRole("button", { name: "Assign owner" }).click();
  const dialog = page.getByRole("dialog", { name: "Assign 1 device" });
  const owner = dialog.getByLabel("Owner id");
  await owner.press("Enter");
  await dialog.locator(".field-error").getByText("Choose whom they go to.").waitFor();
  await expect.poll(() => owner.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(written).toEqual([]);

  await dialog.getByRole("radio", { name: "Nobody" }).check();
  await dialog.getByText("The names of devices and relays are lost").waitFor();
  expect(await dialog.getByRole("button", { name: "Assign", exact: true }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.getByText("Discard changes?").waitFor();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await dialog.getByRole("button", { name: "Unassign 1", exact: true }).click();
  await toastOf(page, "1 unassigned").waitFor();
  await dialog.waitFor({ state: "detached" });
  expect(written.map(({ procedure }) => procedure)).toEqual(["admin.assignDevices"]);
  await rowOf(list, "Unassigned").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("[AD-7] an owner's field that is emptied says what goes with the owner", async () => {
  const { page, complaints, context } = await visit(browser, house);
  await enterConsole({ page }, "/admin/dashboard?tab=devices");
  await settled(page, "Devices");
  await page.getByRole("button", { name: "Edit Boat" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Boat" });
  await dialog.getByLabel("Owner id").fill("");
  await dialog.getByText("The names of devices and relays are lost").waitFor();
  await dialog.getByLabel("Owner id").fill("usr_half");
  await dialog.getByText("lose access at once").waitFor();
  expect(await dialog.getByText("The names of devices and relays are lost").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Answers that come late, over a network that hangs: what was changed since it was sent stays, and nothing begun since is ended. [HD-4] */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writtenBy } from "./console-page.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { clearLayouts, keepLayout, keptLayouts, keptPlaces, openEditor, type Tile } from "./layouts-page.ts";
import { partsOf } from "./page-parts.ts";
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

const { button, toast, dialog, isAsked } = partsOf(() => page);

const tiles: readonly Tile[] = [{ id: "system-status", type: "system-status", at: [0, 0, 6, 2] }];
const size = (label: "Width" | "Height") => dialog().getByRole("group", { name: "System Status" }).getByLabel(label);

describe("a layout that is being saved", () => {
  beforeEach(async () => {
    await enterDemo(maria);
    for (const name of ["Work", "Night"]) await keepLayout(page, { name, tiles, isDefault: false });
    await openEditor(page);
    await button("Edit Work").click();
    await size("Height").fill("5");
    wire.hold();
    await button("Save Layout").click();
    await button("Saving...").waitFor();
  });
  afterEach(() => clearLayouts(page));

  test("[HD-4] keeps what is changed meanwhile, as changed over what was saved", async () => {
    await size("Width").fill("3");
    wire.release();
    await toast("Layout Saved").waitFor();
    await button("Save Layout").waitFor();
    expect(await size("Width").inputValue()).toBe("3");
    expect(await keptPlaces(page, "Work")).toEqual({ "system-status": [0, 0, 6, 5] });
    await page.keyboard.press("Escape");
    await isAsked();
    await button("Keep editing").click();
    expect(await dialog().getByRole("group", { name: "Changed elsewhere" }).count()).toBe(0);
    await button("Save Layout").click();
    await dialog().waitFor({ state: "detached" });
    expect(await keptPlaces(page, "Work")).toEqual({ "system-status": [0, 0, 3, 5] });
  });

  test("[HD-4] leaves alone what was begun meanwhile, and its draft", async () => {
    await button("Edit Night").click();
    await button("Discard").click();
    await size("Height").fill("7");
    wire.release();
    await toast("Layout Saved").waitFor();
    await button("Save Layout").waitFor();
    expect(await size("Height").inputValue()).toBe("7");
    await page.reload();
    await page.getByText("Changes to “Night” are not saved yet.").waitFor();
    expect(await keptPlaces(page, "Work")).toEqual({ "system-status": [0, 0, 6, 5] });
    await page.evaluate(() => localStorage.clear());
  });

  test("[HD-4] does not close the editor that was opened again meanwhile", async () => {
    await page.keyboard.press("Escape");
    await button("Discard").click();
    await dialog().waitFor({ state: "detached" });
    await openEditor(page);
    await button("Edit Night").click();
    await size("Height").fill("7");
    wire.release();
    await toast("Layout Saved").waitFor();
    expect(await size("Height").inputValue()).toBe("7");
    await page.evaluate(() => localStorage.clear());
  });
});

test("[HD-4] a layout whose page is left while it is saved does not wait there as not saved", async () => {
  async function toProfile() {
    await page.getByRole("button", { name: /user menu/ }).click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await page.getByText("demo@relaydeck.test").first().waitFor();
  }
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("relaydeck-layout-draft:")).length);
  await enterDemo(maria);
  await keepLayout(page, { name: "Work", tiles, isDefault: false });
  await toProfile();
  await page.goBack();
  await openEditor(page);
  await button("Edit Work").click();
  await size("Height").fill("5");
  await button("Arrange on the page").click();
  await button("Move System Status").waitFor();
  expect(await drafts()).toBe(1);
  wire.hold();
  await button("Save Layout").click();
  await button("Saving...").waitFor();
  await toProfile();
  expect(await drafts()).toBe(1);
  wire.release();
  await toast("Layout Saved").waitFor();
  await expect.poll(drafts).toBe(0);
  await page.goBack();
  await button("Customize Layout").waitFor();
  expect(await page.getByText("are not saved yet").count()).toBe(0);
  expect(await keptPlaces(page, "Work")).toEqual({ "system-status": [0, 0, 6, 5] });
  await clearLayouts(page);
});

describe("the dialogs of a device", () => {
  const alex = "alex@relaydeck.test";

  async function openShare(): Promise<void> {
    await page.getByRole("article", { name: "Pump house" }).waitFor();
    await button("Share Pump house").click();
    await dialog().getByLabel("Email").waitFor();
  }
  const permission = (label: string) => dialog().getByLabel(label);

  test("[HD-4] a share that is given while another one is being changed leaves that form, and what is chosen in it", async () => {
    await enterDemo(maria);
    await openShare();
    await dialog().getByLabel("Email").fill(alex);
    await button("Share device").click();
    await button(`Change ${alex}`).waitFor();
    await button("Share device").waitFor();
    await dialog().getByLabel("Email").fill("kim@example.com");
    wire.hold();
    await button("Share device").click();
    await button(`Change ${alex}`).click();
    await permission("Control: see and switch").check();
    wire.release();
    await button("Change kim@example.com").waitFor();
    await dialog()
      .getByRole("heading", { name: `Change what ${alex} may do` })
      .waitFor();
    expect(await permission("Control: see and switch").isChecked()).toBe(true);
    await page.keyboard.press("Escape");
    await isAsked();
    await button("Keep editing").click();
    wire.hold();
    await button("Save").click();
    await permission("View: see state").check();
    wire.release();
    await dialog().getByRole("listitem").filter({ hasText: alex }).getByText("Control", { exact: true }).waitFor();
    expect(await permission("View: see state").isChecked()).toBe(true);
    await page.keyboard.press("Escape");
    await isAsked();
  });

  test("[HD-4] what is typed while names are saved stays in the dialog of the names", async () => {
    await enterDemo(maria);
    await page.getByRole("article", { name: "Pump house" }).waitFor();
    await button("More for Pump house").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const heater = dialog().getByLabel("Name of relay 2");
    await dialog().getByLabel("Device name").fill("Well house");
    wire.hold();
    await button("Save names").click();
    await heater.fill("Stove");
    wire.release();
    await toast("Names Saved").waitFor();
    expect(await heater.inputValue()).toBe("Stove");
    await page.keyboard.press("Escape");
    await isAsked();
    await button("Keep editing").click();
    await button("Save names").click();
    await dialog().waitFor({ state: "detached" });
    await page.getByRole("article", { name: "Well house" }).getByText("Stove").first().waitFor({ state: "attached" });
  });
});

test("[HD-4, D7] a relay that is ticked while the choice is saved stays ticked, not saved yet", async () => {
  await enterDemo(maria);
  await keepLayout(page, { name: "Desk", tiles: [{ id: "quick", type: "quick-controls", at: [0, 0, 12, 2] }] });
  await button("Pick relays").click();
  await dialog().getByLabel("Heater · Pump house").or(dialog().getByLabel("Stove · Well house")).check();
  wire.hold();
  await button("Save choice").click();
  await button("Saving…").waitFor();
  const door = dialog().getByLabel("Door · Garage");
  await door.check();
  wire.release();
  await button("Save choice").waitFor();
  expect(await door.isChecked()).toBe(true);
  const kept = async () => (await keptLayouts(page))[0]?.layout.components[0]?.settings?.["relays"];
  expect(await kept()).toHaveLength(1);
  await page.keyboard.press("Escape");
  await isAsked();
  await button("Keep editing").click();
  await button("Save choice").click();
  await dialog().waitFor({ state: "detached" });
  expect(await kept()).toHaveLength(2);
  await clearLayouts(page);
});

test("[HD-4, D7] a choice of relays that cannot be saved is told also when its dialog is closed by then", async () => {
  await enterDemo(maria);
  await keepLayout(page, { name: "Desk", tiles: [{ id: "quick", type: "quick-controls", at: [0, 0, 12, 2] }] });
  await button("Pick relays").click();
  await dialog().getByLabel("Door · Garage").check();
  wire.hold();
  await button("Save choice").click();
  await button("Saving…").waitFor();
  await button("Cancel").click();
  await dialog().waitFor({ state: "detached" });
  wire.cut();
  await toast("Save Failed").waitFor();
  expect(await dialog().count()).toBe(0);
  wire.release();
  wire.mend();
  await clearLayouts(page);
});

test("[HD-4, D29] the next serial number and name that are typed while a device is added stay, and hear no refusal of the first", async () => {
  await enterDemo(maria);
  await button("Add a device").click();
  const serial = page.getByLabel("Serial number");
  const name = page.getByLabel("Device name (optional)");
  const sendAndType = async (sent: string, next: string) => {
    await serial.fill(sent);
    wire.hold();
    await button("Add device").click();
    await button("Adding device…").waitFor();
    await serial.fill(next);
    await name.fill("Shed");
    wire.release();
    await button("Add device").waitFor();
  };
  await sendAndType("P0NONE01", "P0SIM0007");
  await toast("Registration Failed").waitFor();
  expect(await serial.getAttribute("aria-invalid")).not.toBe("true");
  await name.fill("");
  await sendAndType("P0SIM0007", "P0SIM0008");
  await toast("PowerOne Device Registered").waitFor();
  expect([await serial.inputValue(), await name.inputValue()]).toEqual(["P0SIM0008", "Shed"]);
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
  await button("Add device").click();
  // The card comes with the stream, which may be before the answer that empties the fields.
  await page.getByRole("article", { name: "Shed" }).waitFor();
  await expect.poll(async () => [await serial.inputValue(), await name.inputValue()]).toEqual(["", ""]);
});

test("[HD-4, D47] a kind of alert that is chosen while another one is added stays chosen", async () => {
  await enterDemo(maria);
  const card = page.getByRole("article", { name: "Workshop" });
  await card.getByRole("button", { name: "Workshop", exact: true, expanded: false }).click();
  await card.getByRole("button", { name: /^Email Alerts/ }).click();
  const kind = card.getByLabel("Send me a mail when");
  await kind.selectOption("device_online");
  wire.hold();
  await button("Add alert").click();
  await kind.selectOption("device_offline");
  wire.release();
  await card.getByRole("switch", { name: /^Active: .*online/i }).waitFor();
  await button("Add alert").waitFor();
  expect(await kind.inputValue()).toBe("device_offline");
  await button("Add alert").click();
  await card.getByRole("switch", { name: /^Active: .*offline/i }).waitFor();
  await expect.poll(() => kind.inputValue()).toBe("");
});

test("two alerts are switched one after the other, though the answer to the first is not there yet", async () => {
  await enterDemo(maria);
  const card = page.getByRole("article", { name: "Workshop" });
  await card.getByRole("button", { name: "Workshop", exact: true, expanded: false }).click();
  await card.getByRole("button", { name: /^Email Alerts/ }).click();
  for (const label of ["Battery low", "Relay changed"]) {
    await card.getByLabel("Send me a mail when").selectOption({ label });
    await button("Add alert").click();
    await card.getByRole("switch", { name: `Active: ${label}` }).waitFor();
  }
  const written = writtenBy(page);
  wire.hold();
  await card.getByRole("switch", { name: "Active: Battery low" }).dblclick();
  await card.getByRole("switch", { name: "Active: Relay changed" }).click();
  const switched = () => written.map(({ input }) => (input as { alertId: string }).alertId);
  await expect.poll(switched).toHaveLength(2);
  expect(new Set(switched()).size).toBe(2);
  wire.release();
  for (const label of ["Battery low", "Relay changed"])
    await card.getByRole("switch", { name: `Disabled: ${label}`, checked: false }).waitFor();
});

test("[D0.6] a power that is cut by two presses is shown as cut", async () => {
  await enterDemo(maria);
  const drawer = page.getByRole("dialog", { name: "Simulator" });
  const cut = drawer.getByRole("button", { name: /^Cut the power silently/ });
  const open = async () => {
    await button("What can I try?").click();
    await cut.waitFor();
  };
  await open();
  await drawer.getByRole("button", { name: "Close" }).click();
  await drawer.waitFor({ state: "detached" });
  // What stays as it was made to be is asked each time the drawer opens, so this answer is late too.
  wire.hold();
  await open();
  let answers = 0;
  page.on("response", (response) => (answers += response.request().method() === "PATCH" ? 1 : 0));
  await cut.dblclick();
  wire.release();
  await expect.poll(() => answers).toBe(2);
  await expect.poll(() => page.getByRole("button", { name: /^Bring the power back/ }).count()).toBe(1);
});

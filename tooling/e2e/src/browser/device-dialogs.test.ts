/** The dialogs of a device while something happens elsewhere: what was typed stays, and nothing is sent that nobody typed. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGateway } from "./gateway.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit, type VisitOptions } from "./house.ts";
import { lastSpoken } from "./layouts-page.ts";
import { toastsOf } from "./toasts.ts";
import { openWire, type Wire } from "./wire.ts";

let house: House;
let browser: Browser;
let wire: Wire;
beforeAll(async () => {
  [house, browser, wire] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser(), openWire()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), wire.close()]);
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const closedBy = async (page: Page, name: string) => {
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).last().click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
};

async function atDevice(name: string, options: VisitOptions = {}): Promise<Visit> {
  const visitor = await visit(browser, house, options);
  await enterDemo(visitor);
  const closed = visitor.page.getByRole("button", { name, exact: true, expanded: false });
  const share = button(visitor.page, `Share ${name}`);
  await closed.or(share).first().waitFor();
  if (await closed.isVisible()) await closed.click();
  await share.waitFor();
  return visitor;
}

async function ask(page: Page, call: string, data?: unknown): Promise<unknown> {
  const [method = "GET", path = "/"] = call.split(" ");
  const answer = await page.request.fetch(path, { method, data, headers: { origin: house.url } });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

async function deviceNamed(page: Page, name: string) {
  const devices = (await ask(page, "GET /api/devices")) as { id: string; name: string; relays: { name: string }[] }[];
  const found = devices.find((device) => device.name === name);
  if (found === undefined) throw new Error(`${name} is not there`);
  return found;
}

/** The invited person makes an account and takes the invitation, in a browser of their own. */
async function joinAndAccept(email: string): Promise<void> {
  const { page, context } = await visit(browser, house);
  const password = "eight blue bicycles";
  const linkTo = async (path: string) => {
    const mails = (await ask(page, "GET /demo/mailbox")) as { to: string; text: string }[];
    const text = mails.find((mail) => mail.to === email && mail.text.includes(path))?.text ?? "";
    return new RegExp(`/${path}\\?token=[\\w-]+`).exec(text)?.[0] ?? "/none";
  };
  await ask(page, "POST /api/auth/register", { email, password, firstName: "Nina", lastName: "New" });
  await ask(page, `GET /api${await linkTo("verify-email")}`);
  await ask(page, "POST /api/auth/login", { email, password });
  await page.goto(await linkTo("accept-invite"));
  await button(page, "Accept").click();
  await page.getByRole("heading", { name: "Invitation accepted" }).waitFor();
  await context.close();
}

async function openRename(page: Page, name: string): Promise<void> {
  await button(page, `More for ${name}`).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog", { name: `Rename ${name}` }).waitFor();
}

test("[D24] names that change elsewhere while the dialog is open are shown where nobody typed, and not written back", async () => {
  const { page, context, complaints } = await atDevice("Pump house");
  const { id } = await deviceNamed(page, "Pump house");
  await openRename(page, "Pump house");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Device name").fill("Typed name");
  await ask(page, `PATCH /api/devices/${id}`, {
    name: "Elsewhere name",
    relays: [{ number: 2, name: "Elsewhere heater" }],
  });
  await page.getByRole("dialog", { name: "Rename Elsewhere name" }).waitFor();
  expect(await dialog.getByLabel("Device name").inputValue()).toBe("Typed name");
  expect(await dialog.getByLabel("Name of relay 2").inputValue()).toBe("Elsewhere heater");
  await button(page, "Save names").click();
  await dialog.waitFor({ state: "detached" });
  const after = await deviceNamed(page, "Typed name");
  expect(after.relays[1]?.name).toBe("Elsewhere heater");
  await ask(page, `PATCH /api/devices/${id}`, { name: "Pump house", relays: [{ number: 2, name: "Heater" }] });
  expect(complaints).toEqual([]);
  await context.close();
});

test("[D24] a name that was changed elsewhere is typed back, and that is sent; the toast tells what was answered", async () => {
  const { page, context, complaints } = await atDevice("Pump house");
  const { id } = await deviceNamed(page, "Pump house");
  await openRename(page, "Pump house");
  const dialog = page.getByRole("dialog");
  const [name, heater] = [dialog.getByLabel("Device name"), dialog.getByLabel("Name of relay 2")];
  await ask(page, `PATCH /api/devices/${id}`, { name: "Elsewhere name", relays: [{ number: 2, name: "Elsewhere heater" }] });
  await expect.poll(() => name.inputValue()).toBe("Elsewhere name");
  await expect.poll(() => heater.inputValue()).toBe("Elsewhere heater");
  await name.fill(" Pump house ");
  await heater.fill("Heater");
  await button(page, "Save names").click();
  await toastsOf(page).getByText("Names Saved").waitFor();
  await toastsOf(page).getByText("Pump house", { exact: true }).waitFor();
  expect((await deviceNamed(page, "Pump house")).relays[1]?.name).toBe("Heater");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a device removed elsewhere leaves its dialog and what was typed, says so, and goes on when the device is back", async () => {
  const { page, context, complaints } = await atDevice("Porch light");
  const { id } = await deviceNamed(page, "Porch light");
  const words = "Porch light is no longer among your devices. What you typed can be read until you close this.";
  await button(page, "Share Porch light").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("friend@example.test");
  await ask(page, `DELETE /api/devices/${id}`);
  await dialog.getByText(words).waitFor();
  await expect.poll(() => lastSpoken(page)).toBe(words);
  expect(await dialog.getByLabel("Email").inputValue()).toBe("friend@example.test");
  expect(await button(page, "Share device").count()).toBe(0);
  await ask(page, `POST /api/devices/${id}/restore`);
  await button(page, "Share device").waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("friend@example.test");
  await dialog.getByLabel("Email").fill("");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await openRename(page, "Porch light");
  await dialog.getByLabel("Device name").fill("Veranda");
  await ask(page, `DELETE /api/devices/${id}`);
  await dialog.getByText(words).waitFor();
  expect(await dialog.getByLabel("Device name").inputValue()).toBe("Veranda");
  expect(await button(page, "Save names").count()).toBe(0);
  await closedBy(page, "Cancel");
  await page.locator("h1:focus").waitFor();
  await ask(page, `POST /api/devices/${id}/restore`);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a share ended elsewhere keeps the form that changes it, and says so", async () => {
  const { page, context, complaints } = await atDevice("Gate");
  const { id: deviceId } = await deviceNamed(page, "Gate");
  const email = "alex@relaydeck.test";
  const share = (await ask(page, "POST /api/device-shares", { deviceId, sharedWithEmail: email, permission: "view" })) as {
    id: string;
  };
  await button(page, "Share Gate").click();
  await button(page, `Change ${email}`).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Control: see and switch").check();
  await ask(page, `DELETE /api/device-shares/${share.id}`);
  await dialog.getByText(`The share with ${email} has ended meanwhile. There is nothing left to change.`).waitFor();
  await dialog.getByRole("heading", { name: `Change what ${email} may do` }).waitFor();
  expect(await dialog.getByLabel("Control: see and switch").isChecked()).toBe(true);
  expect(await button(page, "Save").count()).toBe(0);
  await button(page, "Cancel").click();
  await dialog.getByRole("heading", { name: "Add person" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("[C6] an invitation that is accepted while it is being changed goes on as the share that it became", async () => {
  const { page, context, complaints } = await atDevice("Gate");
  const { id } = await deviceNamed(page, "Gate");
  const email = "nina@example.com";
  await ask(page, "POST /api/device-shares", { deviceId: id, sharedWithEmail: email, permission: "view" });
  await button(page, "Share Gate").click();
  await button(page, `Change ${email}`).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Control: see and switch").check();
  const end = dialog.getByLabel("Ends (optional)");
  await end.focus();
  await joinAndAccept(email);
  const row = dialog.getByRole("listitem").filter({ hasText: email });
  await row.getByText("Invitation waits until they join.").waitFor({ state: "detached" });
  await end.and(page.locator(":focus")).waitFor();
  expect(await dialog.getByText("There is nothing left to change.").count()).toBe(0);
  expect(await dialog.getByLabel("Control: see and switch").isChecked()).toBe(true);
  await button(page, "Save").click();
  await row.getByText("Control", { exact: true }).waitFor();
  expect(await ask(page, `GET /api/devices/${id}/shares`)).toMatchObject([{ permission: "control", pending: false }]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("with a server that hangs a first press on Share shows that it loads; put away, it does not open when it comes", async () => {
  const { page, context } = await atDevice("Workshop", { wire });
  // What has come: an entry is made at the end of an answer.
  const isThere = (file: string) =>
    page.evaluate((part) => performance.getEntriesByType("resource").some(({ name }) => name.includes(part)), file);
  // What every dialog needs is fetched soon after the first picture.
  await expect.poll(() => isThere("/dialog-content")).toBe(true);
  wire.hold();
  await button(page, "Share Workshop").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Loading", { exact: false }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await button(page, "Share Workshop").and(page.locator(":focus")).waitFor();
  wire.release();
  await expect.poll(() => isThere("/share-dialog")).toBe(true);
  expect(await dialog.count()).toBe(0);
  await button(page, "Share Workshop").click();
  await dialog.getByLabel("Email").waitFor();
  await dialog.locator(":focus").waitFor();
  await context.close();
});

test("[D30, C3] one that is brought back without a live link is not told as gone by a list that was asked for before", async () => {
  const gateway = await openGateway();
  const behind = await openHouse({ latencyMs: [0, 0], environment: { PUBLIC_URL: gateway.url } });
  gateway.leadTo(behind.serverUrl);
  const visitor = await visit(browser, behind);
  const { page, context } = visitor;
  await enterDemo(visitor);
  const card = page.getByRole("article", { name: "Pump house" });
  await card.waitFor();
  gateway.setWayToStream("closed");
  await page.getByRole("button", { name: /Connected/ }).waitFor({ state: "detached" });
  await button(page, "More for Pump house").click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const undo = button(page, "Undo: Pump house removed");
  await undo.waitFor();
  const list = gateway.holdNext("devices.list");
  const before = await page.waitForRequest(/devices\.list/, { timeout: 60_000 });
  await list.isHeld;
  const gone = page.getByText("Pump house is no longer among your devices.");
  const said = gone
    .first()
    .waitFor()
    .then(
      () => "told as gone",
      () => "nothing told",
    );
  const anew = page
    .waitForResponse((response) => /devices\.list/.test(response.url()) && response.request() !== before)
    .then(() => "read anew");
  await undo.click();
  await undo.waitFor({ state: "detached" });
  list.letGo();
  await (await before.response())?.finished();
  expect(await Promise.race([said, anew])).toBe("read anew");
  await card.waitFor();
  expect(await gone.count()).toBe(0);
  await context.close();
  await behind.close();
  await gateway.close();
});

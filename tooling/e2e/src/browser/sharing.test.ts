/** Sharing in the browser: given, seen by the other person at once, revoked, taken back, left, and accepted by a link. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const alexEmail = "alex@relaydeck.test";
const password = "eight blue bicycles";
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
/** Behind an open dialog the region is hidden from those who cannot see it; what it says is announced. */
const toast = (page: Page, text: string) => page.locator(".toast").getByText(text, { exact: true });

async function openCard(page: Page, name: string): Promise<void> {
  await page.goto("/dashboard");
  await button(page, name).click();
}

async function openSharing(page: Page, name: string): Promise<void> {
  await openCard(page, name);
  await button(page, `Share ${name}`).click();
  await page.getByRole("dialog", { name: `Share ${name}` }).waitFor();
}

async function mailedLink(page: Page, to: string, path: string): Promise<string> {
  const mails = (await (await page.request.get("/demo/mailbox", { headers: { accept: "application/json" } })).json()) as {
    to: string;
    text: string;
  }[];
  const found = mails.flatMap(({ to: address, text }) =>
    address === to ? [new RegExp(`/${path}\\?token=[\\w-]+`).exec(text)?.[0]] : [],
  );
  return found.find((link) => link !== undefined) ?? "none";
}

describe("the share dialog", () => {
  test("Esc after a revocation closes the dialog, and the toast with its way back stays its five seconds", async () => {
    const maria = await visit(browser, house);
    const { page } = maria;
    await enterDemo(maria);
    await openSharing(page, "Porch light");
    const dialog = page.getByRole("dialog", { name: "Share Porch light" });
    await dialog.getByLabel("Email").fill(alexEmail);
    await button(page, "Share device").click();
    await button(page, `Revoke ${alexEmail}`).click();
    await toast(page, "Access Revoked").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await toast(page, "Access Revoked").isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Share Porch light");
    // Nothing is open any more: now it is the toast's.
    await page.keyboard.press("Escape");
    await toast(page, "Access Revoked").waitFor({ state: "detached", timeout: 2_000 });
    await maria.context.close();
  });

  test("[WS-5, D39] what is shared appears with the other person at once, and goes and comes back with revoke and undo", async () => {
    const maria = await visit(browser, house);
    const alex = await visit(browser, house);
    await enterDemo(maria);
    await enterDemo(alex, "alex");
    await openSharing(maria.page, "Porch light");
    const dialog = maria.page.getByRole("dialog");
    await dialog.getByText("Only you can see this device.").waitFor();
    await button(maria.page, "Share device").click();
    await dialog.getByText("Invalid email address").waitFor();
    await dialog.getByLabel("Email").fill(alexEmail);
    await dialog.getByLabel("Control: see and switch").check();
    await button(maria.page, "24 h").click();
    await button(maria.page, "Share device").click();
    await toast(maria.page, "Device Shared").waitFor();
    await dialog.getByRole("listitem").filter({ hasText: alexEmail }).getByText("Control").waitFor();
    await card(alex.page, "Porch light").getByText("Shared", { exact: true }).waitFor();

    await button(maria.page, `Revoke ${alexEmail}`).click();
    await toast(maria.page, "Access Revoked").waitFor();
    // It stays for as long as the pointer is on it.
    await maria.page.locator(".toast").hover();
    await alex.page.getByText("Access to Porch light ended.").first().waitFor();
    await card(alex.page, "Porch light").waitFor({ state: "detached" });
    await dialog.getByText(`Access of ${alexEmail} revoked`).waitFor();
    await maria.page.locator(".toast").getByText("Undo").click();
    await card(alex.page, "Porch light").waitFor();
    await button(maria.page, `Revoke ${alexEmail}`).click();
    await card(alex.page, "Porch light").waitFor({ state: "detached" });
    await button(maria.page, `Undo: give ${alexEmail} access again`).click();
    await card(alex.page, "Porch light").waitFor();

    await button(maria.page, `Change ${alexEmail}`).click();
    await dialog.getByLabel("View: see state").check();
    await button(maria.page, "No end").click();
    await button(maria.page, "Save").click();
    const row = dialog.getByRole("listitem").filter({ hasText: alexEmail });
    await row.getByText("Never").waitFor();
    await row.getByText("View", { exact: true }).waitFor();
    await alex.page
      .getByRole("region", { name: "View-Only Shared Devices" })
      .getByRole("heading", { name: "Porch light" })
      .waitFor();
    await alex.page.getByText("Shared by Maria Lind").waitFor();

    await button(alex.page, "More for Porch light").click();
    await alex.page.getByRole("menuitem", { name: "Leave…" }).click();
    await alex.page.getByText("Only Maria Lind can share it with you again.").waitFor();
    await button(alex.page, "Leave device").click();
    await card(alex.page, "Porch light").waitFor({ state: "detached" });
    await dialog.getByText("Only you can see this device.").waitFor();
    expect([maria.complaints, alex.complaints]).toEqual([[], []]);
    await Promise.all([maria.context.close(), alex.context.close()]);
  });

  test("[D44] an end that is filled in by half is no “no end”: it is refused, for a new share and for one that has an end", async () => {
    const visited = await visit(browser, house);
    const { page, context, complaints } = visited;
    await enterDemo(visited);
    await openSharing(page, "Cabin");
    const dialog = page.getByRole("dialog");
    const end = dialog.getByLabel("Ends (optional)");
    const refused = dialog.getByText("Fill in date and time, or press “No end”.");
    const isHalf = () => end.evaluate((input: HTMLInputElement) => input.validity.badInput);
    await end.focus();
    await page.keyboard.type("12312031");
    expect(await isHalf()).toBe(true);
    // Nothing else is filled in, and still it is not thrown away without a question.
    await page.keyboard.press("Escape");
    await dialog.getByText("Discard changes?").waitFor();
    await button(page, "Keep editing").click();
    expect(await isHalf()).toBe(true);
    await dialog.getByLabel("Email").fill("half@example.com");
    await button(page, "Share device").click();
    await refused.waitFor();
    expect(await end.evaluate((input) => input === document.activeElement && input.getAttribute("aria-invalid"))).toBe("true");
    await button(page, "No end").click();
    await refused.waitFor({ state: "detached" });
    expect(await isHalf()).toBe(false);
    await button(page, "24 h").click();
    await button(page, "Share device").click();
    await toast(page, "Device Shared").waitFor();
    expect(await isHalf()).toBe(false);

    await button(page, "Change half@example.com").click();
    await end.focus();
    await page.keyboard.press("Backspace");
    expect(await isHalf()).toBe(true);
    await button(page, "Save").click();
    await refused.waitFor();
    await button(page, "Cancel").click();
    expect(await isHalf()).toBe(false);
    const row = dialog.getByRole("listitem").filter({ hasText: "half@example.com" });
    expect(await row.getByText("Never").count()).toBe(0);
    await button(page, "Revoke half@example.com").click();
    await dialog.getByText("Only you can see this device.").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("[C6] a revoked share takes its open form along, and its strip goes when the person is given access again", async () => {
    const visited = await visit(browser, house);
    const { page, context, complaints } = visited;
    await enterDemo(visited);
    await openSharing(page, "Gate");
    const dialog = page.getByRole("dialog", { name: "Share Gate" });
    const email = "back@example.com";
    async function give(): Promise<void> {
      await dialog.getByLabel("Email").fill(email);
      await dialog.getByLabel("Ends (optional)").fill("2099-11-29T09:30");
      await button(page, "Share device").click();
      await button(page, `Change ${email}`).waitFor();
    }
    await give();
    // An end in another year does not read as the coming one. [D44]
    await dialog.getByText("29 Nov 2099, 09:30").waitFor();
    await button(page, `Change ${email}`).click();
    await dialog.getByRole("heading", { name: `Change what ${email} may do` }).waitFor();
    await dialog.getByLabel("Control: see and switch").check();
    await button(page, `Revoke ${email}`).click();
    await dialog.getByText(`Access of ${email} revoked`).waitFor();
    await dialog.getByRole("heading", { name: "Add person" }).waitFor();
    expect(await button(page, "Save").count()).toBe(0);
    expect(await dialog.getByLabel("Email").inputValue()).toBe("");
    await give();
    await dialog.getByText(`Access of ${email} revoked`).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("[A2] with the keyboard alone a device is shared and the share revoked, and the focus is never lost", async () => {
    const visited = await visit(browser, house, { theme: "dark" });
    const { page, context, complaints } = visited;
    await enterDemo(visited);
    await openCard(page, "Workshop");
    await button(page, "Share Workshop").focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Share Workshop" });
    await dialog.waitFor();
    await dialog.getByText("Only you can see this device.").waitFor();
    const focusIsLost = () => page.evaluate(() => document.activeElement === null || document.activeElement === document.body);
    while (!(await dialog.getByLabel("Email").evaluate((input) => input === document.activeElement))) {
      await page.keyboard.press("Tab");
      expect(await focusIsLost()).toBe(false);
    }
    await page.keyboard.type(alexEmail);
    await page.keyboard.press("Enter");
    await button(page, `Revoke ${alexEmail}`).waitFor();
    while (!(await button(page, `Revoke ${alexEmail}`).evaluate((found) => found === document.activeElement)))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await dialog.getByText(`Access of ${alexEmail} revoked`).waitFor();
    expect(await focusIsLost()).toBe(false);
    // The first press puts the toast away, the second closes the dialog.
    await page.keyboard.press("Escape");
    await page.locator(".toast").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.textContent === "Share");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("on a phone the list stands first and the form behind a button; in German it says everything in German", async () => {
    const visited = await visit(browser, house, { width: 390 });
    const { page, context, complaints } = visited;
    await enterDemo(visited);
    await context.addCookies([{ name: "relaydeck_lang", value: "de", url: house.url }]);
    await page.goto("/dashboard");
    await button(page, "Workshop").click();
    await button(page, "Teilen: Workshop").click();
    const dialog = page.getByRole("dialog", { name: "Workshop teilen" });
    await dialog.getByText("Nur Sie können dieses Gerät sehen.").waitFor();
    expect(await dialog.getByLabel("E-Mail-Adresse").count()).toBe(0);
    await button(page, "Person hinzufügen").click();
    await dialog.getByLabel("E-Mail-Adresse").fill("self");
    await button(page, "Gerät teilen").click();
    await dialog.getByText("Ungültige E-Mail-Adresse").waitFor();
    expect(await dialog.innerText()).not.toMatch(/share|email address|cancel|people|ends|view:/i);
    await dialog.getByLabel("E-Mail-Adresse").fill("karl@example.com");
    await button(page, "Gerät teilen").click();
    await toast(page, "Gerät geteilt").waitFor();
    const said = await page.locator(".toast").boundingBox();
    const pinned = await button(page, "Person hinzufügen").boundingBox();
    expect((said?.y ?? Infinity) + (said?.height ?? 0)).toBeLessThan(pinned?.y ?? 0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("an invitation", () => {
  test("[AC-6, ML-10] waits in the list, is accepted by its link once its person has joined, and leaves the address bar", async () => {
    const email = "nina@example.com";
    const maria = await visit(browser, house);
    await enterDemo(maria);
    await openSharing(maria.page, "Boat");
    const dialog = maria.page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(email);
    await button(maria.page, "Share device").click();
    await dialog.getByRole("listitem").filter({ hasText: email }).getByText("Invitation waits until they join.").waitFor();

    const nina = await visit(browser, house, { width: 390 });
    const { page } = nina;
    const data = { email, password, firstName: "Nina", lastName: "New" };
    await page.request.post(`${house.url}/api/auth/register`, { data });
    await page.request.get(house.url + (await mailedLink(page, email, "verify-email")).replace("/verify", "/api/verify"));
    const link = await mailedLink(page, email, "accept-invite");
    const referrers: string[] = [];
    const addresses: string[] = [];
    page.on("request", (request) => void referrers.push(request.headers()["referer"] ?? ""));
    page.on("framenavigated", (frame) => void addresses.push(frame.url()));
    await page.goto("/forgot-password");
    const answer = await page.goto(link);
    expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
    await page.waitForURL(/\/login\?returnTo=/);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await button(page, "Sign in").click();
    await page.getByText(`Somebody shares a device with ${email}.`).waitFor();
    await button(page, "Accept").click();
    await page.getByRole("heading", { name: "Invitation accepted" }).waitFor();
    expect([new URL(page.url()).pathname, new URL(page.url()).search]).toEqual(["/accept-invite", ""]);
    await page.getByText("You can see Boat now, shared by Maria Lind.").waitFor();
    await dialog.getByText("Invitation waits until they join.").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Show the device" }).click();
    await card(page, "Boat").getByText("View only").waitFor();
    expect(referrers.filter((told) => told.includes("token"))).toEqual([]);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    addresses.length = 0;
    for (let back = 0; back < 2; back += 1) await page.goBack();
    expect(addresses).toEqual([`${house.url}/accept-invite`, `${house.url}/forgot-password`]);

    await page.goto(link);
    await button(page, "Accept").click();
    await page.getByRole("heading", { name: "This link is not valid any more." }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    expect([maria.complaints, nina.complaints]).toEqual([[], []]);
    await Promise.all([maria.context.close(), nina.context.close()]);
  });
});

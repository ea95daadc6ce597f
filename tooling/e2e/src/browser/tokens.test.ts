/** Tokens for programs on the profile page: made, seen once, used, revoked; in the browser and by the keyboard. */
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

const section = (page: Page) => page.getByRole("region", { name: "Tokens for programs" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function openProfile(page: Page): Promise<void> {
  await page.goto("/profile");
  await section(page).getByText("No tokens yet.").waitFor();
}

/** What a program gets that asks for the devices with this token. */
async function ask(token: string): Promise<{ status: number; names: string[] }> {
  const answer = await fetch(`${house.url}/api/devices`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.json()) as { name: string }[];
  return { status: answer.status, names: answer.ok ? body.map(({ name }) => name) : [] };
}

describe("tokens for programs", () => {
  test("[SE-8, HD-4] one is made for a chosen device, seen once, used, and revoked; the page keeps it nowhere", async () => {
    const visited = await visit(browser, house);
    const { page, context, complaints } = visited;
    await enterDemo(visited);
    await openProfile(page);
    await button(page, "Create a token").click();
    const dialog = page.getByRole("dialog", { name: "Create a token" });
    await button(page, "Create token").click();
    await dialog.getByText("Name is required").waitFor();
    expect(await dialog.getByLabel("Name").evaluate((input) => input === document.activeElement)).toBe(true);
    await dialog.getByLabel("Name").fill("Heating script");
    await dialog.getByText("Only these").click();
    await button(page, "Create token").click();
    await dialog.getByText("Choose at least one device").waitFor();
    await dialog.getByLabel("Pump house").check();
    await dialog.getByText("Read and switch").click();
    await button(page, "Create token").click();
    await page.getByRole("group", { name: "Token “Heating script” created" }).waitFor();
    const token = await page.getByLabel("Token", { exact: true }).inputValue();
    expect(token).toMatch(/^rd_[\w-]{43}$/);
    expect(await ask(token)).toEqual({ status: 200, names: ["Pump house"] });
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]),
    );
    expect(kept).not.toContain(token.slice(3));

    await page.reload();
    const row = section(page).getByRole("listitem").filter({ hasText: "Heating script" });
    await row.getByText("Only Pump house").waitFor();
    await row.getByText("Last used").waitFor();
    expect(await page.content()).not.toContain(token.slice(3));
    await button(page, "Revoke Heating script").click();
    await page.getByRole("dialog").getByText("Programs that use it stop at once").waitFor();
    await button(page, "Keep it").click();
    expect((await ask(token)).status).toBe(200);
    await button(page, "Revoke Heating script").click();
    await button(page, "Revoke token").click();
    await section(page).getByText("No tokens yet.").waitFor();
    expect((await ask(token)).status).toBe(401);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("[A7] with the keyboard alone one is made, copied, put away and revoked", async () => {
    const visited = await visit(browser, house, { width: 390, theme: "dark" });
    const { page, context, complaints } = visited;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await enterDemo(visited);
    await openProfile(page);
    await button(page, "Create a token").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Name").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Token “By keyboard” created" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === "Create a token");
    await page.keyboard.press("Tab");
    const token = await page.getByLabel("Token", { exact: true }).inputValue();
    expect(await page.evaluate(() => getSelection()?.toString() ?? "")).toBe(token);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await button(page, "Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Token “By keyboard” created" }).waitFor({ state: "detached" });
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Revoke “By keyboard”?" }).waitFor();
    await button(page, "Revoke token").focus();
    await page.keyboard.press("Enter");
    await section(page).getByText("No tokens yet.").waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === "Create a token");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("what was typed is not lost by Esc or a press outside; a form as it was opened closes at once", async () => {
    const visited = await visit(browser, house);
    const { page, context, complaints } = visited;
    await enterDemo(visited);
    await openProfile(page);
    const dialog = page.getByRole("dialog", { name: "Create a token" });
    const name = dialog.getByLabel("Name");
    await button(page, "Create a token").click();
    await name.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await button(page, "Create a token").click();
    await name.fill("Heating script");
    await page.keyboard.press("Escape");
    await dialog.getByText("Discard changes?").waitFor();
    await button(page, "Keep editing").click();
    expect(await name.inputValue()).toBe("Heating script");
    await page.mouse.click(5, 5);
    await button(page, "Discard").click();
    await dialog.waitFor({ state: "detached" });
    await button(page, "Create a token").click();
    expect(await name.inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await button(page, "Delete account…").click();
    await page
      .getByRole("dialog")
      .getByLabel(/^Type /)
      .fill("demo@");
    await page.keyboard.press("Escape");
    await button(page, "Keep editing").click();
    expect(
      await page
        .getByRole("dialog")
        .getByLabel(/^Type /)
        .inputValue(),
    ).toBe("demo@");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("in German the section and its dialog say everything in German", async () => {
    const visited = await visit(browser, house);
    const { page, context } = visited;
    await enterDemo(visited);
    await context.addCookies([{ name: "relaydeck_lang", value: "de", url: house.url }]);
    await page.goto("/profile");
    const tokens = page.getByRole("region", { name: "Tokens für Programme" });
    await tokens.getByText("Noch keine Tokens.").waitFor();
    await button(page, "Token erstellen").click();
    await page.getByRole("dialog").getByText("Für welche Geräte").waitFor();
    const words = await page.getByRole("dialog").innerText();
    expect(words).not.toMatch(/token for|create|devices|name is|read|cancel/i);
    await context.close();
  });
});

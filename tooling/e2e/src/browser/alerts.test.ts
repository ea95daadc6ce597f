/** Email alerts on the card of a device, and the page behind the link of their mails: with mouse, keyboard, in German. */
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

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The open panel of a device's alerts. */
async function openAlerts(page: Page, device: string) {
  const card = page.getByRole("article", { name: device });
  const closed = card.getByRole("button", { name: device, exact: true, expanded: false });
  const toggle = card.getByRole("button", { name: /^Email Alerts/ });
  await closed.or(toggle).first().waitFor();
  if (await closed.isVisible()) await closed.click();
  if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
  await card.getByLabel("Send me a mail when").waitFor();
  return { card, toggle };
}

interface Mail {
  readonly subject: string;
  readonly text: string;
}
const mailbox = async (page: Page) =>
  (await (await page.request.get("/demo/mailbox", { headers: { accept: "application/json" } })).json()) as Mail[];

describe("email alerts", () => {
  test("one is added, switched off and on, deleted and brought back; the texts are the documents'", async () => {
    const visited = await visit(browser, house);
    const { page, context, complaints } = visited;
    await enterDemo(visited);
    const { card, toggle } = await openAlerts(page, "Pump house");
    await card.getByText("No alerts. Add one to get an email when something changes.").waitFor();
    await button(page, "Add alert").click();
    await page.getByText("Missing Information", { exact: true }).waitFor();
    await page.getByText("Please select an alert type.", { exact: true }).waitFor();
    await card.getByText(/^Goes to \S+@\S+\.$/).waitFor();
    await card.getByLabel("Send me a mail when").selectOption({ label: "Relay changed" });
    await button(page, "Add alert").click();
    await page.getByText("Email Alert Created", { exact: true }).waitFor();
    await toggle.getByText("(1 active)").waitFor();
    expect(await card.getByRole("option", { name: "Relay changed (already added)" }).isDisabled()).toBe(true);
    await card.getByRole("switch", { name: "Active: Relay changed" }).click();
    await page.getByText("Email Alert Updated", { exact: true }).waitFor();
    await card.getByRole("switch", { name: "Disabled: Relay changed", checked: false }).click();
    await card.getByRole("switch", { name: "Active: Relay changed", checked: true }).waitFor();
    await button(page, "Delete Relay changed").click();
    await page.getByText("Email Alert Deleted", { exact: true }).waitFor();
    await card.getByRole("button", { name: "Undo: bring Relay changed back" }).click();
    await card.getByRole("switch", { name: "Active: Relay changed" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("[ML-10] a relay that is switched by hand is mailed, shown live, put away, and paused by the link with one press and no session", async () => {
    const visited = await visit(browser, house);
    const { page, context, complaints } = visited;
    await enterDemo(visited);
    const { card } = await openAlerts(page, "Workshop");
    await card.getByLabel("Send me a mail when").selectOption({ label: "Relay changed" });
    await card.getByRole("button", { name: "Add alert" }).click();
    await card.getByRole("switch", { name: "Active: Relay changed" }).waitFor();
    const serial = (await card.getByText(/^serial/).innerText()).slice(-4);
    const devices = (await house.sim("GET /devices")) as { serial: string }[];
    const device = devices.find((one) => one.serial.endsWith(serial))?.serial ?? "";
    for (const state of ["on", "off"]) await house.sim(`POST /devices/${device}/button`, { relay: 3, state });
    await card.getByRole("heading", { name: "Recently" }).waitFor({ timeout: 60_000 });
    await card.getByText("Info", { exact: true }).first().waitFor();
    // Nothing leaves the demo: the mail is where it can be read. [D0.6]
    await card
      .getByText(/· mail in the demo mailbox/)
      .first()
      .waitFor();
    await card.getByText(/last put into the demo mailbox/).waitFor();
    await card.getByRole("button", { name: "Mark as seen: Relay changed" }).first().click();
    await card.getByText(/seen/).first().waitFor();
    const mail = (await mailbox(page)).find(({ subject }) => subject === "Relay changed: Workshop");
    const link = /http\S+\/pause-alert\?token=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    expect(mail?.text).toMatch(/http\S+\/dashboard\?device=dev_/);

    const stranger = await visit(browser, house, { width: 390, theme: "dark" });
    const headers = (await stranger.page.goto(link))?.headers() ?? {};
    expect(headers["referrer-policy"]).toBe("no-referrer");
    await stranger.page.getByText(/will send nothing more until you switch it on again/).waitFor();
    await card.getByRole("switch", { name: "Active: Relay changed" }).waitFor();
    await button(stranger.page, "Pause this alert").click();
    await stranger.page.getByRole("heading", { name: "Alert paused" }).waitFor();
    expect(new URL(stranger.page.url()).search).toBe("");
    await card.getByRole("switch", { name: "Disabled: Relay changed" }).waitFor();
    await card.getByRole("switch", { name: "Disabled: Relay changed" }).click();
    await card.getByRole("switch", { name: "Active: Relay changed" }).waitFor();
    // Used once, the link opens nothing any more.
    await stranger.page.goto(link);
    await button(stranger.page, "Pause this alert").click();
    await stranger.page.getByRole("heading", { name: "This link is not valid any more." }).waitFor();
    expect([...complaints, ...stranger.complaints]).toEqual([]);
    await stranger.context.close();
    await context.close();
  });

  test("[A7] with the keyboard alone one is added and switched off", async () => {
    const visited = await visit(browser, house, { width: 390, theme: "dark" });
    const { page, context, complaints } = visited;
    await enterDemo(visited);
    const { card } = await openAlerts(page, "Workshop");
    await card.getByLabel("Send me a mail when").focus();
    await page.keyboard.type("Battery");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const made = card.getByRole("switch", { name: "Active: Battery low" });
    await made.waitFor();
    await made.focus();
    await page.keyboard.press("Space");
    await card.getByRole("switch", { name: "Disabled: Battery low" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("in German the panel and the page of the link say everything in German", async () => {
    const visited = await visit(browser, house);
    const { page, context } = visited;
    await enterDemo(visited);
    await context.addCookies([{ name: "relaydeck_lang", value: "de", url: house.url }]);
    await page.goto("/dashboard");
    const card = page.getByRole("article", { name: "Pump house" });
    const toggle = card.getByRole("button", { name: /^E-Mail-Alarme/ });
    const closed = card.getByRole("button", { name: "Pump house", exact: true, expanded: false });
    await closed.or(toggle).first().waitFor();
    if (await closed.isVisible()) await closed.click();
    await toggle.click();
    await card.getByText("Alarm hinzufügen").waitFor();
    const words = await card.locator(".alerts-panel").innerText();
    expect(words).not.toMatch(/\b(alert|add|mail sent|delete|active|goes|recently)\b/i);
    await page.goto("/pause-alert?token=x");
    expect(await page.getByRole("main").innerText()).not.toMatch(/\b(alert|pause this|not now)\b/i);
    await context.close();
  });
});

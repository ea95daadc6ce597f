/**
 * An invitation from its mail to the device on the other person's page, the mail read from a real mail server; and the limits
 * that hold for invitations, as an owner reads them. [AC-6, ML-1, checklist 5]
 */
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pointer } from "./hands.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { mailedLink } from "./mailed-link.ts";

let sink: SmtpSink;
let house: House;
let browser: Browser;
let maria: Visit;
beforeAll(async () => {
  sink = await startSmtpSink();
  // The limits as they are, not a thousand times as wide.
  const environment = { SMTP_URL: sink.url, MAIL_FROM: "no-reply@relaydeck.test", RATE_LIMIT_FACTOR: "1" };
  [house, browser] = await Promise.all([openHouse({ environment }), openBrowser()]);
  maria = await visit(browser, house);
  await enterDemo(maria);
});
afterAll(async () => {
  await browser.close();
  await house.close();
  await sink.close();
});

const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

async function openSharing(page: Page, device: string) {
  await page.goto("/dashboard");
  const closed = page.getByRole("button", { name: device, exact: true, expanded: false });
  const share = page.getByRole("button", { name: new RegExp(`^(Teilen:|Share) ${device}$`) });
  await closed.or(share).first().waitFor();
  if (await closed.isVisible()) await closed.click();
  await share.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: new RegExp(device) }).waitFor();
  return dialog;
}

test("[AC-6, ML-1, ML-10] an address without an account: mail, sign-up, link, share; no other account opens it, and nobody twice", async () => {
  const email = "nina@example.com";
  const password = "eight blue bicycles";
  const dialog = await openSharing(maria.page, "Boat");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Control: see and switch").check();
  await maria.page.getByRole("button", { name: "Share device", exact: true }).click();
  const row = dialog.getByRole("listitem").filter({ hasText: email });
  await row.getByText("Invitation waits until they join.").waitFor();
  const link = await mailedLink(sink, email, { page: "accept-invite" });

  const alex = await visit(browser, house);
  await enterDemo(alex, "alex");
  await tryToAccept(alex.page, link, "alex@relaydeck.test");
  expect(await row.getByText("Invitation waits until they join.").count()).toBe(1);

  const nina = await visit(browser, house, { width: 390 });
  const { page } = nina;
  const hands = pointer(page);
  await page.goto(link);
  await page.waitForURL(/\/login\?returnTo=/);
  await hands.press("Create an account");
  await hands.type("First name", "Nina");
  await hands.type("Last name", "New");
  await hands.type("Email", email);
  await hands.type("Password", password);
  await hands.press("Create account");
  await page.getByText(`Please verify your email. We sent a link to ${email}.`).first().waitFor();
  await page.goto(await mailedLink(sink, email, { page: "verify-email" }));
  await hands.press("Continue to Login");
  await hands.type("Email", email);
  await hands.type("Password", password);
  await hands.press("Sign in");
  await page.getByText("Three steps to the first").waitFor();
  expect(await card(page, "Boat").count()).toBe(0);

  await page.goto(link);
  await page.getByText(`Somebody shares a device with ${email}.`).waitFor();
  await hands.press("Accept");
  await page.getByText("You can see and switch Boat now, shared by Maria Lind.").waitFor();
  await hands.press("Show the device");
  await card(page, "Boat").getByText("Shared", { exact: true }).waitFor();
  await row.getByText("Invitation waits until they join.").waitFor({ state: "detached" });
  await row.getByText("Control", { exact: true }).waitFor();

  await tryToAccept(page, link, email);
  for (const { context, complaints } of [alex, nina]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
  expect(maria.complaints).toEqual([]);
});

/** Who is signed in presses Accept, and is told where to go instead. */
async function tryToAccept(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByText(`Somebody shares a device with ${email}.`).waitFor();
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByRole("heading", { name: "This link is not valid any more." }).waitFor();
  await page.getByText(`or it was sent to another address than ${email}.`).waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("link", { name: "Go to dashboard" }).click();
  await page.getByRole("heading", { name: "Dashboard", exact: true }).waitFor();
}

test("[D43, checklist 5] a household's devices are shared one after the other; an invitation too many says in the form how long to wait", async () => {
  const { page } = maria;
  const shared = async (device: string, email: string) => {
    const dialog = await openSharing(page, device);
    await dialog.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Share device", exact: true }).click();
    return dialog;
  };
  for (const device of ["Pump house", "Porch light", "Workshop", "Gate", "Cabin"]) {
    const dialog = await shared(device, "alex@relaydeck.test");
    await dialog.getByRole("button", { name: "Revoke alex@relaydeck.test" }).waitFor();
  }
  for (const device of ["Pump house", "Porch light", "Workshop"]) {
    const dialog = await shared(device, "karl@example.com");
    await dialog.getByRole("button", { name: "Revoke karl@example.com" }).waitFor();
  }
  const refused = await shared("Gate", "karl@example.com");
  await refused.getByText(/^Too many tries\. Wait (59|60) min\.$/).waitFor();
  expect(await refused.getByLabel("Email").inputValue()).toBe("karl@example.com");
  await maria.context.addCookies([{ name: "relaydeck_lang", value: "de", url: house.url }]);
  const dialog = await openSharing(page, "Gate");
  await dialog.getByLabel("E-Mail-Adresse").fill("karl@example.com");
  await page.getByRole("button", { name: "Gerät teilen", exact: true }).click();
  await dialog.getByText(/^Zu viele Versuche\. Warten Sie (59|60) min\.$/).waitFor();
  expect(maria.complaints).toEqual([]);
});

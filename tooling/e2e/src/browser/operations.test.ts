/** The operations page with a mail server that refuses, and with a server that goes away. [OB-1, AD-8] */
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tornWords } from "./fitting.ts";
import { focusOf } from "./focus.ts";
import { openBrowser, openHouse, visit, type House, type VisitOptions } from "./house.ts";
import { axeFindings, sidewaysScroll } from "./inspection.ts";
import { enterAs } from "./walks.ts";

let sink: SmtpSink;
let house: House;
let browser: Browser;
beforeAll(async () => {
  sink = await startSmtpSink();
  sink.answerTo = () => 550;
  const environment = { SMTP_URL: sink.url, MAIL_FROM: "no-reply@relaydeck.test" };
  [house, browser] = await Promise.all([openHouse({ environment }), openBrowser()]);
  for (const email of ["nina@relaydeck.test", "omar@relaydeck.test"]) await register(email);
});
afterAll(async () => {
  await browser.close();
  await house.close();
  await sink.close();
});

async function register(email: string): Promise<void> {
  const person = { email, password: "pump house at the lake", firstName: "Nina", lastName: "New" };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${house.url}/api/auth/register`, { method: "POST", headers, body: JSON.stringify(person) });
  expect(answer.status).toBe(201);
}

async function opened(options: VisitOptions = {}) {
  const visitor = await visit(browser, house, options);
  await enterAs(visitor, "admin");
  await visitor.page.goto("/admin/operations");
  await visitor.page.locator(".ops-mail").first().waitFor();
  return visitor;
}

const mailTo = (page: Page, address: string) => page.getByRole("listitem").filter({ hasText: address });

test("[OB-1, A2] a failed mail stands on top with its reason, is tried again by key, and says what came of it", async () => {
  const { page, complaints, context } = await opened();
  expect(await page.getByRole("heading", { level: 2 }).first().textContent()).toBe("Failed mails");
  const mail = mailTo(page, "nina@relaydeck.test");
  await mail.getByText("Failed: EENVELOPE 550 at RCPT TO").waitFor();
  const retry = mail.getByRole("button", { name: "Try again: Verify your email for Relaydeck, to nina@relaydeck.test" });
  sink.answerTo = () => 553;
  await retry.press("Enter");
  await mail.getByText("Failed: EENVELOPE 553 at RCPT TO").waitFor();
  const toasts = page.getByRole("region", { name: /Notifications/ });
  await toasts.getByText("Mail not sent").waitFor();
  sink.answerTo = () => null;
  await retry.press("Enter");
  await mail.getByText("Sent", { exact: true }).waitFor();
  await toasts.getByText("Mail sent").waitFor();
  expect((await focusOf(page)).isSeen).toBe(true);
  expect(sink.mails.map(({ to }) => to)).toEqual([["nina@relaydeck.test"]]);
  // The count beside it is read again by itself.
  await page.getByRole("region", { name: "Mail outbox" }).getByText("Failed1").waitFor();
  await mailTo(page, "omar@relaydeck.test").getByText("Failed: EENVELOPE 550 at RCPT TO").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("what cannot be read again stays, with its time, until it can", async () => {
  const { page, context } = await opened();
  const database = page.getByRole("region", { name: "Database" });
  await database.getByText("Answers").waitFor();
  await house.stop("SIGTERM");
  const again = page.getByRole("button", { name: "Read again" });
  await again.click();
  const stale = page.getByText(/^Could not refresh\. Showing data from \d\d:\d\d:\d\d\./);
  await stale.waitFor();
  await database.getByText("Answers").waitFor();
  await house.start();
  await again.click();
  await stale.waitFor({ state: "detached" });
  expect(await database.getByText("Answers").count()).toBe(1);
  await context.close();
});

test.each([
  { width: 320, theme: "dark", locale: "de-DE" },
  { width: 1280, theme: "light", locale: "de-DE" },
  { width: 768, theme: "dark", locale: "en-GB" },
] as const)("[A1, A6, A15] nothing to find fault with at $width in $locale, $theme", async (how) => {
  const { page, context } = await opened(how);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(how.locale === "de-DE" ? "Betrieb" : "Operations");
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await context.close();
});

test.each([320, 360])("[A15] at %i px each limit is a card of label and value, and no word of them is torn", async (width) => {
  const { page, context } = await opened({ width, locale: "de-DE" });
  const limits = page.getByRole("region", { name: "Grenzen" });
  await limits.getByText("Falsche Verwaltungspasswörter, je Netzadresse").waitFor();
  expect(await tornWords(limits)).toEqual([]);
  const card = limits.getByRole("listitem").filter({ hasText: "Wege zu Google" });
  expect(await card.locator("dt").allTextContents()).toEqual(["Höchstens", "Innerhalb von"]);
  expect(await limits.getByRole("table").count()).toBe(0);
  await context.close();
});

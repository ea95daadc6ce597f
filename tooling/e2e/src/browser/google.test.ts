/**
 * Signing in with Google in a browser, the whole way: our page, the provider's page, and back. The provider is a real one
 * on a port of its own, and shows a page on which a person chooses.
 */
import {
  googleCredentials,
  googleMaria,
  startIdentityProvider,
  type IdentityProvider,
} from "@relaydeck/api/testing/identity-provider";
import { systemClock } from "@relaydeck/kit/clock";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { axeFindings } from "./inspection.ts";

let provider: IdentityProvider;
let house: House;
let browser: Browser;
let visitor: Visit;
let page: Page;
beforeAll(async () => {
  provider = await startIdentityProvider(systemClock());
  provider.asks = true;
  const environment = {
    GOOGLE_CLIENT_ID: googleCredentials.clientId,
    GOOGLE_CLIENT_SECRET: googleCredentials.clientSecret,
    GOOGLE_ISSUER_URL: provider.issuer,
  };
  [house, browser] = await Promise.all([openHouse({ environment }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
  await provider.stop();
});

let people = 0;
let email = "";
beforeEach(async () => {
  people += 1;
  email = `google-${people}@example.com`;
  provider.person = { ...googleMaria, sub: `subject-${people}`, email };
  visitor = await visit(browser, house);
  ({ page } = visitor);
});
afterEach(async () => {
  await visitor.context.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
});

const isInside = () => page.getByRole("button", { name: /user menu/ }).waitFor();

/** From our page to the provider's, and its choice. */
async function chooseAtGoogle(choice: string): Promise<void> {
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.getByRole("heading", { name: "Choose an account" }).waitFor();
  await page.getByRole("link", { name: choice }).click();
}

/** A verified account with a password, made without this page. */
async function haveAccount(password: string): Promise<void> {
  const call = (path: string, data: object) => page.request.post(`${house.url}${path}`, { data });
  await call("/api/auth/register", { email, password, firstName: "Maria", lastName: "Lind" });
  const mails = (await (await page.request.get(`${house.url}/demo/mailbox`)).json()) as { to: string; text: string }[];
  const token = /verify-email\?token=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? "")?.[1] ?? "";
  expect((await page.request.get(`${house.url}/api/verify-email?token=${token}`)).status()).toBe(200);
}

test("[GO-1, GO-2, GO-3, D15] from the sign-in page to Google and back to where the visitor wanted to be, twice", async () => {
  for (const from of ["/login?returnTo=%2Fdashboard", "/register?returnTo=%2Fdashboard"]) {
    await page.goto(from);
    await chooseAtGoogle(email);
    await isInside();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/dashboard");
    expect(await (await page.request.get("/api/auth/user")).json()).toMatchObject({ email, authProvider: "google" });
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    for (const secret of provider.secrets) expect(kept).not.toContain(secret);
    await visitor.context.clearCookies();
  }
  expect(visitor.requests.filter((request) => request.startsWith("POST") && request.includes("token"))).toEqual([]);
});

test("[D13] whoever says no at Google is back on the sign-in page, which says so and keeps the way", async () => {
  await page.goto("/login?returnTo=%2Fdashboard");
  await chooseAtGoogle("Cancel");
  await page.getByText("You did not finish signing in with Google.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await chooseAtGoogle(email);
  await isInside();
  expect(new URL(page.url()).pathname).toBe("/dashboard");
});

test("[GO-4] an account with the address is asked for its password once; afterwards Google alone opens it", async () => {
  await haveAccount("seven green lanterns");
  await page.goto("/login");
  await chooseAtGoogle(email);
  await page.getByText("This email already has an account. Enter its password once to link Google.").waitFor();
  await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(email);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel("Password", { exact: true }).fill("seven red lanterns");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Please check your email and password.").first().waitFor();
  await page.getByLabel("Password", { exact: true }).fill("seven green lanterns");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await isInside();
  await visitor.context.clearCookies();
  await page.goto("/login");
  await chooseAtGoogle(email);
  await isInside();
});

test("[GO-1] a return that nobody asked for says that it is over, on a page that works", async () => {
  await page.goto("/api/auth/google/callback?state=made-up&code=made-up");
  const isOver = page.getByText("That sign-in with Google took too long or was begun elsewhere. Start it again.");
  await isOver.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto("/login?message=link-google");
  await isOver.waitFor();
  await chooseAtGoogle(email);
  await isInside();
});

/** Where the pages send somebody who signs in: to a page of this site, whatever the address bar asks for. [XS-6] */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { googleOffered } from "./google-screens.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";

const leadingAway = [
  "//evil.example",
  "/\\evil.example",
  "https:evil.example",
  "https://evil.example/",
  "/%2f%2fevil.example",
  "/%5cevil.example",
  "/..//evil.example",
  "javascript:document.title='evil'",
  "\u0001//evil.example",
  "\t//evil.example",
  "/\t/evil.example",
  `/${"a".repeat(512)}`,
];

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ environment: googleOffered }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const signIn = (returnTo: string) => `/login?returnTo=${encodeURIComponent(returnTo)}`;

test("[XS-6] who is signed in already is sent home, and a good path is kept", async () => {
  const visitor = await visit(browser, house);
  await enterDemo(visitor);
  const { page, requests } = visitor;
  for (const returnTo of leadingAway) {
    await page.goto(signIn(returnTo));
    await page.waitForURL(`${house.url}/`);
    expect(await page.title()).not.toBe("evil");
  }
  await page.goto(signIn("/profile"));
  await page.waitForURL(`${house.url}/profile`);
  expect(requests.filter((request) => request.includes("evil"))).toEqual([]);
  await visitor.context.close();
});

test("[XS-6] the form sends home, and the way to Google carries no other path", async () => {
  const visitor = await visit(browser, house);
  const { page, context } = visitor;
  for (const returnTo of leadingAway) {
    await page.goto(signIn(returnTo));
    const google = page.getByRole("link", { name: /Google/ });
    await google.waitFor();
    expect([returnTo, await google.getAttribute("href")]).toEqual([returnTo, "/api/auth/google"]);
  }
  for (const returnTo of leadingAway.slice(0, 3)) {
    await page.goto(signIn(returnTo));
    await page.getByLabel("Email").fill("demo@relaydeck.test");
    await page.getByLabel("Password", { exact: true }).fill("demo switch over there");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: /user menu/ }).waitFor();
    expect([returnTo, page.url()]).toEqual([returnTo, `${house.url}/`]);
    await context.clearCookies();
  }
  await context.close();
});

/**
 * The own profile in a browser: names, sessions, password, address, and the two ways out. Mails are read in the demo's
 * mailbox. What another browser of the same person shows is looked at beside it.
 */
import { present } from "@relaydeck/kit/assert";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { focusOf, tabTo } from "./focus.ts";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";

let house: House;
let browser: Browser;
let here: Visit;
let page: Page;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
beforeEach(async () => {
  here = await visit(browser, house);
  ({ page } = here);
});
afterEach(async () => {
  await here.context.close();
  if (here.complaints.length > 0) throw new Error(here.complaints.join("\n"));
});

const password = "pump house at the lake";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const section = (name: string) => page.getByRole("region", { name, exact: true });
const sessions = () => section("Where you are signed in").getByRole("listitem");
let people = 0;

/** The newest link to this page that was mailed to the address. */
async function mailedLink(to: string, leadsTo: string): Promise<string> {
  const mails = (await (await page.request.get("/demo/mailbox", { headers: { accept: "application/json" } })).json()) as {
    to: string;
    text: string;
  }[];
  const text = mails.find((mail) => mail.to === to)?.text ?? "";
  return present(new RegExp(`/${leadsTo}\\?token=[\\w-]{43}`).exec(text)?.[0], `A mail to ${to} leads to ${leadsTo}`);
}

async function signIn(visitor: Visit, email: string, secret = password): Promise<number> {
  return (await visitor.page.request.post("/api/auth/login", { data: { email, password: secret } })).status();
}

/** Somebody new, signed in here, on the profile page. */
async function onProfile(): Promise<string> {
  people += 1;
  const email = `paula${people}@example.com`;
  const data = { email, password, firstName: "Paula", lastName: "Profile" };
  await page.request.post("/api/auth/register", { data });
  await page.request.get(`/api${await mailedLink(email, "verify-email")}`);
  expect(await signIn(here, email)).toBe(200);
  await page.goto("/");
  await page.getByRole("button", { name: /user menu/ }).click();
  await page.getByRole("menuitem", { name: "Your profile" }).click();
  await page.getByRole("heading", { name: "Your profile" }).and(page.locator(":focus")).waitFor();
  await sessions().first().waitFor();
  return email;
}

async function elsewhere(email: string): Promise<Visit> {
  const other = await visit(browser, house);
  expect(await signIn(other, email)).toBe(200);
  await other.page.goto("/dashboard");
  await other.page.getByRole("button", { name: "Connected" }).waitFor();
  return other;
}

const isSentToSignIn = (visitor: Visit) => visitor.page.waitForURL(/\/login\?returnTo=/, { timeout: 10_000 });

test("names are saved in their place and reach the other browser's menu without a reload", async () => {
  const email = await onProfile();
  const other = await elsewhere(email);
  await page.getByLabel("First name").fill("Quentin");
  await button("Save name").click();
  await section("Name").getByText("Saved").waitFor();
  await expect.poll(() => other.page.getByRole("button", { name: "Q, user menu" }).isVisible()).toBe(true);
  await other.context.close();
});

test("[SE-6, SE-5] one session is ended on the list, then all others: their pages go to the sign-in within a second", async () => {
  const email = await onProfile();
  const [one, two] = [await elsewhere(email), await elsewhere(email)];
  await page.reload();
  await expect.poll(() => sessions().count()).toBe(3);
  await sessions().filter({ hasText: "This one" }).getByText("127.0.0.1").waitFor();
  const others = sessions().filter({ hasNotText: "This one" });
  await others
    .first()
    .getByRole("button", { name: /^Sign out / })
    .click();
  await section("Where you are signed in")
    .getByText(/is signed out$/)
    .waitFor();
  await expect.poll(() => sessions().count()).toBe(2);
  await button("Sign out everywhere else").click();
  await section("Where you are signed in").getByText("1 other is signed out").waitFor();
  await Promise.all([isSentToSignIn(one), isSentToSignIn(two)]);
  await expect.poll(() => sessions().count()).toBe(1);
  await page.getByRole("button", { name: "Connected" }).waitFor();
  for (const other of [one, two]) await other.context.close();
});

test("[AC-8, SE-2] a new password: the wrong present one is told at its field; this page lives on, the other one ends", async () => {
  const email = await onProfile();
  const other = await elsewhere(email);
  const form = section("Password");
  await form.getByLabel("Current password").fill("not this one");
  await form.getByLabel("New password").fill("a bicycle in the rain");
  await button("Change password").click();
  await form.getByText("That is not your current password").waitFor();
  expect(await form.getByLabel("New password").inputValue()).toBe("a bicycle in the rain");
  await form.getByLabel("Current password").fill(password);
  await button("Change password").click();
  await form.getByText("Password changed. You are signed out everywhere else.").waitFor();
  await isSentToSignIn(other);
  await page.getByRole("button", { name: "Connected" }).waitFor();
  await expect.poll(() => sessions().count()).toBe(1);
  expect(await signIn(other, email)).toBe(401);
  expect(await signIn(other, email, "a bicycle in the rain")).toBe(200);
  await other.context.close();
});

test("[AC-9, ML-10] a new address: the link leads to one button, the token leaves the address bar, a used link says so", async () => {
  const email = await onProfile();
  const wished = `new-${email}`;
  const form = section("Email");
  await form.getByLabel("New email").fill(wished);
  await form.getByLabel("Current password").fill(password);
  await button("Send confirmation link").click();
  await form.getByText(`We sent a link to ${wished}. It works for one hour.`).waitFor();
  await form.getByText(`You sign in with ${email}`).waitFor();
  const link = await mailedLink(wished, "confirm-email");
  await page.goto(link);
  await page.getByText("From then on you sign in with the new address").waitFor();
  await button("Confirm").click();
  await page.getByRole("main").getByText(`You sign in with ${wished} from now on.`).waitFor();
  expect(page.url()).toBe(`${house.url}/confirm-email`);
  await page.getByRole("link", { name: "Go to your profile" }).click();
  await section("Email").getByText(`You sign in with ${wished}`).waitFor();
  await page.goto(link);
  await button("Confirm").click();
  await page.getByRole("main").getByText("This link is not valid any more.").waitFor();
});

test("[AC-9] whoever opens the link signed out signs in first and comes back to it", async () => {
  const email = await onProfile();
  const wished = `late-${email}`;
  await section("Email").getByLabel("New email").fill(wished);
  await section("Email").getByLabel("Current password").fill(password);
  await button("Send confirmation link").click();
  await section("Email").getByText("We sent a link").waitFor();
  const link = await mailedLink(wished, "confirm-email");
  await page.request.post("/api/auth/logout");
  await page.goto(link);
  await page.waitForURL(/\/login\?returnTo=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button("Sign in").click();
  await button("Confirm").click();
  await expect.poll(() => page.getByRole("main").getByText(`You sign in with ${wished} from now on.`).isVisible()).toBe(true);
});

test("[SE-5, HD-4] signed out everywhere: the start page says so, and the browser keeps the theme and nothing else", async () => {
  const email = await onProfile();
  const other = await elsewhere(email);
  await button("Sign out everywhere").click();
  await page.getByText("You have been successfully logged out.").waitFor();
  await isSentToSignIn(other);
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
  }));
  expect(kept).toEqual({ local: ["relaydeck-theme"], session: [], caches: [], databases: [] });
  await page.goBack();
  await expect.poll(() => page.getByText(email).count()).toBe(0);
  await other.context.close();
});

test("[A2] the focus returns to “Delete account…”, however its dialog is left", async () => {
  const email = await onProfile();
  const opener = button("Delete account…");
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  const leave: Record<string, () => Promise<void>> = {
    esc: () => page.keyboard.press("Escape"),
    "the cross": () => dialog.getByRole("button", { name: "Close" }).click(),
    async "a press outside"() {
      // The dialog listens outside from the turn after its opening on, and a press overtakes what a busy page has still to do.
      await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve)));
      await page.mouse.click(5, 300);
    },
    "the question": async () => {
      await dialog.getByLabel(`Type ${email} to go on`).fill("x");
      await page.keyboard.press("Escape");
      await button("Discard").click();
    },
  };
  for (const [way, by] of Object.entries(leave)) {
    await opener.focus();
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Current password").waitFor();
    await by();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(async () => [way, (await focusOf(page)).name]).toEqual([way, "Delete account…"]);
  }
});

test("[DA-2] the account is deleted by its typed address and its password, by keyboard alone", async () => {
  const email = await onProfile();
  await tabTo(page, "Delete account…");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.waitFor();
  await tabTo(page, `Type ${email} to go on`);
  await page.keyboard.type("somebody@example.com");
  await page.keyboard.press("Enter");
  await dialog.getByText("This is not your address").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(email);
  await tabTo(page, "Current password");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByText("Your account is gone, and you are signed out everywhere.").waitFor();
  expect(await signIn(here, email)).toBe(401);
});

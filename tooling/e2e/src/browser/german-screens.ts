/** The screens of accounts reached without a word of any language: by addresses, names of fields and places. [A15] */
import { present } from "@relaydeck/kit/assert";
import type { Page } from "playwright";
import { Authenticator } from "./authenticator.ts";

export interface WordlessState {
  readonly name: string;
  readonly open: (page: Page) => Promise<unknown>;
}

const password = "eight blue bicycles";
let registered = 0;

const submit = (page: Page) => page.locator("#root main form [type=submit]").click();
const field = (page: Page, name: string) => page.locator(`#root main [name=${name}]`);
const shown = (page: Page, what: string) => page.locator(`#root main ${what}`).first().waitFor();
const h1 = (page: Page) => shown(page, "h1");

async function goto(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await h1(page);
}

async function register(page: Page, email: string): Promise<void> {
  await page.request.post("/api/auth/register", { data: { email, password, firstName: "Vera", lastName: "Lind" } });
}

async function mailed(page: Page, email: string, leadsTo: string): Promise<string> {
  const mails = (await (await page.request.get("/demo/mailbox")).json()) as { to: string; text: string }[];
  const text = mails.find((mail) => mail.to === email && mail.text.includes(`/${leadsTo}?`))?.text ?? "";
  return present(new RegExp(`/${leadsTo}\\?token=[\\w-]+`).exec(text)?.[0], `A mail leads to ${leadsTo}`);
}

const someone = () => `vera-${(registered += 1)}@example.com`;

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
  await submit(page);
}

export const publicGerman: readonly WordlessState[] = [
  { name: "landing", open: (page) => page.goto("/") },
  { name: "login", open: (page) => goto(page, "/login") },
  {
    name: "login, fields missing",
    async open(page) {
      await submit(page);
      await shown(page, ".field-error");
    },
  },
  {
    name: "login refused",
    async open(page) {
      await fillIn(page, { email: "nobody@example.com", password: "not the password" });
      await shown(page, ".notice");
    },
  },
  { name: "register", open: (page) => goto(page, "/register") },
  {
    name: "register, fields missing",
    async open(page) {
      await submit(page);
      await shown(page, ".field-error");
    },
  },
  {
    name: "register, common password",
    async open(page) {
      await fillIn(page, { firstName: "Vera", lastName: "Lind", email: someone(), password: "iloveyou" });
      await page.locator(".toast").waitFor();
    },
  },
  {
    name: "register, address taken",
    async open(page) {
      await goto(page, "/register");
      await fillIn(page, { firstName: "Vera", lastName: "Lind", email: "demo@relaydeck.test", password });
      await page.locator(".toast").waitFor();
    },
  },
  {
    name: "login after registration",
    async open(page) {
      await goto(page, "/register");
      await fillIn(page, { firstName: "Vera", lastName: "Lind", email: someone(), password });
      await shown(page, ".notice button");
    },
  },
  {
    name: "login, sent again",
    async open(page) {
      await page.locator("#root .notice button").click();
      await shown(page, ".notice-result");
    },
  },
  { name: "verify-email without a token", open: (page) => goto(page, "/verify-email") },
  {
    name: "verify-email, sent again",
    async open(page) {
      await page.locator("#root .resend button").click();
      await shown(page, ".resend .notice");
    },
  },
  {
    name: "verify-email refused",
    async open(page) {
      await goto(page, "/verify-email?token=made-up");
      await shown(page, ".resend");
    },
  },
  {
    name: "verify-email done",
    async open(page) {
      const email = someone();
      await register(page, email);
      await page.goto(await mailed(page, email, "verify-email"));
      await shown(page, "a.button[href='/login']");
    },
  },
  { name: "forgot-password", open: (page) => goto(page, "/forgot-password") },
  {
    name: "forgot-password, no address",
    async open(page) {
      await submit(page);
      await shown(page, ".field-error");
    },
  },
  {
    name: "forgot-password, sent",
    async open(page) {
      await fillIn(page, { email: "nobody@example.com" });
      await shown(page, ".page-message");
    },
  },
  {
    name: "reset-password",
    async open(page) {
      const email = someone();
      await register(page, email);
      await page.request.post("/api/forgot-password", { data: { email } });
      await goto(page, await mailed(page, email, "reset-password"));
    },
  },
  {
    name: "reset-password, too short and different",
    async open(page) {
      await fillIn(page, { newPassword: "short", confirmPassword: "other" });
      await shown(page, ".field-error");
    },
  },
  {
    name: "reset-password, done",
    async open(page) {
      await fillIn(page, { newPassword: "eight red bicycles", confirmPassword: "eight red bicycles" });
      await shown(page, ".page-message");
    },
  },
  {
    name: "reset-password refused",
    async open(page) {
      await goto(page, "/reset-password?token=made-up");
      await fillIn(page, { newPassword: "eight red bicycles", confirmPassword: "eight red bicycles" });
      await shown(page, ".notice");
    },
  },
  {
    name: "reset-password without a token",
    async open(page) {
      await page.goto("/reset-password");
      await page.locator(".toast").waitFor();
    },
  },
  ...["cancelled", "expired", "unreachable", "unverified", "other-account", "too-many", "failed", "not-configured"].map(
    (word) => ({
      name: `login, google ${word}`,
      open: (page: Page) => goto(page, `/login?message=google-${word}`),
    }),
  ),
  { name: "login, code", open: (page) => goto(page, "/login?message=second-step") },
  {
    name: "login, code refused",
    async open(page) {
      await fillIn(page, { otp: "000000" });
      await shown(page, ".notice");
    },
  },
  {
    name: "login, recovery code",
    async open(page) {
      await page.locator("#root .code-ways button").first().click();
      await field(page, "otp").waitFor();
    },
  },
  { name: "404", open: (page) => goto(page, "/no/such/page") },
];

/** In the order of the page: name, email, password, two steps … tokens, delete. */
const section = (page: Page, nth: number) => page.locator("#root main section").nth(nth);
const twoStep = (page: Page) => section(page, 3);

/** Of somebody signed in whose password this is. */
export function profileGerman(own: string): readonly WordlessState[] {
  return [
    {
      name: "profile",
      async open(page) {
        await goto(page, "/profile");
        await page.locator("#root main section li").first().waitFor();
      },
    },
    {
      name: "profile, fields missing and proof wrong",
      async open(page) {
        await field(page, "firstName").fill("");
        await section(page, 0).locator("[type=submit]").click();
        await shown(page, ".field-error");
        await field(page, "email").fill("somebody-else@example.com");
        await section(page, 1).locator("[name=currentPassword]").fill("not the password");
        await section(page, 1).locator("[type=submit]").click();
        await section(page, 1).locator(".field-error").waitFor();
      },
    },
    {
      name: "token, form with errors",
      async open(page) {
        await section(page, -2).locator("button").last().click();
        await page.locator("[role=dialog] [type=submit], [role=dialog] button[form]").last().click();
        await page.locator("[role=dialog] .field-error").first().waitFor();
      },
    },
    {
      name: "delete account",
      async open(page) {
        await page.keyboard.press("Escape");
        await page.locator("[role=dialog]").waitFor({ state: "detached" });
        await section(page, -1).locator("button").last().click();
        await page.locator("[role=dialog]").waitFor();
      },
    },
    ...twoStepGerman(own),
    { name: "confirm-email", open: (page) => goto(page, "/confirm-email?token=made-up") },
    {
      name: "confirm-email, link no longer valid",
      async open(page) {
        await page.locator("#root main button").first().click();
        await shown(page, "a.button[href='/profile']");
      },
    },
  ];
}

function twoStepGerman(own: string): readonly WordlessState[] {
  let app = new Authenticator("");
  return [
    {
      name: "two-step, who asks",
      async open(page) {
        await page.keyboard.press("Escape");
        await goto(page, "/profile");
        await twoStep(page).locator("button").first().click();
        await twoStep(page).locator("[name=currentPassword]").waitFor();
      },
    },
    {
      name: "two-step, picture and a wrong code",
      async open(page) {
        await twoStep(page).locator("[name=currentPassword]").fill(own);
        await twoStep(page).locator("[type=submit]").click();
        app = new Authenticator(await page.locator(".two-step-key code").innerText());
        await twoStep(page).locator("[name=otp]").fill("no code");
        await twoStep(page).locator("[type=submit]").click();
        await twoStep(page).locator(".field-error").waitFor();
      },
    },
    {
      name: "two-step, recovery codes",
      async open(page) {
        await twoStep(page).locator("[name=otp]").fill(app.newCode());
        await twoStep(page).locator("[type=submit]").click();
        await page.locator(".two-step-codes").waitFor();
      },
    },
  ];
}

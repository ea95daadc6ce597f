/** From “forgot your password?” to the new one, over both doors, with a real mail server behind. [AC-4, ML-1 … ML-10] */
import { updateUser } from "@relaydeck/db/accounts/store";
import { issueMailToken } from "@relaydeck/mail/mail-tokens";
import { startSmtpSink, type SmtpSink, type SunkMail } from "@relaydeck/mail/testing/smtp-sink";
import { present } from "@relaydeck/kit/assert";
import type { Log } from "@relaydeck/kit/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountDoors, told, type AccountDoor } from "../testing/account-doors.ts";
import type { Browser } from "../testing/http-client.ts";
import { addPerson } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

let product: Product;
let close: () => Promise<void>;
let sink: SmtpSink;
const lines: string[] = [];
const note = (event: string, facts?: unknown) => void lines.push(JSON.stringify({ event, facts }));
const log: Log = { debug: note, info: note, warn: note, error: note };
beforeAll(async () => {
  sink = await startSmtpSink();
  const environment = { SMTP_URL: sink.url, MAIL_FROM: "no-reply@relaydeck.test" };
  ({ product, close } = await startProduct({ environment, log }));
});
afterAll(async () => {
  await close();
  await sink.close();
});

const oldPassword = "pump house at the lake";
const newPassword = "a new pump house";
const sent = { message: "If an account with that email exists, we've sent a password reset link." };
const invalid = { code: "TOKEN_INVALID", message: "This password reset link is invalid or expired." };
let people = 0;

interface Account {
  readonly id: string;
  readonly email: string;
}

/** A verified account, as its owner would have made it. */
async function account(patch: Parameters<typeof updateUser>[2] = { emailVerified: true }): Promise<Account> {
  people += 1;
  const email = `forgetful${people}@relaydeck.test`;
  const answer = await product
    .browser()
    .post("/api/auth/register", { email, password: oldPassword, firstName: "Maria", lastName: "Lind" });
  const { id } = answer.json as { id: string };
  await product.store.write((tx) => updateUser(tx, { id }, patch));
  return { id, email };
}

const mailsTo = (email: string) => sink.mails.filter(({ to }) => to.includes(email));

/** The text part as its reader sees it. */
function textOf({ raw }: SunkMail): string {
  const part = raw.split("Content-Type: text/plain")[1]?.split("Content-Type: text/html")[0] ?? "";
  return part.replaceAll("=\r\n", "").replaceAll("=3D", "=");
}

/** The token of the next mail that leads to the reset page. */
async function asked(door: AccountDoor, email: string): Promise<string> {
  const links = () => mailsTo(email).flatMap((mail) => /reset-password\?token=([\w-]{43})/.exec(textOf(mail))?.[1] ?? []);
  const before = links().length;
  expect(await door.ask(product.browser(), "forgotPassword", { email })).toMatchObject({ status: 200, body: sent });
  await until(() => links().length > before);
  return present(links().at(-1), "A reset mail has a link");
}

function login(browser: Browser, email: string, password: string) {
  return browser.post("/api/auth/login", { email, password });
}

describe.each(accountDoors)("over $name", (door) => {
  const reset = (token: unknown, more: object = {}) =>
    door.ask(product.browser(), "resetPassword", { token, newPassword, ...more });

  test("[AC-4] every kind of address is answered with the same status, body and headers", async () => {
    const kinds = [
      { email: "nobody@relaydeck.test" },
      await account(),
      await account({}),
      await account({ emailVerified: true, authProvider: "google", passwordHash: null }),
      await account({ deletedAt: 1 }),
    ];
    for (const call of ["forgotPassword", "resendVerification"] as const) {
      const answers = await Promise.all(kinds.map(({ email }) => door.ask(product.browser(), call, { email })));
      expect(answers[0]?.status).toBe(200);
      expect(answers.map(told)).toEqual(answers.map(() => told(present(answers[0], "There are answers"))));
    }
  });

  test("[ML-2] opening the link by GET or HEAD any number of times leaves it valid; of two parallel resets one succeeds", async () => {
    const { email } = await account();
    const token = await asked(door, email);
    for (const method of ["GET", "HEAD", "GET"])
      expect((await product.browser().call(method, `/reset-password?token=${token}`)).status).toBe(200);
    for (const path of ["/api/reset-password", "/trpc/auth.resetPassword"])
      expect((await product.browser().get(`${path}?token=${token}`)).status).toBe(405);
    const both = await Promise.all([reset(token), reset(token)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)?.body).toEqual(invalid);
  });

  test("[ML-3] an address, a name or an id beside the token is refused by name and changes nothing", async () => {
    const victim = await account();
    const { email } = await account();
    const token = await asked(door, email);
    for (const field of ["email", "username", "userId", "id"]) {
      const { status, body } = await reset(token, { [field]: victim.email });
      expect([field, status, body["code"]]).toEqual([field, 400, "VALIDATION"]);
      expect(JSON.stringify(body["issues"])).toContain(field);
    }
    expect((await login(product.browser(), victim.email, oldPassword)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  test("[ML-4] a newer request, and the reset itself, kill the links before", async () => {
    const { email } = await account();
    const [first, second] = [await asked(door, email), await asked(door, email)];
    expect(await reset(first)).toMatchObject({ status: 400, body: invalid });
    expect((await reset(second)).status).toBe(200);
    expect(await reset(second)).toMatchObject({ status: 400, body: invalid });
  });

  test("[ML-5] a reset signs nobody in, ends the sessions, and mails a notice; neither carries a token", async () => {
    const { email } = await account();
    const signedIn = product.browser();
    expect((await login(signedIn, email, oldPassword)).status).toBe(200);
    const token = await asked(door, email);
    const browser = product.browser();
    const done = await door.ask(browser, "resetPassword", { token, newPassword });
    expect([done.status, done.body]).toEqual([200, { message: "Password updated" }]);
    expect([done.answer.headers["set-cookie"], browser.cookies.size]).toEqual([undefined, 0]);
    expect((await signedIn.get("/api/auth/user")).status).toBe(401);
    expect((await login(browser, email, oldPassword)).status).toBe(401);
    expect((await login(browser, email, newPassword)).status).toBe(200);
    await until(() => mailsTo(email).some(({ raw }) => raw.includes("Subject: Your Relaydeck password was changed")));
    expect(textOf(present(mailsTo(email).at(-1), "The notice came"))).not.toContain("token=");
  });

  test("[ML-1] a token of one purpose fails for every other", async () => {
    const { id, email } = await account({});
    const bound = { userId: id, address: email, now: product.clock.now(), random: product.deps.random };
    const token = (purpose: "verify" | "reset" | "change-email" | "pause-alert") =>
      product.store.write((tx) => issueMailToken(tx, { ...bound, purpose }));
    for (const purpose of ["verify", "change-email", "pause-alert"] as const)
      expect(await reset(await token(purpose))).toMatchObject({ status: 400, body: invalid });
    for (const purpose of ["reset", "change-email", "pause-alert"] as const) {
      const verified = await door.ask(product.browser(), "verifyEmail", { token: await token(purpose) });
      expect(verified).toMatchObject({ status: 400, body: { code: "TOKEN_INVALID" } });
    }
  });

  test("[PW-1, PW-2, PW-3] 8 to 128 characters are taken byte for byte; shorter, longer and common ones are not", async () => {
    const { email } = await account();
    const token = await asked(door, email);
    for (const [password, code] of [
      ["🌲".repeat(7), "VALIDATION"],
      ["x".repeat(129), "VALIDATION"],
      ["iloveyou", "PASSWORD_BLOCKED"],
      ["Relaydeck2026", "PASSWORD_BLOCKED"],
      [email, "PASSWORD_BLOCKED"],
    ] as const)
      expect(await reset(token, { newPassword: password })).toMatchObject({ status: 400, body: { code } });
    const odd = " 🌲 blanks ";
    expect((await reset(token, { newPassword: odd })).status).toBe(200);
    for (const near of [odd.trim(), odd.toUpperCase()]) expect((await login(product.browser(), email, near)).status).toBe(401);
    expect((await login(product.browser(), email, odd)).status).toBe(200);
  });

  test.each([
    "a@x.test,b@y.test",
    '"a@evil x"@good.test',
    "a: b@x.test;",
    "<a@x.test>",
    "a@x.test(c)",
    `${"a".repeat(250)}@x.test`,
  ])("[ML-8] %j is no address", async (email) => {
    for (const call of ["forgotPassword", "resendVerification", "register", "login"] as const) {
      const person = { password: oldPassword, firstName: "A", lastName: "B" };
      const more = { register: person, login: { password: oldPassword } } as Readonly<Record<string, object>>;
      const { status, body } = await door.ask(product.browser(), call, { email, ...more[call] });
      expect([call, status, body["code"]]).toEqual([call, 400, "VALIDATION"]);
    }
    const { browser } = await addPerson(product);
    const changed = await browser.mutate("auth.changeEmail", { email, currentPassword: oldPassword });
    expect(changed).toMatchObject({ status: 400, json: { error: { data: { code: "VALIDATION" } } } });
  });

  test("[XS-7, D0.13] the mail speaks the browser's language, and its link is of the public origin whatever headers say", async () => {
    const { email } = await account();
    const foreign = { "x-forwarded-host": "evil.test", forwarded: "host=evil.test", "accept-language": "fr, de-AT;q=0.8" };
    await door.with(foreign).ask(product.browser(), "forgotPassword", { email });
    await until(() => mailsTo(email).some((mail) => textOf(mail).includes("mit diesem Link")));
    const raw = mailsTo(email).map(textOf).join("");
    expect(raw).toContain(`${product.origin}/reset-password?token=`);
    expect(raw).not.toContain("evil.test");
  });
});

test("[ML-10] pages with a token send no referrer and load nothing from elsewhere; logs show their path without query", async () => {
  for (const path of ["/reset-password", "/verify-email"]) {
    const { headers } = await product.browser().get(`${path}?token=canary-of-a-token`);
    expect([path, headers["referrer-policy"]]).toEqual([path, "no-referrer"]);
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
  }
  await product.browser().get("/api/verify-email?token=canary-of-a-token");
  for (const [returnTo, policy] of [
    ["/accept-invite?token=canary-of-a-token", "no-referrer"],
    ["/confirm-email", "no-referrer"],
    ["/profile?from=/confirm-email", "same-origin"],
    ["//", "same-origin"],
  ] as const) {
    const { headers } = await product.browser().get(`/login?message=x&returnTo=${encodeURIComponent(returnTo)}`);
    expect([returnTo, headers["referrer-policy"]]).toEqual([returnTo, policy]);
  }
  await product.browser().post("/api/reset-password", { token: "canary-of-a-token", newPassword: "canary of a password" });
  expect(lines.join("\n")).not.toMatch(/canary|token=/);
});

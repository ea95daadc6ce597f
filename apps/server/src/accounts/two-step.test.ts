/** Two-step sign-in over both doors, with the mails it leads to. [AD-2] */
import { codeAt, codeStepMs } from "@relaydeck/api/accounts/two-step-codes";
import { beginSignInChallenge } from "@relaydeck/api/accounts/sign-in-challenge";
import { updateUser } from "@relaydeck/db/accounts/store";
import type { Log } from "@relaydeck/kit/log";
import { listMails } from "@relaydeck/mail/outbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountDoors } from "../testing/account-doors.ts";
import type { Browser } from "../testing/http-client.ts";
import { startProduct, type Product } from "../testing/product.ts";

let product: Product;
let close: () => Promise<void>;
const lines: string[] = [];
const note = (event: string, facts?: unknown) => void lines.push(JSON.stringify({ event, facts }));
const log: Log = { debug: note, info: note, warn: note, error: note };
beforeAll(async () => {
  const environment = { TWO_STEP_KEY: "a key of thirty-two letters or more" };
  ({ product, close } = await startProduct({ environment, log }));
  const person = { email, password, firstName: "Maria", lastName: "Lind" };
  const { id } = (await product.browser().post("/api/auth/register", person)).json as { id: string };
  await product.store.write((tx) => updateUser(tx, { id }, { emailVerified: true }));
});
afterAll(() => close());

const email = "maria@relaydeck.test";
const password = "pump house at the lake";
const asked = { code: "SECOND_FACTOR_REQUIRED", message: "Enter the code from your authenticator app" };
const notValid = { code: "SECOND_FACTOR_REQUIRED", message: "That code is not valid" };

interface SetUpAnswer {
  readonly result: { readonly data: { readonly secret: string } };
}

interface CodesAnswer {
  readonly result: { readonly data: { readonly recoveryCodes: readonly string[] } };
}

/** Signs in, sets it up, and moves to a step whose code is new. */
async function setUp(): Promise<{ browser: Browser; code: () => string; secret: string; recoveryCodes: readonly string[] }> {
  const browser = product.browser();
  await browser.post("/api/auth/login", { email, password });
  const begun = await browser.mutate("auth.startTwoStep", { currentPassword: password });
  const { secret } = (begun.json as SetUpAnswer).result.data;
  const code = () => codeAt(secret, product.clock.now());
  const confirmed = await browser.mutate("auth.confirmTwoStep", { otp: code() });
  const { recoveryCodes } = (confirmed.json as CodesAnswer).result.data;
  await product.advance(2 * codeStepMs);
  return { browser, code, secret, recoveryCodes };
}

async function switchOff(browser: Browser, otp: string): Promise<void> {
  expect((await browser.mutate("auth.endTwoStep", { currentPassword: password, otp })).status).toBe(200);
}

describe.each(accountDoors)("over $name", (door) => {
  const login = (browser: Browser, more: object = {}) => door.ask(browser, "login", { email, password, ...more });

  test("[AD-2] sign-in asks for the code with 401 and no cookie, refuses a wrong one, and takes a right one once", async () => {
    const { browser: owner, code, recoveryCodes } = await setUp();
    const browser = product.browser();
    const first = await login(browser);
    expect(first).toMatchObject({ status: 401, body: asked });
    expect([browser.cookies.size, first.answer.headers["set-cookie"]]).toEqual([0, undefined]);
    expect(await login(browser, { otp: "000000" })).toMatchObject({ status: 401, body: notValid });
    const otp = code();
    expect((await login(browser, { otp })).status).toBe(200);
    expect((await browser.get("/api/auth/user")).status).toBe(200);
    expect(await login(product.browser(), { otp })).toMatchObject({ status: 401, body: notValid });
    expect((await login(product.browser(), { otp: recoveryCodes[0] })).status).toBe(200);
    await switchOff(owner, recoveryCodes[1] ?? "");
    expect((await login(product.browser())).status).toBe(200);
  });

  test("[IN-5] a code that is no text, too long, or beside unknown fields is 400", async () => {
    for (const more of [{ otp: 123_456 }, { otp: "1".repeat(33) }, { otp: ["123456"] }, { code: "123456" }])
      expect(await login(product.browser(), more)).toMatchObject({ status: 400, body: { code: "VALIDATION" } });
  });
});

test("[AD-2, SE-4] a sign-in that waits for its code keeps a cookie of its own, which opens nothing else", async () => {
  const { browser: owner, code, recoveryCodes } = await setUp();
  const me = (await owner.get("/api/auth/user")).json as { id: string };
  const { token } = await product.store.write((tx) => beginSignInChallenge(product.deps, tx, { userId: me.id }));
  const browser = product.browser({ relaydeck_second: token });
  expect((await browser.get("/api/auth/user")).status).toBe(401);
  expect(await browser.mutate("auth.secondStep", { otp: "000000" })).toMatchObject({ status: 401 });
  const answer = await browser.mutate("auth.secondStep", { otp: code() });
  expect(answer.status).toBe(200);
  expect((await browser.get("/api/auth/user")).status).toBe(200);
  expect(answer.headers["set-cookie"]).toContainEqual(expect.stringMatching(/^relaydeck_second=; Path=\/; Max-Age=0; HttpOnly/));
  await switchOff(owner, recoveryCodes[0] ?? "");
});

test("[SESSION_REQUIRED] nobody without a session sees or changes anything of it", async () => {
  const stranger = product.browser();
  expect((await stranger.query("auth.twoStep")).status).toBe(401);
  for (const [procedure, input] of [
    ["auth.startTwoStep", {}],
    ["auth.confirmTwoStep", { otp: "123456" }],
    ["auth.endTwoStep", { otp: "123456" }],
    ["auth.newRecoveryCodes", { otp: "123456" }],
    ["auth.secondStep", { otp: "123456" }],
  ] as const)
    expect([procedure, (await stranger.mutate(procedure, input)).status]).toEqual([procedure, 401]);
});

test("[LG-2] neither secret, codes nor recovery codes are in the log or the mails", async () => {
  const { browser, secret, code, recoveryCodes } = await setUp();
  const otp = code();
  await product.browser().post("/api/auth/login", { email, password, otp });
  await product.browser().post("/api/auth/login", { email, password, otp });
  await switchOff(browser, recoveryCodes[0] ?? "");
  const mails = JSON.stringify(await listMails(product.store));
  const seen = lines.join("\n") + mails;
  expect(mails).toContain("Two-step sign-in is off for your Relaydeck account");
  for (const canary of [secret, otp, ...recoveryCodes]) expect(seen).not.toContain(canary);
});

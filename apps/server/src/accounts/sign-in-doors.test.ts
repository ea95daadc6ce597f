/** Registering, verifying and signing in over both doors: one account per address, one answer for whoever guesses. */
import { hashesAtOnce, waitingHashes } from "@relaydeck/api/accounts/hash-gate";
import { findUserByEmail, updateUser } from "@relaydeck/db/accounts/store";
import { present } from "@relaydeck/kit/assert";
import { listMails } from "@relaydeck/mail/outbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountDoors, told } from "../testing/account-doors.ts";
import { startProduct, type Product } from "../testing/product.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

let people = 0;
const person = (more: object = {}) => {
  people += 1;
  return {
    email: `guest${people}@relaydeck.test`,
    password: "pump house at the lake",
    firstName: "Maria",
    lastName: "Lind",
    ...more,
  };
};
const row = async (email: string) => present(await findUserByEmail(product.store.read, email), "The account is there");
const verify = async (email: string) => {
  const { id } = await row(email);
  await product.store.write((tx) => updateUser(tx, { id }, { emailVerified: true }));
};
/** Tokens of the verification mails to the address, newest first. */
async function tokensFor(email: string): Promise<string[]> {
  const mails = (await listMails(product.store)).filter(({ to }) => to === email);
  return mails.flatMap(({ text }) => /verify-email\?token=([\w-]{43})/.exec(text)?.[1] ?? []);
}

const unverified = { status: 403, body: { code: "EMAIL_NOT_VERIFIED", message: expect.stringContaining("verify your email") } };
const invalid = { status: 401, body: { code: "INVALID_CREDENTIALS", message: "Unauthorized: invalid email or password" } };

describe.each(accountDoors)("over $name", (door) => {
  const ask = (call: Parameters<typeof door.ask>[1], input: Readonly<Record<string, unknown>>) =>
    door.ask(product.browser(), call, input);

  test("[AC-1] letter case and outer blanks make no second account, and sign in to the first", async () => {
    const one = person();
    const first = await ask("register", one);
    const again = await ask("register", { ...one, email: `  ${one.email.toUpperCase()} ` });
    expect([first.body["email"], again.body["id"]]).toEqual([one.email, first.body["id"]]);
    await verify(one.email);
    const taken = await ask("register", { ...one, email: one.email.toUpperCase() });
    expect(taken).toMatchObject({ status: 409, body: { code: "EMAIL_TAKEN" } });
    expect((await ask("login", { email: ` ${one.email.toUpperCase()}`, password: one.password })).status).toBe(200);
  });

  test("[AC-2] unverified: 403 after the right password, 401 after a wrong one, exactly like an unknown address", async () => {
    const one = person();
    await ask("register", one);
    expect(await ask("login", { email: one.email, password: one.password })).toMatchObject(unverified);
    const wrong = await ask("login", { email: one.email, password: "not the pump house" });
    const unknown = await ask("login", { email: "nobody@relaydeck.test", password: one.password });
    expect(wrong).toMatchObject(invalid);
    expect(told(wrong)).toEqual(told(unknown));
  });

  test("[AC-3] unknown, known, Google-only and deleted addresses: equal status, body and headers after a wrong password", async () => {
    const answers = [await ask("login", { email: "nobody@relaydeck.test", password: "not the pump house" })];
    for (const patch of [{ emailVerified: true }, { passwordHash: null, authProvider: "google" as const }, { deletedAt: 1 }]) {
      const one = person();
      await ask("register", one);
      const { id } = await row(one.email);
      await product.store.write((tx) => updateUser(tx, { id }, patch));
      answers.push(await ask("login", { email: one.email, password: "not the pump house" }));
    }
    expect(answers.map(told)).toEqual(answers.map(() => told(present(answers[0], "There are answers"))));
    expect(answers[0]).toMatchObject(invalid);
  });

  test("[AC-5, ML-6] registering again: newest password and names, earlier links dead; the living one works twice", async () => {
    const one = person();
    await ask("register", one);
    await product.advance(1);
    await ask("register", { ...one, password: "the newest pump house", firstName: "Marie" });
    const [newest, first] = await tokensFor(one.email);
    expect(await ask("verifyEmail", { token: first })).toMatchObject({ status: 400, body: { code: "TOKEN_INVALID" } });
    for (const alreadyVerified of [false, true]) {
      const { status, body } = await ask("verifyEmail", { token: newest });
      expect([status, body]).toEqual([200, { message: "Email verified successfully", alreadyVerified }]);
    }
    expect((await ask("login", { email: one.email, password: one.password })).status).toBe(401);
    const done = await ask("login", { email: one.email, password: "the newest pump house" });
    expect(done).toMatchObject({ status: 200, body: { firstName: "Marie" } });
  });

  test.each([" both ends ", "🌲🌲🌲🌲🌲🌲🌲🌲", "a".repeat(100), "40719320856231", "eight 8s"])(
    "[PW-1, PW-3, PW-4] %j is taken, kept as argon2id, and verified byte for byte",
    async (password) => {
      const one = person({ password });
      expect((await ask("register", one)).status).toBe(201 - (door.name === "tRPC" ? 1 : 0));
      await verify(one.email);
      expect((await row(one.email)).passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect((await ask("login", { email: one.email, password })).status).toBe(200);
      for (const near of [password.trim(), password.toUpperCase(), password.slice(0, -1), `${password} `]) {
        const expected = near === password ? 200 : 401;
        expect([near, (await ask("login", { email: one.email, password: near })).status]).toEqual([near, expected]);
      }
    },
  );

  test.each([
    ["password1", "most common"],
    ["RelayDeck!", "the name Relaydeck"],
    ["MariaLind", "your name"],
  ])("[PW-2] %j is refused with the reason", async (password, reason) => {
    const refused = await ask("register", person({ password }));
    expect(refused).toMatchObject({ status: 400, body: { code: "PASSWORD_BLOCKED", message: expect.stringContaining(reason) } });
  });

  test.each([
    ["🌲".repeat(7), "Password must be at least 8 characters long"],
    ["x".repeat(129), "Password must be at most 128 characters long"],
    ["\uD800pump house", "Password holds half a character"],
  ])("[PW-1, D18] %j is refused where it is set, and is only wrong where it is presented", async (password, message) => {
    const refused = await ask("register", person({ password }));
    expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION", issues: [{ path: "password", message }] } });
    expect(await ask("login", { email: "nobody@relaydeck.test", password })).toMatchObject(invalid);
  });
});

test.each(accountDoors)("[D18] over $name a wrong password is only wrong, however long it is", async (door) => {
  const input = { email: "nobody@relaydeck.test", password: "x".repeat(60_000) };
  expect(await door.ask(product.browser(), "login", input)).toMatchObject(invalid);
});

test("[PW-5] 50 sign-ins at once over both doors are all answered", async () => {
  const { signIn } = await somebody();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => signIn(index)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test("[PW-5] while the queue for hashing is full each door answers 503 with Retry-After, and goes on afterwards", async () => {
  const { signIn } = await somebody();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const full = Array.from({ length: hashesAtOnce + waitingHashes }, () => product.deps.hashGate.run(() => held));
  for (const index of accountDoors.keys()) {
    const { status, body, answer } = await signIn(index);
    expect([status, body["code"], answer.headers["retry-after"]]).toEqual([503, "OVERLOADED", "2"]);
  }
  release();
  await Promise.all(full);
  for (const index of accountDoors.keys()) expect((await signIn(index)).status).toBe(200);
});

/** A verified account, and its sign-in over the doors in turn. */
async function somebody() {
  const one = person();
  await product.browser().post("/api/auth/register", one);
  await verify(one.email);
  const signIn = (index: number) => {
    const door = present(accountDoors[index % accountDoors.length], "There are doors");
    return door.ask(product.browser(), "login", { email: one.email, password: one.password });
  };
  return { signIn };
}

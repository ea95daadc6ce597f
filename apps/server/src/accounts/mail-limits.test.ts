/** Limits of what sends a mail to somebody, and of trying mailed tokens, counted over both doors together. [checklist section 5] */
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountDoors, type AccountCall, type Told } from "../testing/account-doors.ts";
import { startProduct, type Product } from "../testing/product.ts";

const hourMs = 60 * 60_000;
let product: Product;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ product, close } = await startProduct({ environment: { RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "1" } }));
});
afterEach(() => close());

let asked = 0;

/** Over one door and the other in turn, from an address of the caller's choice. */
function ask(call: AccountCall, input: Readonly<Record<string, unknown>>, address = "198.51.100.1"): Promise<Told> {
  const door = accountDoors[(asked += 1) % accountDoors.length];
  if (door === undefined) throw new Error("There are doors");
  return door.with({ "x-forwarded-for": address }).ask(product.browser(), call, input);
}

const limited = {
  status: 429,
  body: { code: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) },
  answer: { headers: expect.objectContaining({ "retry-after": expect.stringMatching(/^\d+$/) }) },
};

test("[AC-4, RL-2] forgot and resend, each: 3 an hour and recipient, known or not, then 429 with Retry-After on each door", async () => {
  await ask("register", { email: "maria@relaydeck.test", password: "pump house", firstName: "Maria", lastName: "Lind" });
  for (const [index, email] of ["maria@relaydeck.test", "nobody@relaydeck.test"].entries()) {
    for (const [turn, call] of (["resendVerification", "forgotPassword"] as const).entries()) {
      for (let count = 0; count < 3; count += 1) expect((await ask(call, { email }, `192.0.2.${index}`)).status).toBe(200);
      for (let count = 0; count < 2; count += 1)
        expect(await ask(call, { email }, `192.0.2.${index + 10 * (turn + 1)}`)).toMatchObject(limited);
    }
  }
  await product.age(hourMs);
  expect((await ask("forgotPassword", { email: "maria@relaydeck.test" })).status).toBe(200);
});

test("[AC-4, RL-2] 10 an hour and address, whoever the recipients are", async () => {
  for (let count = 0; count < 10; count += 1)
    expect(
      (await ask(count % 3 === 0 ? "resendVerification" : "forgotPassword", { email: `x${count}@relaydeck.test` })).status,
    ).toBe(200);
  for (let count = 0; count < 2; count += 1)
    expect(await ask("forgotPassword", { email: `y${count}@relaydeck.test` })).toMatchObject(limited);
  expect((await ask("forgotPassword", { email: "y@relaydeck.test" }, "198.51.100.2")).status).toBe(200);
});

test("[AC-4, RL-2] a recipient gets at most 10 mails a day from strangers", async () => {
  const email = "maria@relaydeck.test";
  for (let count = 0; count < 10; count += 1) {
    if (count % 3 === 0) await product.age(hourMs);
    expect((await ask("forgotPassword", { email }, `192.0.2.${count}`)).status).toBe(200);
  }
  await product.age(hourMs);
  expect(await ask("forgotPassword", { email }, "192.0.2.99")).toMatchObject(limited);
  const again = { email, password: "pump house", firstName: "Maria", lastName: "Lind" };
  expect(await ask("register", again, "192.0.2.98")).toMatchObject(limited);
});

test("[ML-1, RL-2] 20 wrong tokens an hour and address, of all purposes together", async () => {
  for (let count = 0; count < 20; count += 1) {
    const token = `wrong${count}`;
    const tried =
      count % 4 < 2 ? ask("resetPassword", { token, newPassword: "a new pump house" }) : ask("verifyEmail", { token });
    expect(await tried).toMatchObject({ status: 400, body: { code: "TOKEN_INVALID" } });
  }
  for (let count = 0; count < 2; count += 1) {
    expect(await ask("resetPassword", { token: "wrong", newPassword: "a new pump house" })).toMatchObject(limited);
    expect(await ask("verifyEmail", { token: "wrong" })).toMatchObject(limited);
  }
  expect((await ask("verifyEmail", { token: "wrong" }, "198.51.100.2")).status).toBe(400);
});

test("[AC-5, RL-2] 10 registrations an hour and address", async () => {
  const person = { password: "pump house", firstName: "Maria", lastName: "Lind" };
  for (let count = 0; count < 10; count += 1)
    expect((await ask("register", { ...person, email: `r${count}@relaydeck.test` })).status).toBeLessThan(300);
  for (let count = 0; count < 2; count += 1)
    expect(await ask("register", { ...person, email: `late${count}@relaydeck.test` })).toMatchObject(limited);
});

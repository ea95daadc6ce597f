/** Limits of what sends a mail to somebody, and of trying mailed tokens, counted over both doors together. [checklist section 5] */
import { listMails } from "@relaydeck/mail/outbox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountDoors, type AccountCall, type Told } from "../testing/account-doors.ts";
import { addAccount, password } from "../testing/accounts.ts";
import { addDevice, signedIn } from "../testing/people.ts";
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

const person = { password: "pump house", firstName: "Maria", lastName: "Lind" };
/** Seven wishes that are no forgotten password, over three hours; whether each was answered well. */
async function useUpOthers(email: string): Promise<boolean[]> {
  const done: boolean[] = [];
  for (let count = 0; count < 8; count += 1) {
    if (count % 3 === 0) await product.age(hourMs);
    done.push((await ask("resendVerification", { email }, `192.0.2.${count}`)).status === 200);
  }
  return done;
}
const seven = [...Array<boolean>(7).fill(true), false];

describe.each(["sqlite", "postgres"] as const)("mails of a day to one recipient, on %s", (database) => {
  beforeEach(async () => {
    await close();
    const environment = { RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "1", QUIET_REGISTRATION: "1" };
    ({ product, close } = await startProduct({ database, environment }));
  });
  const mailsTo = async (email: string) => (await listMails(product.store)).filter(({ to }) => to === email);

  test("[checklist 5] at most 10, whatever others ask for; 3 of them are kept for a forgotten password", async () => {
    const email = "wanted@relaydeck.test";
    const maria = await addAccount(product);
    const { id: deviceId } = await addDevice(product, maria);
    const invite = () => maria.browser.post("/api/device-shares", { deviceId, sharedWithEmail: email });
    const change = async () =>
      (await signedIn(product, maria)).browser.mutate("auth.changeEmail", { email, currentPassword: password });
    const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

    expect(await statusOf(ask("register", { ...person, email }))).toBe(201);
    for (let count = 0; count < 2; count += 1) {
      expect(await statusOf(ask("resendVerification", { email }, "192.0.2.1"))).toBe(200);
      expect(await statusOf(invite())).toBe(201 - count);
      expect(await statusOf(change())).toBe(200);
    }
    expect(await mailsTo(email)).toHaveLength(7);
    for (let hour = 0; hour < 2; hour += 1) {
      expect(await ask("resendVerification", { email }, "192.0.2.2")).toMatchObject(limited);
      expect(await ask("register", { ...person, email }, "192.0.2.3")).toMatchObject(limited);
      expect([await statusOf(invite()), await statusOf(change())]).toEqual([429, 429]);
      await product.age(hourMs);
    }
    for (let count = 0; count < 3; count += 1) expect(await statusOf(ask("forgotPassword", { email }, "192.0.2.4"))).toBe(200);
    await product.age(hourMs);
    expect(await ask("forgotPassword", { email }, "192.0.2.5")).toMatchObject(limited);
    expect(await mailsTo(email)).toHaveLength(10);
    await product.age(24 * hourMs);
    expect(await statusOf(ask("resendVerification", { email }))).toBe(200);
    expect(await mailsTo(email)).toHaveLength(11);
  });

  test("[checklist 5] forgotten passwords alone may be all 10", async () => {
    const { email } = await addAccount(product);
    for (let count = 0; count < 10; count += 1) {
      if (count % 3 === 0) await product.age(hourMs);
      expect((await ask("forgotPassword", { email }, `192.0.2.${count}`)).status).toBe(200);
    }
    await product.age(hourMs);
    expect(await ask("forgotPassword", { email }, "192.0.2.99")).toMatchObject(limited);
    expect(await ask("register", { ...person, email }, "192.0.2.98")).toMatchObject(limited);
    expect(await mailsTo(email)).toHaveLength(10);
  });

  test("[AC-4, D11] what is left tells nothing of the address: unknown, unverified and verified are refused alike", async () => {
    const unverified = "unverified@relaydeck.test";
    expect((await ask("register", { ...person, email: unverified })).status).toBe(201);
    await product.age(24 * hourMs);
    const { email: verified } = await addAccount(product);
    for (const email of ["unknown@relaydeck.test", unverified, verified]) {
      expect([email, await useUpOthers(email)]).toEqual([email, seven]);
      expect(await ask("register", { ...person, email }, "192.0.2.50")).toMatchObject(limited);
      for (let count = 0; count < 3; count += 1)
        expect((await ask("forgotPassword", { email }, `192.0.2.${60 + count}`)).status).toBe(200);
      await product.age(hourMs);
      expect(await ask("forgotPassword", { email }, "192.0.2.70")).toMatchObject(limited);
    }
  });
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
  for (let count = 0; count < 10; count += 1)
    expect((await ask("register", { ...person, email: `r${count}@relaydeck.test` })).status).toBeLessThan(300);
  for (let count = 0; count < 2; count += 1)
    expect(await ask("register", { ...person, email: `late${count}@relaydeck.test` })).toMatchObject(limited);
});

/** Limits of what sends a mail to somebody, and of trying mailed tokens, counted over both doors together. [checklist section 5] */
import { listMails } from "@relaydeck/mail/outbox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountDoors, type AccountCall, type Told } from "../testing/account-doors.ts";
import { addAccount, password } from "../testing/accounts.ts";
import { addDevice } from "../testing/people.ts";
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
describe.each(["sqlite", "postgres"] as const)("mails of a day to one recipient, on %s", (database) => {
  beforeEach(async () => {
    await close();
    const environment = { RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "1", QUIET_REGISTRATION: "1" };
    ({ product, close } = await startProduct({ database, environment }));
  });
  const mailsTo = async (email: string) => (await listMails(product.store)).filter(({ to }) => to === email);

  test("[checklist 5] three invitations, then a registration: its link comes; of all kinds together at most 10 a day, the last four for a forgotten password", async () => {
    const email = "wanted@relaydeck.test";
    const maria = await addAccount(product);
    const { id: deviceId } = await addDevice(product, maria);
    const invite = () => maria.browser.post("/api/device-shares", { deviceId, sharedWithEmail: email });
    const change = () => maria.browser.mutate("auth.changeEmail", { email, currentPassword: password });
    const register = () => ask("register", { ...person, email });
    for (const wish of [invite, invite, invite]) expect((await wish()).status).toBeLessThan(300);
    await product.age(hourMs);
    for (const wish of [register, change, register]) expect((await wish()).status).toBeLessThan(300);
    const subjects = (await mailsTo(email)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      "Confirm your new email for Relaydeck",
      "Verify your email for Relaydeck",
      "Verify your email for Relaydeck",
      ...Array<string>(3).fill("You are invited to a device on Relaydeck"),
    ]);
    // Where registration is quiet nobody is told that no mail goes; who invites is, for nothing of an invitation is kept then.
    expect([(await invite()).status, (await change()).status, (await register()).status < 300]).toEqual([429, 200, true]);
    expect(await mailsTo(email)).toHaveLength(6);
    const counts: number[] = [];
    for (const [turn, hours] of [6, 6, 6, 5].entries()) {
      for (let count = 0; count < 2; count += 1) await ask("forgotPassword", { email }, `198.51.${turn}.${count}`);
      counts.push((await mailsTo(email)).length);
      await product.age(hours * hourMs);
    }
    expect(counts).toEqual([7, 8, 9, 10]);
  });

  test("[AC-4, D11] what is left tells nothing of the address: unknown, unverified and verified are answered alike", async () => {
    const unverified = "unverified@relaydeck.test";
    expect((await ask("register", { ...person, email: unverified })).status).toBeLessThan(300);
    const { email: verified } = await addAccount(product);
    await product.age(hourMs);
    const answers: unknown[] = [];
    for (const [index, email] of ["unknown@relaydeck.test", unverified, verified].entries()) {
      const statuses: number[] = [];
      for (const call of ["register", "forgotPassword", "resendVerification"] as const)
        for (let count = 0; count < 5; count += 1)
          statuses.push(
            (await ask(call, call === "register" ? { ...person, email } : { email }, `192.${index}.2.${count}`)).status,
          );
      answers.push(statuses.map((status) => (status < 300 ? "ok" : status)));
    }
    const alike = ["ok", "ok", "ok", 429, 429];
    expect(answers[0]).toEqual([...Array<string>(5).fill("ok"), ...alike, ...alike]);
    expect([answers[1], answers[2]]).toEqual([answers[0], answers[0]]);
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

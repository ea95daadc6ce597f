/** Mails to one person that others ask for: never too many, and never so that the person's own way back is closed. [checklist 5] */
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse } from "../testing/accounts-house.ts";
import { withMaria } from "../testing/signed-in.ts";
import { countMail } from "./mail-limits.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const { email } = maria;
type Wish = "forgotten" | "other";

/** How many of these lie in the fullest stretch of that length; counts are kept in steps of a hundredth of it. */
function most(times: readonly number[], windowMs: number): number {
  const length = windowMs - windowMs / 100;
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + length).length));
}

/** Wishes of strangers, each from a network address of its own, so that only the recipient's limits hold them. */
function strangersAt(house: AccountsHouse) {
  let count = 0;
  return async (what: "forgotPassword" | "resendVerification", to = email): Promise<string> => {
    count += 1;
    await house.clock.advance(1_000);
    const auth = await house.browser({ address: `198.51.${count >> 8}.${count & 255}` }).auth();
    return auth[what]({ email: to }).then(
      () => "ok",
      (error: { refusal?: { code: string } }) => error.refusal?.code ?? "failed",
    );
  };
}

const mailsTo = async (house: AccountsHouse, to = email) => (await listMails(house.store)).filter((mail) => mail.to === to);
const resets = async (house: AccountsHouse) => (await mailsTo(house)).filter(({ subject }) => subject.includes("new Relaydeck"));

describeOnStores("mails that others ask for", (fresh) => {
  test("[checklist 5] of any mixture never more than 10 a day go to one recipient", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const gone: { at: number; what: Wish }[] = [];
    const wishes: readonly Wish[] = ["other", "forgotten", "other", "other", "forgotten", "forgotten"];
    for (let turn = 0; turn < 110; turn += 1) {
      for (const what of turn % 7 < 3 ? wishes : wishes.toReversed()) {
        const counted = await house.store.write((tx) => countMail(house.deps, tx, { email, for: what }));
        if (counted.ok) gone.push({ at: house.clock.now(), what });
      }
      await house.clock.advance(17 * minuteMs);
    }
    expect(
      most(
        gone.map(({ at }) => at),
        dayMs,
      ),
    ).toBe(10);
    const forgotten = gone.filter(({ what }) => what === "forgotten").map(({ at }) => at);
    const waits = forgotten.slice(1).map((at, index) => at - (forgotten[index] ?? 0));
    expect(Math.max(...waits)).toBeLessThan(6 * hourMs + 17 * minuteMs);
  });

  test("[checklist 5, AC-4] strangers' wishes never close a forgotten password where its owner signed in before", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { browser } = await withMaria(house);
    const ask = strangersAt(house);
    const next = async () => house.browser({ address: "203.0.113.50" }).auth();
    for (let hour = 0; hour < 4; hour += 1) {
      await house.clock.advance(hourMs);
      for (let count = 0; count < 4; count += 1) await ask("forgotPassword");
    }
    for (let count = 0; count < 3; count += 1) {
      await house.clock.advance(1_000);
      const before = (await resets(house)).length;
      await (await browser.auth()).forgotPassword({ email });
      expect((await resets(house)).length).toBe(before + 1);
    }
    await (
      await browser.auth()
    ).resetPassword({ token: await house.mailedToken("reset-password"), newPassword: "a new pump house" });
    await (await next()).login({ email, password: "a new pump house" });
  });

  test("[checklist 5] a browser that is known gets ten mails a day of its own, then those that a stranger may have, and no more", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { browser } = await withMaria(house);
    const gone: number[] = [];
    for (let hour = 0; hour < 20; hour += 1) {
      for (let count = 0; count < 3; count += 1) {
        await house.clock.advance(1_000);
        await (await browser.auth()).forgotPassword({ email });
      }
      gone.push((await resets(house)).length);
      await house.clock.advance(hourMs);
    }
    // The registration had the first of six; of the last four there is one in six hours.
    expect(gone.slice(0, 5)).toEqual([3, 6, 9, 12, 15]);
    expect([gone[5], gone[11], gone[19]]).toEqual([16, 17, 18]);
  });

  test("[checklist 5] a known browser whose three wishes of an hour are used up asks like a stranger, three times more", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { browser } = await withMaria(house);
    const ask = async () => (await browser.auth()).forgotPassword({ email });
    for (let count = 0; count < 6; count += 1) await ask();
    expect(await resets(house)).toHaveLength(6);
    await expect(ask()).rejects.toMatchObject({ refusal: { code: "RATE_LIMITED" } });
    expect(await strangersAt(house)("forgotPassword")).toBe("RATE_LIMITED");
    await house.clock.advance(hourMs);
    await ask();
  });

  test("[checklist 5, AC-4] on a browser never used, too, strangers close it for six hours at most", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    await withMaria(house);
    const ask = strangersAt(house);
    for (let count = 0; count < 30; count += 1) {
      await ask("forgotPassword");
      await house.clock.advance(20 * minuteMs);
    }
    await house.clock.advance(6 * hourMs);
    const before = (await resets(house)).length;
    expect(await ask("forgotPassword")).toBe("ok");
    expect((await resets(house)).length).toBe(before + 1);
  });

  test("[ML-2, ML-4] a wish whose mail is held back leaves the link before it good", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    await withMaria(house);
    const ask = strangersAt(house);
    for (let count = 0; count < 3; count += 1) await ask("forgotPassword");
    const token = await house.mailedToken("reset-password");
    const before = (await resets(house)).length;
    for (let count = 0; count < 5; count += 1) await ask("forgotPassword");
    expect((await resets(house)).length).toBe(before);
    const stranger = await house.browser({ address: "203.0.113.77" }).auth();
    await stranger.resetPassword({ token, newPassword: "a new pump house" });
  });

  test("[checklist 5] wishes that send no mail close nothing: whom strangers named registers and gets the link", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const ask = strangersAt(house);
    for (let hour = 0; hour < 4; hour += 1) {
      for (let count = 0; count < 4; count += 1) await ask(count % 2 === 0 ? "resendVerification" : "forgotPassword");
      await house.clock.advance(hourMs);
    }
    const auth = await house.browser().auth();
    await auth.register(maria);
    await auth.verifyEmail({ token: await house.mailedToken() });
    expect(await auth.login({ email, password: maria.password })).toMatchObject({ email });
  });

  test("[LG-3] a mail that is held back is one line in the log, without the address; where none would go there is none", async () => {
    const lines: unknown[] = [];
    const warn = (event: string, facts?: object) => void lines.push({ event, ...facts });
    const log = { debug: () => {}, info: () => {}, warn, error: () => {} };
    const house = accountsHouse(fresh().store, { factor: 1, log });
    await (await house.browser().auth()).register(maria);
    const ask = strangersAt(house);
    for (const [to, times] of [
      [email, 2],
      ["nobody@relaydeck.test", 3],
    ] as const)
      for (let hour = 0; hour < 3; hour += 1) {
        for (let count = 0; count < times; count += 1) expect(await ask("resendVerification", to)).toBe("ok");
        await house.clock.advance(hourMs);
      }
    expect(lines).toEqual([{ event: "mail.held-back", requestId: "req_test", for: "other" }]);
  });
});

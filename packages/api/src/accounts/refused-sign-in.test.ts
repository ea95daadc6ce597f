import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse } from "../testing/accounts-house.ts";
import { mariaSignedIn, mariaWithTwoStep } from "../testing/two-step-house.ts";
import { noteRefusedSignIn, refusalsAnHour } from "./refused-sign-in.ts";
import { beginSignInChallenge } from "./sign-in-challenge.ts";

const { email, password } = maria;
const minuteMs = 60_000;

async function login(house: AccountsHouse, input: { email: string; password: string; otp?: string }, address = "192.0.2.7") {
  await (await house.browser({ address }).auth()).login(input).catch(() => null);
}

async function refusals(house: AccountsHouse) {
  const rows = await listAudit(house.store.read, { limit: 2_000 });
  return rows.filter(({ action }) => action.startsWith("sign-in.")).toReversed();
}

describeOnStores("a sign-in that is refused", (fresh) => {
  test("[C10, AC-3, LG-2] is one row of the audit: for whom, why and from where, never what was typed; alike for nobody", async () => {
    const house = accountsHouse(fresh().store);
    await mariaSignedIn(house);
    const id = (await house.userRow())?.id;
    await login(house, { email, password: "a secret guess" });
    await login(house, { email: "nobody@relaydeck.test", password: "a secret guess" });
    await (await house.browser().auth()).register({ ...maria, email: "new@relaydeck.test" });
    await login(house, { email: "new@relaydeck.test", password });
    const rows = await refusals(house);
    const refused = { action: "sign-in.refused", actorKind: "user", actorId: null, subjectKind: "user", address: "192.0.2.7" };
    expect(rows).toMatchObject([
      { ...refused, subjectId: id, after: { code: "INVALID_CREDENTIALS" } },
      { ...refused, subjectId: null, after: { code: "INVALID_CREDENTIALS" } },
      { ...refused, subjectId: (await house.userRow("new@relaydeck.test"))?.id, after: { code: "EMAIL_NOT_VERIFIED" } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/a secret guess|relaydeck\.test/);
  });

  test("[AD-2] a wrong code is one, after a password and after Google; to be asked for it is none", async () => {
    const house = accountsHouse(fresh().store);
    await mariaWithTwoStep(house);
    const userId = (await house.userRow())?.id ?? "";
    await login(house, { email, password });
    expect(await refusals(house)).toEqual([]);
    await login(house, { email, password, otp: "123456" });
    const browser = house.browser();
    browser.challengeToken = (await house.store.write((tx) => beginSignInChallenge(house.deps, tx, { userId }))).token;
    await expect((await browser.auth()).secondStep({ otp: "123456" })).rejects.toThrow();
    const refused = { action: "sign-in.refused", subjectId: userId, after: { code: "SECOND_FACTOR_REQUIRED" } };
    expect(await refusals(house)).toMatchObject([refused, refused]);
  });

  test("[RL-2] tries that are no longer looked at are noted once in a quarter of an hour and address", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    await mariaSignedIn(house);
    for (let round = 0; round < 20; round += 1) await login(house, { email, password: "a guess" });
    await login(house, { email, password: "a guess" }, "192.0.2.8");
    const codes = async () => (await refusals(house)).map(({ after }) => (after as { code: string }).code);
    const looked = Array.from({ length: 10 }, () => "INVALID_CREDENTIALS");
    expect(await codes()).toEqual([...looked, "RATE_LIMITED", "RATE_LIMITED"]);
  });

  test("[DA-4] guesses from everywhere fill no disk: so many an hour, then one in a quarter that says there are more", async () => {
    const house = accountsHouse(fresh().store);
    const { request } = house.browser();
    async function guess(times: number): Promise<void> {
      const refused = { request, userId: null, refusal: { code: "INVALID_CREDENTIALS" } } as const;
      for (let done = 0; done < times; done += 20)
        await house.store.write(async (tx) => {
          for (let of = 0; of < 20; of += 1) await noteRefusedSignIn(tx, { ...refused, at: house.clock.now() });
        });
    }
    await guess(refusalsAnHour + 20);
    const rows = await refusals(house);
    expect(rows).toHaveLength(refusalsAnHour + 1);
    expect(rows.at(-1)?.action).toBe("sign-in.refused-more");
    await house.clock.advance(15 * minuteMs);
    await guess(20);
    expect(await refusals(house)).toHaveLength(refusalsAnHour + 2);
    await house.clock.advance(60 * minuteMs);
    await guess(20);
    expect((await refusals(house)).at(-1)?.action).toBe("sign-in.refused");
  });
});

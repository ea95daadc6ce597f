import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse, type TestBrowser } from "../testing/accounts-house.ts";
import { marias, sessionIdOf, withMaria } from "../testing/signed-in.ts";

const notFound = { refusal: { code: "NOT_FOUND" } };

const isIn = async (house: AccountsHouse, browser: TestBrowser) =>
  (await house.deps.sessions.validate(browser.sessionToken ?? "")) !== null;

describeOnStores("the list of sessions", (fresh) => {
  test("[SE-6] each shows begin, last use, rough client and address, the one that asks is marked; newest use first", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const at = house.clock.now();
    await house.clock.advance(90_000);
    const other = await marias(house, { address: "198.51.100.7" });
    await house.clock.advance(60_000);
    const list = await (await browser.auth()).sessions();
    const instant = (ms: number) => new Date(ms).toISOString();
    const both = { client: "Firefox on Linux", id: expect.stringMatching(/^ses_/) };
    expect(list).toEqual([
      { ...both, address: "203.0.113.9", createdAt: instant(at), lastUsedAt: instant(at + 150_000), isThis: true },
      { ...both, address: "198.51.100.7", createdAt: instant(at + 90_000), lastUsedAt: instant(at + 90_000), isThis: false },
    ]);
    expect(JSON.stringify(list)).not.toContain(other.sessionToken);
  });

  test("[SE-6] one is ended by its id, once; somebody else's is not found", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const other = await marias(house);
    const eve = { ...maria, email: "eve@relaydeck.test" };
    const evil = house.browser();
    await house.clock.advance(1_000);
    await (await evil.auth()).register(eve);
    await (await evil.auth()).verifyEmail({ token: await house.mailedToken() });
    await (await evil.auth()).login({ email: eve.email, password: eve.password });
    const sessionId = await sessionIdOf(other);
    await expect((await evil.auth()).endSession({ sessionId })).rejects.toMatchObject(notFound);
    expect(await (await browser.auth()).endSession({ sessionId })).toEqual({ id: sessionId, message: "Signed out there" });
    expect([await isIn(house, browser), await isIn(house, other)]).toEqual([true, false]);
    await expect((await browser.auth()).endSession({ sessionId })).rejects.toMatchObject(notFound);
    const [row] = await listAudit(house.store.read, { limit: 1 });
    expect(row).toMatchObject({ action: "session.ended", subjectId: sessionId });
  });

  test("[SE-5, SE-6] all but this one, or all: what is named ends at once and is audited", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const others = [await marias(house), await marias(house)];
    expect(await (await browser.auth()).endOtherSessions()).toMatchObject({ ended: 2 });
    expect(await Promise.all([browser, ...others].map((one) => isIn(house, one)))).toEqual([true, false, false]);
    await marias(house);
    const token = browser.sessionToken ?? "";
    expect(await (await browser.auth()).endAllSessions()).toMatchObject({ ended: 2 });
    expect(browser.sessionToken).toBeNull();
    expect(await house.deps.sessions.validate(token)).toBeNull();
    expect(await house.deps.sessions.list(house.store.read, userId)).toEqual([]);
    const rows = await listAudit(house.store.read, { limit: 3 });
    expect(rows.map(({ action }) => action)).toEqual(["sessions.all-ended", "session.begun", "sessions.others-ended"]);
  });
});

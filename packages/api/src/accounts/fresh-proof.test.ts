import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse, type TestBrowser } from "../testing/accounts-house.ts";
import { marias, sessionIdOf, withMaria } from "../testing/signed-in.ts";
import { freshProof, freshSignInMs, stillProven } from "./fresh-proof.ts";

const request = { requestId: "req_test", door: "trpc", address: "203.0.113.9", userAgent: "test" } as const;
const reauthenticate = { ok: false, error: { code: "REAUTHENTICATE" } };

async function proofOf(house: AccountsHouse, browser: TestBrowser, currentPassword?: string) {
  const session = await house.deps.sessions.validate(browser.sessionToken ?? "");
  const caller = { userId: session?.userId ?? "", sessionId: session?.sessionId ?? null };
  return freshProof(house.deps, { caller, request, currentPassword });
}

describeOnStores("fresh proof", (fresh) => {
  test("[AC-8] a sign-in younger than five minutes is proof by itself, and not a moment longer", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    await house.clock.advance(freshSignInMs - 1);
    expect(await proofOf(house, browser)).toMatchObject({ ok: true });
    await house.clock.advance(1);
    expect(await proofOf(house, browser)).toMatchObject(reauthenticate);
    expect(await proofOf(house, browser, "")).toMatchObject(reauthenticate);
    expect(await proofOf(house, browser, maria.password)).toMatchObject({ ok: true });
  });

  test("[AC-8] a wrong password is no proof, however young the sign-in; a young sign-in of another browser neither", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    expect(await proofOf(house, browser, "not the password")).toMatchObject(reauthenticate);
    await house.clock.advance(freshSignInMs);
    await marias(house);
    expect(await proofOf(house, browser)).toMatchObject(reauthenticate);
  });

  test("[AC-8] whoever came by anything but a session proves nothing, with the right password neither", async () => {
    const house = accountsHouse(fresh().store);
    const { userId } = await withMaria(house);
    for (const currentPassword of [undefined, maria.password])
      expect(await freshProof(house.deps, { caller: { userId, sessionId: null }, request, currentPassword })).toMatchObject(
        reauthenticate,
      );
  });

  test("[AC-8] guesses in a stolen session are counted there: ten, then a wait; the owner still signs in", async () => {
    const house = accountsHouse(fresh().store, { factor: 1 });
    const { browser } = await withMaria(house);
    for (let guess = 0; guess < 10; guess += 1)
      expect(await proofOf(house, browser, `guess ${guess}`)).toMatchObject(reauthenticate);
    expect(await proofOf(house, browser, maria.password)).toMatchObject({ ok: false, error: { code: "RATE_LIMITED" } });
    const owner = await marias(house, { address: "198.51.100.7" });
    expect(await proofOf(house, owner, maria.password)).toMatchObject({ ok: true });
  });

  test("[AC-8] proof holds only while session and password are those it was given for", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const first = await proofOf(house, browser);
    if (!first.ok) throw new Error("A young sign-in is proof");
    const held = () => house.store.write((tx) => stillProven(house.deps, tx, first.value));
    expect(await held()).toMatchObject({ ok: true, value: { id: userId } });
    const other = await marias(house);
    await (await other.auth()).endSession({ sessionId: await sessionIdOf(browser) });
    expect(await held()).toMatchObject({ ok: false, error: { code: "SESSION_REQUIRED" } });
    const second = await proofOf(house, other);
    if (!second.ok) throw new Error("A young sign-in is proof");
    await (await (await marias(house)).auth()).changePassword({ newPassword: "another pump house" });
    expect(await house.store.write((tx) => stillProven(house.deps, tx, second.value))).toMatchObject({ ok: false });
  });
});

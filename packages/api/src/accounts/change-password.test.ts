import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { openToken } from "../tokens/open-token.ts";
import { accountsHouse, maria } from "../testing/accounts-house.ts";
import { marias, withMaria } from "../testing/signed-in.ts";
import { freshSignInMs } from "./fresh-proof.ts";

const { email, password } = maria;
const newPassword = "a new pump house";
const refused = (code: string) => ({ refusal: { code } });

describeOnStores("changing the password", (fresh) => {
  test("[AC-8, SE-2] it needs proof, ends every session, and leaves this browser with a new token", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const elsewhere = await marias(house);
    await house.clock.advance(freshSignInMs);
    const auth = await browser.auth();
    await expect(auth.changePassword({ newPassword })).rejects.toMatchObject(refused("REAUTHENTICATE"));
    await expect(auth.changePassword({ newPassword, currentPassword: "wrong" })).rejects.toMatchObject(refused("REAUTHENTICATE"));
    const before = browser.sessionToken ?? "";
    expect(await auth.changePassword({ newPassword, currentPassword: password })).toEqual({ message: "Password updated" });
    expect(browser.sessionToken).not.toBe(before);
    const { sessions } = house.deps;
    expect(await Promise.all([before, elsewhere.sessionToken ?? ""].map((token) => sessions.validate(token)))).toEqual([
      null,
      null,
    ]);
    expect((await sessions.list(house.store.read, userId)).length).toBe(1);
    expect(await (await browser.auth()).me()).toMatchObject({ email });
    await expect((await house.browser().auth()).login({ email, password })).rejects.toMatchObject(refused("INVALID_CREDENTIALS"));
    await (await house.browser().auth()).login({ email, password: newPassword });
  });

  test("[AC-8] the owner gets a notice, the audit a row without a secret", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    await house.clock.advance(1_000);
    await (await browser.auth()).changePassword({ newPassword, currentPassword: password });
    expect((await listMails(house.store))[0]).toMatchObject({ to: email, subject: "Your Relaydeck password was changed" });
    const rows = await listAudit(house.store.read, { limit: 2 });
    expect(rows.map(({ action }) => action)).toEqual(["session.begun", "password.changed"]);
    expect(JSON.stringify(rows)).not.toContain(newPassword);
  });

  test("[AC-8] tokens for programs stay, and the notice says so", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const made = await (await browser.auth()).createToken({ name: "CI", scope: "read" });
    await house.clock.advance(1_000);
    await (await browser.auth()).changePassword({ newPassword, currentPassword: password });
    expect(await openToken(house.deps, made.token)).not.toBeNull();
    expect((await listMails(house.store))[0]?.text).toContain("Your tokens for programs still work");
  });

  test("[PW-2] a blocked one is refused with the reason, and nothing changes", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const before = browser.sessionToken;
    for (const blocked of ["password123", `${email}`, "relaydeck2026"])
      await expect((await browser.auth()).changePassword({ newPassword: blocked })).rejects.toMatchObject(
        refused("PASSWORD_BLOCKED"),
      );
    expect(browser.sessionToken).toBe(before);
    await (await house.browser().auth()).login({ email, password });
  });

  test("[ML-4] links for a reset and for another address that were sent before are dead", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const auth = await browser.auth();
    await auth.forgotPassword({ email });
    const reset = await house.mailedToken("reset-password");
    await house.clock.advance(1_000);
    await auth.changeEmail({ email: "new@relaydeck.test" });
    const confirm = await house.mailedToken("confirm-email");
    await auth.changePassword({ newPassword });
    const now = await browser.auth();
    await expect(now.resetPassword({ token: reset, newPassword: "yet another house" })).rejects.toMatchObject(
      refused("TOKEN_INVALID"),
    );
    await expect(now.confirmEmail({ token: confirm })).rejects.toMatchObject(refused("TOKEN_INVALID"));
  });
});

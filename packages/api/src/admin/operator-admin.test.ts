import { verifyAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse } from "../testing/accounts-house.ts";
import { adminSignedIn, root } from "../testing/admin-house.ts";
import { testApp } from "../testing/two-step-house.ts";
import { addAdministrator, resetAdministrator } from "./operator-admin.ts";

describeOnStores("the operator at the machine", (fresh) => {
  test("[AD-2] adds an administrator, whose password has to be changed; a name is given once", async () => {
    const house = accountsHouse(fresh().store);
    const made = await addAdministrator(house.deps, "second");
    expect(await addAdministrator(house.deps, "second")).toBeNull();
    const login = house
      .browser()
      .admin()
      .login({ username: "second", password: made?.password ?? "" });
    expect(await login).toMatchObject({ mustChangePassword: true });
  });

  test("[SE-5, AD-8] gives a new password to who cannot sign in any more; sessions and two-step sign-in end, the audit tells", async () => {
    const house = accountsHouse(fresh().store);
    const browser = await adminSignedIn(house);
    const { secret } = await browser.admin().startTwoStep({});
    await browser.admin().confirmTwoStep({ otp: testApp(house, secret).code() });
    expect(await resetAdministrator(house.deps, "nobody")).toBeNull();
    const reset = await resetAdministrator(house.deps, root.username);
    expect(await browser.admin().auth()).toMatchObject({ isAuthenticated: false });
    const { username, password } = root;
    await expect(house.browser().admin().login({ username, password })).rejects.toMatchObject({
      refusal: { code: "INVALID_ADMIN_CREDENTIALS" },
    });
    const signedIn = house
      .browser()
      .admin()
      .login({ username, password: reset?.password ?? "" });
    expect(await signedIn).toMatchObject({ mustChangePassword: true });
    expect(await verifyAudit(house.store)).toMatchObject({ ok: true });
  });
});

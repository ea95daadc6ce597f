import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse, maria } from "../testing/accounts-house.ts";
import { withMaria } from "../testing/signed-in.ts";

const forbidden = {
  emailVerified: false,
  id: "usr_0000000000000000000000",
  authProvider: "google",
  googleId: "1",
  passwordHash: "x",
  role: "admin",
  ownerId: "usr_0000000000000000000000",
  email: "other@relaydeck.test",
};

describeOnStores("changing one's names", (fresh) => {
  test.each(Object.entries(forbidden))("[AC-7] the field %s is refused by name, and nothing changes", async (name, value) => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const before = await house.userRow();
    // A field that the types do not know, as a program would send it.
    const input: object = { firstName: "Eve", [name]: value };
    const answer = (await browser.auth()).updateProfile(input);
    await expect(answer).rejects.toMatchObject({ code: "BAD_REQUEST", message: expect.stringContaining(name) });
    expect(await house.userRow()).toEqual(before);
  });

  test("[AC-7] names change alone or together, are told to the own pages and audited without themselves", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const auth = await browser.auth();
    expect(await auth.updateProfile({ firstName: " Marie " })).toMatchObject({
      ...{ firstName: "Marie", lastName: maria.lastName, email: maria.email, message: "Profile updated" },
    });
    expect(await auth.updateProfile({})).toMatchObject({ firstName: "Marie" });
    expect(await auth.updateProfile({ lastName: "Lund" })).toMatchObject({ firstName: "Marie", lastName: "Lund" });
    const events = await house.store.read.db.select().from(house.store.t.liveEvents);
    expect(events.filter(({ kind }) => kind === "user")).toMatchObject([
      { userId, deviceId: null, body: { user: { firstName: "Marie" } } },
      { userId, deviceId: null, body: { user: { lastName: "Lund" } } },
    ]);
    const rows = await listAudit(house.store.read, { limit: 2 });
    expect(rows).toMatchObject([
      { action: "account.names-changed", actorId: userId, after: { fields: ["lastName"] } },
      { action: "account.names-changed", after: { fields: ["firstName"] } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Marie|Lund/);
  });
});

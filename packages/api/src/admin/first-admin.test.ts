import { countAdmins, findFirstAdmin } from "@relaydeck/db/admin/store";
import { listAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse } from "../testing/accounts-house.ts";
import { createFirstAdmin } from "./first-admin.ts";

const username = "keeper";

describeOnStores("the first administrator", (fresh) => {
  test("[AD-2, D22] gets a generated password that is told once, is different each time and has to be changed", async () => {
    const house = accountsHouse(fresh().store);
    const made = await createFirstAdmin(house.deps, { username, password: null });
    expect(made).toEqual({ username, password: expect.stringMatching(/^(?:[0-9A-Za-z]{6}-){3}[0-9A-Za-z]{6}$/) });
    const password = made?.password ?? "";
    expect(await house.browser().admin().login({ username, password })).toMatchObject({ mustChangePassword: true });
    expect(await createFirstAdmin(house.deps, { username, password: null })).toBeNull();
    expect(await createFirstAdmin(house.deps, { username: "another", password: null })).toBeNull();
    expect(await countAdmins(house.store.read)).toBe(1);
    expect((await listAudit(house.store.read, { limit: 9 })).at(-1)).toMatchObject({
      action: "admin.created",
      actorKind: "system",
    });
    expect(JSON.stringify(await findFirstAdmin(house.store.read))).not.toContain(password);
  });

  test("[AD-2] a password of the settings needs no change and is told to nobody", async () => {
    const house = accountsHouse(fresh().store);
    const password = "a lighthouse keeper's lamp";
    expect(await createFirstAdmin(house.deps, { username, password })).toBeNull();
    expect(await house.browser().admin().login({ username, password })).toMatchObject({ mustChangePassword: false });
  });

  test("of nodes that start at the same moment one makes it, and only that one tells a password", async () => {
    const { store, again } = fresh();
    const house = accountsHouse(store);
    const nodes = [house, accountsHouse(await again()), accountsHouse(await again())];
    const told = await Promise.all(nodes.map(({ deps }) => createFirstAdmin(deps, { username, password: null })));
    const passwords = told.flatMap((made) => made?.password ?? []);
    expect(passwords).toHaveLength(1);
    expect(await countAdmins(store.read)).toBe(1);
    await house
      .browser()
      .admin()
      .login({ username, password: passwords[0] ?? "" });
  });
});

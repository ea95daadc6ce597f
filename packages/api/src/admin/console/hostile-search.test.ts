/** Search terms that mean something to a database, to an expression or to an index: here they are letters. [IN-9] */
import { insertActivity } from "@relaydeck/db/activity/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { newId } from "@relaydeck/contract/ids";
import { expect, test } from "vitest";
import { consoleHouse } from "../../testing/console-house.ts";

/** Each as a part of one name alone. */
const terms = [
  "100%",
  "under_score",
  "it's",
  'said "yes"',
  "back\\slash",
  "star*",
  "a.*b",
  "^start",
  "(open",
  "[set]",
  "x' OR '1'='1",
  "; drop table users; --",
  "NEAR(a b)",
  "col:val",
  "Ünïcode",
  "日本語",
  "-minus",
  "$1",
  "{{7*7}}",
];

describeOnStores("hostile search terms", (fresh) => {
  test("[IN-9] find what holds them letter by letter, in every list, and break none", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, clock, deps } = house;
    for (const term of terms) {
      await house.person(`A ${term} B`);
      await house.device({ name: `A ${term} B` });
      const entry = { id: newId("activity", deps.random), timestamp: clock.now(), message: `A ${term} B` };
      await store.write((tx) => insertActivity(tx, [entry]));
    }
    for (const search of terms) {
      const users = await admin.users({ search });
      expect([search, users.total, users.rows.map(({ firstName }) => firstName)]).toEqual([search, 1, [`A ${search} B`]]);
      const devices = await admin.devices({ search });
      expect([search, devices.total, devices.rows.map(({ name }) => name)]).toEqual([search, 1, [`A ${search} B`]]);
      const entries = await admin.activity({ search });
      expect([search, entries.rows.map(({ message }) => message)]).toEqual([search, [`A ${search} B`]]);
    }
    for (const { id } of (await admin.users({})).rows) await admin.removeUser({ userId: id });
    for (const { id } of (await admin.devices({})).rows) await admin.removeDevice({ deviceId: id });
    for (const search of terms)
      for (const kind of ["users", "devices"] as const) {
        const { rows, total } = await admin.deleted({ kind, search });
        expect([search, total, rows.map(({ name }) => name)]).toEqual([search, 1, [expect.stringMatching(/^A /)]]);
        expect(rows[0]?.name).toContain(search);
      }
    for (const search of ["%", "_", "\\", "*", '"', "'", "%%%", "___"]) {
      const holding = terms.filter((term) => `A ${term} B`.includes(search)).length;
      expect([search, (await admin.deleted({ kind: "users", search })).total]).toEqual([search, holding]);
      expect([search, (await admin.activity({ search })).rows.length]).toEqual([search, holding]);
    }
  });

  test("[IN-6, IN-9] what nobody sees is not looked for in any list, and no filter of the audit is of it alone", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin } = house;
    const { id } = await house.person("Maria");
    await house.device({ name: "Pump" });
    const { total } = await admin.users({});
    expect(total).toBe(1);
    expect([(await admin.users({ search: "\u200B" })).total, (await admin.users({ search: "lind\u200B mari" })).total]).toEqual([
      1, 1,
    ]);
    expect((await admin.devices({ search: "pu\u00ADmp" })).total).toBe(1);
    const all = (await admin.audit({})).rows.length;
    expect(all).toBeGreaterThan(0);
    for (const name of ["actorId", "action", "objectId"])
      expect((await admin.audit({ [name]: "\u200B" })).rows).toHaveLength(all);
    await admin.updateUser({ userId: id, firstName: "Marielle" });
    expect((await admin.audit({ objectId: `\u200B${id}` })).rows).toHaveLength(1);
  });

  test("[IN-9] orders, filters and pages come from fixed lists; everything else is refused by name", async () => {
    const { admin } = await consoleHouse(fresh().store);
    const wrong: readonly [keyof typeof admin, object][] = [
      ["users", { sort: "passwordHash" }],
      ["users", { sort: "created_at; drop table users" }],
      ["users", { order: "asc, id" }],
      ["users", { where: "1=1" }],
      ["users", { limit: 1_001 }],
      ["users", { authProvider: "%" }],
      ["devices", { sort: "ownerId" }],
      ["devices", { status: "on%" }],
      ["devices", { limit: 1_001 }],
      ["activity", { sort: "message" }],
      ["activity", { type: "'" }],
      ["activity", { limit: 1_001 }],
      ["audit", { limit: 201 }],
      ["audit", { sort: "at" }],
      ["audit", { actorKind: "%" }],
      ["deleted", { kind: "shares" }],
      ["mails", { state: "sent" }],
    ];
    for (const [list, input] of wrong) {
      const ask = admin[list] as (input: object) => Promise<unknown>;
      await expect(ask(input), `${list} ${JSON.stringify(input)}`).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
  });
});

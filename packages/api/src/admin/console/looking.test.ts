import { insertActivity } from "@relaydeck/db/activity/store";
import { appendAudit } from "@relaydeck/db/audit/store";
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";
import { storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { newId } from "@relaydeck/contract/ids";
import { expect, test } from "vitest";
import { consoleHouse } from "../../testing/console-house.ts";
import { exportCsv, type Wanted } from "./export.ts";

const dayMs = 24 * 60 * 60_000;
const request = { requestId: "req_test", door: "rest", address: "192.0.2.7", userAgent: "test" } as const;

describeOnStores("the console's lists", (fresh) => {
  test("[D17] users and devices in their documented shape, with their totals and the figures above", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin } = house;
    const maria = await house.person("Maria");
    const device = await house.device({ ownerId: maria.id, status: "online", isConnected: true });
    await house.device();
    expect(await admin.users({})).toEqual({
      total: 1,
      rows: [
        {
          id: maria.id,
          email: maria.email,
          firstName: "Maria",
          lastName: "Lind",
          profileImageUrl: null,
          authProvider: "email",
          emailVerified: true,
          createdAt: new Date(maria.createdAt).toISOString(),
          updatedAt: new Date(maria.updatedAt).toISOString(),
          version: 1,
        },
      ],
    });
    const { rows, total } = await admin.devices({ status: "online" });
    expect([total, rows]).toEqual([
      1,
      [
        {
          id: device.id,
          name: device.name,
          status: "online",
          relayState: "unknown",
          isConnected: true,
          ownerId: maria.id,
          serialNumber: device.serialNumber,
          lastUpdate: null,
          overridden: false,
          version: 1,
        },
      ],
    ]);
    const people = { users: 1, verifiedUsers: 1 };
    const things = { devices: 2, connectedDevices: 1 };
    expect(await admin.summary()).toEqual({ ...people, ...things, activityEntries: 0, hasMoreEntries: false });
    for (const wrong of [{ sort: "passwordHash" }, { limit: 1_001 }, { offset: -1 }, { search: "a\u0000b" }])
      await expect(admin.users(wrong as object)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("[D23, IN-9] the bin is looked through by parts of names and numbers and by ids, and counts what it finds", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin } = house;
    const [maria, mario, kept] = [await house.person("Maria"), await house.person("Mario"), await house.person("Marian")];
    const device = await house.device({ ownerId: maria.id, name: "Pump house" });
    await admin.removeUser({ userId: maria.id });
    await house.clock.advance(1);
    await admin.removeUser({ userId: mario.id });
    await admin.removeDevice({ deviceId: device.id });
    const found = async (kind: "users" | "devices", search: string) => {
      const { rows, total } = await admin.deleted({ kind, search, limit: 1 });
      return [total, rows[0]?.id];
    };
    expect(await found("users", "mari")).toEqual([2, mario.id]);
    expect(await found("users", "lind MARIA")).toEqual([1, maria.id]);
    expect(await found("users", maria.email)).toEqual([1, maria.id]);
    expect(await found("users", maria.id.slice(0, 8))).toEqual([1, maria.id]);
    for (const none of [kept.id, "marian", device.id]) expect(await found("users", none)).toEqual([0, undefined]);
    const name = (await admin.deleted({ kind: "devices" })).rows[0]?.name ?? "";
    for (const search of [name.slice(1, 5), device.serialNumber.slice(2), device.id])
      expect(await found("devices", search)).toEqual([1, device.id]);
    expect(await found("devices", mario.id)).toEqual([0, undefined]);
  });

  test("[D17] the figures above are what plain SQL counts: not every address is proved, not every device connected, some are gone", async () => {
    const { store, url } = fresh();
    const house = await consoleHouse(store);
    const { admin, clock, deps } = house;
    const people = [await house.person("Maria"), await house.person("Alex"), await storedUser(store, { emailVerified: false })];
    const gone = await house.person("Gone");
    const online = { status: "online", isConnected: true } as const;
    await Promise.all([house.device(online), house.device(online), house.device(), house.device({ status: "connecting" })]);
    const lost = await house.device({ ...online, ownerId: gone.id });
    await admin.removeDevice({ deviceId: lost.id });
    await admin.removeUser({ userId: gone.id });
    const entries = Array.from({ length: 7 }, (_, index) => {
      const userId = people[index % 4]?.id ?? null;
      return { id: newId("activity", deps.random), timestamp: clock.now() - index * dayMs, message: "m", userId };
    });
    await store.write((tx) => insertActivity(tx, entries));
    const sql = openPlainSql(url);
    const count = async (what: string) => Number((await sql.all(`select count(*) as n from ${what}`))[0]?.["n"]);
    const counted = {
      users: await count("users where deleted_at is null"),
      verifiedUsers: await count("users where deleted_at is null and email_verified = true"),
      devices: await count("devices where deleted_at is null"),
      connectedDevices: await count("devices where deleted_at is null and status = 'online'"),
      activityEntries: await count("activity_logs"),
    };
    await sql.close();
    expect(counted).toMatchObject({ users: 3, verifiedUsers: 2, devices: 4, connectedDevices: 2 });
    expect(counted.activityEntries).toBeGreaterThanOrEqual(7);
    expect(await admin.summary()).toEqual({ ...counted, hasMoreEntries: false });
  });

  test("the log of everybody, with names, by person and device, page after page", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, clock, deps } = house;
    const maria = await house.person("Maria");
    const device = await house.device({ ownerId: maria.id, name: "Pump" });
    const at = clock.now();
    const entry = (over: object) => ({ id: newId("activity", deps.random), timestamp: at, message: "m", ...over });
    await store.write((tx) =>
      insertActivity(tx, [
        entry({ timestamp: at - 2, userId: maria.id, deviceId: device.id }),
        entry({ timestamp: at - 1, deviceId: device.id, type: "error" }),
        entry({}),
      ]),
    );
    const all = await admin.activity({ limit: 2 });
    expect(all).toMatchObject({
      total: 3,
      lookedTo: null,
      rows: [
        { userId: null, deviceName: null },
        { type: "error", deviceName: "Pump" },
      ],
    });
    const rest = await admin.activity({ limit: 2, before: all.next ?? "" });
    expect(rest).toMatchObject({ next: null, rows: [{ userName: "Maria Lind", deviceName: "Pump" }] });
    expect((await admin.activity({ userId: maria.id })).total).toBe(1);
    expect((await admin.activity({ type: "error", deviceId: device.id })).rows).toHaveLength(1);
    expect((await admin.activity({ from: new Date(at).toISOString() })).rows).toHaveLength(1);
  });

  test("[AD-8, C10] the audit with the names of today, by who did it and to what", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin } = house;
    const maria = await house.person("Maria");
    const device = await house.device();
    await admin.updateDevice({ deviceId: device.id, ownerId: maria.id });
    await admin.updateUser({ userId: maria.id, firstName: "Marielle" });
    const found = await admin.audit({ limit: 2 });
    expect(found.rows).toMatchObject([
      {
        action: "user.updated",
        actorKind: "admin",
        actorName: "root",
        objectId: maria.id,
        objectName: "Marielle Lind",
        door: "trpc",
      },
      { action: "device.transferred", objectKind: "device", objectName: device.name, after: { ownerId: maria.id } },
    ]);
    const next = await admin.audit({ before: found.next ?? 1 });
    expect(next).toMatchObject({ next: null, rows: [{ action: "admin.session-begun" }] });
    expect((await admin.audit({ objectId: device.id })).rows).toHaveLength(1);
    expect(await admin.auditActions()).toEqual(["admin.session-begun", "device.transferred", "user.updated"]);
  });

  test("[EX-2, LG-3] a list as CSV: all that the filter finds, formulas made text, and a row in the audit without the words", async () => {
    const house = await consoleHouse(fresh().store);
    const maria = await house.person("=Maria");
    const gone = await house.person("Gone");
    await house.admin.removeUser({ userId: gone.id });
    const device = await house.device({ ownerId: maria.id, name: "Pump" });
    const csv = async (wanted: Wanted) => {
      let text = "";
      for await (const part of await exportCsv(house.deps, { admin: { adminId: "adm_root" }, request, wanted })) text += part;
      expect(text.startsWith("\uFEFF")).toBe(true);
      return text.slice(1).split("\r\n").slice(0, -1);
    };
    const [head, ...users] = await csv({ list: "users", query: { search: "maria" } });
    expect(head).toBe('"id","email","firstName","lastName","authProvider","emailVerified","createdAt","updatedAt"');
    const at = new Date(maria.createdAt).toISOString();
    expect(users).toEqual([`"${maria.id}","${maria.email}","'=Maria","Lind","email","true","${at}","${at}"`]);
    expect(await csv({ list: "devices", query: { ids: [device.id], ownerId: maria.id } })).toHaveLength(2);
    expect(await csv({ list: "devices", query: { ownerId: null } })).toHaveLength(1);
    expect(await csv({ list: "activity", query: {} })).toHaveLength(1);
    const audit = await csv({ list: "audit", query: { action: "users.exported" } });
    expect(audit).toHaveLength(2);
    expect(audit[1]).toContain('"{""filteredBy"":[""search""]}"');
    expect(audit[1]).not.toContain("maria");
  });

  test("[EX-2, DA-1] what was before and after is told in one order of its names, whichever the database keeps", async () => {
    const house = await consoleHouse(fresh().store);
    const action = "device.tried";
    const after = { b: 1, aa: [{ d: 1, cc: null }] };
    await house.store.write((tx) => appendAudit(tx, { at: 1, actorKind: "operator", action, after }));
    let text = "";
    const wanted = { list: "audit", query: { action } } as const;
    for await (const part of await exportCsv(house.deps, { admin: { adminId: "adm_root" }, request, wanted })) text += part;
    expect(text).toContain(',"{""aa"":[{""cc"":null,""d"":1}],""b"":1}",');
  });

  test("[EX-2] more rows than one portion holds are all there, once", async () => {
    const house = await consoleHouse(fresh().store);
    const { store, clock, deps } = house;
    const at = clock.now();
    const entries = Array.from({ length: 1_201 }, (_, index) => ({
      id: newId("activity", deps.random),
      timestamp: at + index,
      message: "m",
    }));
    await store.write(async (tx) => {
      for (let from = 0; from < entries.length; from += 401) await insertActivity(tx, entries.slice(from, from + 401));
    });
    let text = "";
    const wanted = { list: "activity", query: {} } as const;
    for await (const part of await exportCsv(house.deps, { admin: { adminId: "adm_root" }, request, wanted })) text += part;
    const ids = text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.slice(1, 27));
    expect(ids).toEqual(entries.map(({ id }) => id).toReversed());
  });
});

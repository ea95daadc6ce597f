import { expect, test } from "vitest";
import { findUserEvenDeleted, updateUser } from "../accounts/store.ts";
import { breaksUnique } from "../constraint.ts";
import { findDeviceEvenDeleted, relaysOf, updateDevice } from "../devices/store.ts";
import { beginCommand, findCommand, transition } from "../relays/commands.ts";
import { aCommand, madeAt, storedDevice, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { purgeCommands, purgeDevices, purgeSettings, purgeUsers } from "./bin.ts";
import { deletedUsers, listAllDevices, listUsers } from "./lists.ts";
import {
  countAdmins,
  endAdminSessions,
  findAdminById,
  findAdminByUsername,
  findAdminSession,
  insertAdmin,
  insertAdminSession,
  touchAdminSession,
  updateAdmin,
} from "./store.ts";

const admin = {
  id: "adm_1",
  username: "admin",
  passwordHash: "h",
  mustChangePassword: true,
  createdAt: madeAt,
  updatedAt: madeAt,
};

describeOnBothStores("administration", (fresh) => {
  test("administrators have names, sessions and ends of their own", async () => {
    const { store } = fresh();
    await store.write((tx) => insertAdmin(tx, admin));
    const twin = store.write((tx) => insertAdmin(tx, { ...admin, id: "adm_2" }));
    await expect(twin).rejects.toSatisfy((error) => breaksUnique(error, "admins", ["username"]));
    expect([await countAdmins(store.read), (await findAdminByUsername(store.read, "admin"))?.id]).toEqual([1, "adm_1"]);
    await store.write((tx) => updateAdmin(tx, "adm_1", { mustChangePassword: false }));
    expect(await findAdminById(store.read, "adm_1")).toMatchObject({ mustChangePassword: false });
    const times = { createdAt: madeAt, lastUsedAt: madeAt, expire: madeAt + 10, absoluteEnd: madeAt + 100 };
    for (const sid of ["s1", "s2", "s3"]) await store.write((tx) => insertAdminSession(tx, { sid, adminId: "adm_1", ...times }));
    await store.write((tx) => touchAdminSession(tx, { sid: "s1", now: madeAt + 5, expire: madeAt + 15 }));
    expect(await findAdminSession(store.read, "s1")).toMatchObject({
      session: { lastUsedAt: madeAt + 5, expire: madeAt + 15 },
      admin: { username: "admin" },
    });
    expect(await store.write((tx) => endAdminSessions(tx, { sid: "s2" }))).toMatchObject([{ sid: "s2" }]);
    expect(await store.write((tx) => endAdminSessions(tx, { endedBy: madeAt + 10 }))).toMatchObject([{ sid: "s3" }]);
    expect(await store.write((tx) => endAdminSessions(tx, { adminId: "adm_1", exceptSid: "s1" }))).toEqual([]);
    expect(await store.write((tx) => endAdminSessions(tx, { adminId: "adm_1" }))).toHaveLength(1);
    expect(await findAdminSession(store.read, "s1")).toBeNull();
  });

  test("[IN-6] an administrator whose name was stored with an accent beside its letter is found by the one form of today", async () => {
    const { store } = fresh();
    const [within, beside] = ["rené", "rene\u0301"];
    await store.write((tx) => insertAdmin(tx, { ...admin, username: beside }));
    expect(await findAdminByUsername(store.read, within)).toMatchObject({ id: "adm_1" });
    await store.write((tx) => insertAdmin(tx, { ...admin, id: "adm_2", username: within }));
    expect(await findAdminByUsername(store.read, within)).toMatchObject({ id: "adm_2" });
  });

  test("[IN-9] lists are searched in any case with wildcards as letters, sorted, paged and counted", async () => {
    const { store } = fresh();
    await storedUser(store, { email: "b@relaydeck.test", firstName: "Ünal", lastName: "100%", createdAt: madeAt + 1 });
    await storedUser(store, { email: "a@relaydeck.test", firstName: "Zoe", lastName: "Under_Score", createdAt: madeAt + 2 });
    const gone = await storedUser(store, { email: "c@relaydeck.test" });
    await store.write((tx) => updateUser(tx, { id: gone.id }, { deletedAt: madeAt }));
    const emails = async (page: Partial<Parameters<typeof listUsers>[1]>) => {
      const { rows, total } = await listUsers(store.read, { limit: 10, offset: 0, ...page });
      return [total, ...rows.map((row) => row.email[0])];
    };
    expect(await emails({})).toEqual([2, "a", "b"]);
    expect(await emails({ sort: "email", order: "asc" })).toEqual([2, "a", "b"]);
    expect(await emails({ sort: "email", order: "desc", limit: 1, offset: 1 })).toEqual([2, "a"]);
    expect([await emails({ search: "0%" }), await emails({ search: "%" })]).toEqual([
      [1, "b"],
      [1, "b"],
    ]);
    expect([await emails({ search: "eR_sC" }), await emails({ search: "RELAYDECK" }), await emails({ search: "%%%" })]).toEqual([
      [1, "a"],
      [2, "a", "b"],
      [0],
    ]);
    expect((await deletedUsers(store.read, { limit: 9, offset: 0 })).rows.map((row) => row.id)).toEqual([gone.id]);
  });

  test("devices are listed likewise, by name, serial number, owner, or nobody", async () => {
    const { store } = fresh();
    const owner = await storedUser(store);
    await storedDevice(store, { name: "Pump", serialNumber: "P0PUMP", ownerId: owner.id });
    await storedDevice(store, { name: "Barn", serialNumber: "R1BARN" });
    const page = { limit: 9, offset: 0 };
    expect((await listAllDevices(store.read, { ...page, sort: "name", order: "asc" })).rows.map((row) => row.name)).toEqual([
      "Barn",
      "Pump",
    ]);
    expect((await listAllDevices(store.read, { ...page, search: "p0p" })).total).toBe(1);
    for (const search of [owner.id, owner.id.slice(0, 8)])
      expect((await listAllDevices(store.read, { ...page, search, sort: "serialNumber" })).total).toBe(1);
    expect((await listAllDevices(store.read, { ...page, ownerId: null })).rows.map((row) => row.name)).toEqual(["Barn"]);
  });

  test("[DA-4] the bin empties with what hangs on its rows; records keep only the id; young rows stay", async () => {
    const { store } = fresh();
    const user = await storedUser(store);
    const device = await storedDevice(store, { ownerId: user.id });
    const young = await storedUser(store);
    const { command } = await store.write((tx) => beginCommand(tx, aCommand({ actorId: user.id, deviceId: device.id })));
    await store.write((tx) => updateUser(tx, { id: user.id }, { deletedAt: madeAt }));
    await store.write((tx) => updateUser(tx, { id: young.id }, { deletedAt: madeAt + 5 }));
    await store.write((tx) => updateDevice(tx, { id: device.id }, { deletedAt: madeAt }));
    const old = { before: madeAt + 1, limit: 9 };
    expect(await store.write((tx) => purgeUsers(tx, old))).toEqual([user.id]);
    expect((await findDeviceEvenDeleted(store.read, device.id))?.ownerId).toBeNull();
    for (const gone of [1, 0])
      expect(await store.write((tx) => purgeDevices(tx, { ...old, from: 0 }))).toEqual({ gone, next: null });
    expect(await findDeviceEvenDeleted(store.read, device.id)).toBeNull();
    expect([await relaysOf(store.read, [device.id]), (await findUserEvenDeleted(store.read, young.id))?.id]).toEqual([
      [],
      young.id,
    ]);
    expect((await findCommand(store.read, command.id))?.actorId).toBe(user.id);
    expect(await store.write((tx) => purgeCommands(tx, old))).toBe(0);
    await store.write((tx) => transition(tx, { id: command.id, from: ["requested"] }, { state: "expired" }));
    expect(await store.write((tx) => purgeCommands(tx, old))).toBe(1);
    expect(await store.write((tx) => purgeSettings(tx, old.before))).toBe(0);
  });
});

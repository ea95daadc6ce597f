/** What an administrator deletes and brings back: what ends with it, what returns, and what does not any more. [AD-5, AD-6, D23] */
import { findUserById } from "@relaydeck/db/accounts/store";
import { listAlerts } from "@relaydeck/db/alerts/store";
import { findDevice, findDeviceEvenDeleted, relaysOf } from "@relaydeck/db/devices/store";
import { beginCommand, findCommand } from "@relaydeck/db/relays/commands";
import { findShare } from "@relaydeck/db/shares/store";
import { aCommand, storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { issueMailToken, type MailTokenPurpose } from "@relaydeck/mail/mail-tokens";
import { listMails, postMail } from "@relaydeck/mail/outbox";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { confirmEmail } from "../../accounts/change-email-confirm.ts";
import { resetPassword } from "../../accounts/reset-password.ts";
import { verifyEmail } from "../../accounts/verify-email.ts";
import { pauseAlert } from "../../alerts/pause-alert.ts";
import { beginOwnership } from "../../devices/ownership.ts";
import { restoreDevice } from "../../devices/remove-device.ts";
import { pruneOldRows } from "../../retention/prune.ts";
import { consoleHouse, type ConsoleHouse } from "../../testing/console-house.ts";
import { aLife, expectAsBefore } from "../../testing/two-people.ts";

const refused = (code: string) => ({ refusal: { code } });

/** How long an undo lasts, as it is promised. [AD-5, D23] */
const binMs = 30 * 24 * 60 * 60_000;

/** Waits in the outbox: to that address, of what that person has or did. */
function post({ store, deps, clock }: ConsoleHouse, of: { to: string; userId: string }): Promise<string> {
  const letter = { subject: "s", text: "t", html: "<p>t</p>" };
  const { random, settings } = deps;
  const facts = { template: "alert", now: clock.now(), publicUrl: settings.publicUrl, random };
  return store.write((tx) => postMail(tx, { ...of, letter, ...facts }));
}

describeOnStores("an administrator deletes a user", (fresh) => {
  test("[AD-5] sessions, unsent commands, shares and alerts end at once, devices are nobody's, mails to and about them go", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, deps, clock } = house;
    const { maria, alex, own, given, received, seenBy, heardBy } = await aLife(house);
    const session = await store.write((tx) => deps.sessions.create(tx, { userId: maria.id, client: "c", address: "a" }));
    await post(house, { to: maria.email, userId: alex.id });
    await post(house, { to: "guest@relaydeck.test", userId: maria.id });
    await post(house, { to: alex.email, userId: alex.id });
    const { command } = await store.write((tx) => beginCommand(tx, aCommand({ deviceId: own.id, actorId: maria.id })));
    expect(await admin.removeUser({ userId: maria.id })).toEqual({
      id: maria.id,
      message: "User deleted successfully",
      undoUntil: new Date(clock.now() + binMs).toISOString(),
    });
    expect(await deps.sessions.validate(session.token)).toBeNull();
    expect((await findCommand(store.read, command.id))?.state).toBe("cancelled");
    expect(await findDevice(store.read, own.id)).toMatchObject({ ownerId: null, name: "PowerOne 0007" });
    for (const id of [given, received])
      expect(await findShare(store.read, id)).toMatchObject({ isActive: false, endedReason: "account-deleted" });
    expect([await seenBy(maria.id), await heardBy(maria.id), await heardBy(alex.id)]).toEqual([[], [], [false]]);
    expect((await listMails(store)).map(({ to }) => to)).toEqual([alex.email]);
    const kinds = (await house.told()).map(({ kind, userId }) => [kind, userId]);
    expect(kinds).toContainEqual(["session-ended", maria.id]);
    expect(kinds).toContainEqual(["access", alex.id]);
    await expect(admin.removeUser({ userId: maria.id })).rejects.toMatchObject(refused("NOT_FOUND"));
  });

  test("[AD-5] undo brings back all but sessions: devices with their names, shares and alerts given and received", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, deps } = house;
    const life = await aLife(house);
    const { maria, own } = life;
    const session = await store.write((tx) => deps.sessions.create(tx, { userId: maria.id, client: "c", address: "a" }));
    const before = await findDevice(store.read, own.id);
    await admin.removeUser({ userId: maria.id });
    await house.clock.advance(1_000);
    expect(await admin.restoreUser({ userId: maria.id })).toMatchObject({ id: maria.id, message: "User restored" });
    expect(await deps.sessions.validate(session.token)).toBeNull();
    const { name, ownerId, ownedSince, commandsAfter } = (await findDevice(store.read, own.id)) ?? {};
    expect({ name, ownerId, ownedSince, commandsAfter }).toEqual({
      name: "Pump",
      ownerId: maria.id,
      ownedSince: before?.ownedSince,
      commandsAfter: before?.commandsAfter,
    });
    expect((await relaysOf(store.read, [own.id]))[0]?.name).toBe("Well");
    await expectAsBefore(life);
    const row = (await house.audited()).at(-1);
    expect(row).toMatchObject({
      action: "user.restored",
      after: { devices: { ended: 1, back: 1 }, shares: { ended: 2, back: 2 } },
    });
    expect(await admin.restoreUser({ userId: maria.id })).toMatchObject({ id: maria.id });
  });

  test("[AD-3, AD-5, AD-8] undo keeps a name that an administrator gave meanwhile, and the device's own audit tells whose it is again", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const { maria, own } = await aLife(house);
    await admin.removeUser({ userId: maria.id });
    await admin.updateDevice({ deviceId: own.id, name: "Warehouse 7" });
    await admin.restoreUser({ userId: maria.id });
    expect(await findDevice(store.read, own.id)).toMatchObject({ ownerId: maria.id, name: "Warehouse 7" });
    expect((await relaysOf(store.read, [own.id]))[0]?.name).toBe("Well");
    const row = (await house.audited()).findLast(({ subjectId }) => subjectId === own.id);
    expect(row).toMatchObject({
      action: "device.returned",
      before: { ownerId: null },
      after: { ownerId: maria.id, reason: "account-restored" },
    });
  });

  test("[AD-3, AD-5] undo brings a name back also where an administrator corrected the serial number meanwhile", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const { maria, own } = await aLife(house);
    await admin.removeUser({ userId: maria.id });
    await admin.updateDevice({ deviceId: own.id, serialNumber: "P0SIM0077" });
    await admin.restoreUser({ userId: maria.id });
    const { id: ownerId } = maria;
    expect(await findDevice(store.read, own.id)).toMatchObject({ ownerId, name: "Pump", serialNumber: "P0SIM0077" });
  });

  test("[AD-5, ML-1] links that verify or pause are good again after an undo, also when pressed in vain; those to a new password or address are not", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, deps, clock } = house;
    const { id: userId, email: address } = await storedUser(store, { emailVerified: false });
    const { id: deviceId } = await house.device({ ownerId: userId });
    const subjectId = await house.alert({ userId, deviceId, emailAddress: address });
    const issue = (purpose: MailTokenPurpose) =>
      store.write((tx) => issueMailToken(tx, { purpose, userId, address, subjectId, now: clock.now(), random: deps.random }));
    const [verify, pause] = [await issue("verify"), await issue("pause-alert")];
    const [reset, change] = [await issue("reset"), await issue("change-email")];
    const { request } = house.browser();
    const caller = { userId, sessionId: null };
    const press = async () => [
      await verifyEmail(deps, { request, token: verify }),
      await pauseAlert(deps, { request, token: pause }),
      await resetPassword(deps, { request, input: { token: reset, newPassword: "another pump house" } }),
      await confirmEmail(deps, { request, caller, token: change }),
    ];
    const invalid = { ok: false, error: { code: "TOKEN_INVALID" } };
    await admin.removeUser({ userId });
    expect(await press()).toMatchObject([invalid, invalid, invalid, invalid]);
    await admin.restoreUser({ userId });
    expect(await press()).toMatchObject([{ ok: true, value: { alreadyVerified: false } }, { ok: true }, invalid, invalid]);
    expect(await findUserById(store.read, userId)).toMatchObject({ emailVerified: true, email: address });
    expect(await listAlerts(store.read, { userId })).toMatchObject([{ id: subjectId, enabled: false }]);
  });

  test.each([
    ["the first deleted", ["maria", "alex"]],
    ["the last deleted", ["alex", "maria"]],
  ] as const)("[AD-5] two people deleted together come back with what was between them, %s first", async (_order, order) => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const life = await aLife(house);
    const { maria, alex, own } = life;
    const people = { maria, alex };
    await admin.removeUser({ userId: maria.id });
    await house.clock.advance(1_000);
    await admin.removeUser({ userId: alex.id });
    await house.clock.advance(1_000);
    for (const who of order) await admin.restoreUser({ userId: people[who].id });
    expect(await findDevice(store.read, own.id)).toMatchObject({ ownerId: maria.id, name: "Pump" });
    await expectAsBefore(life);
  });

  test("[AD-5, AD-7] a device that its owner had to register anew is shared with nobody, whoever comes back", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, deps } = house;
    const { maria, alex, own, seenBy } = await aLife(house);
    await admin.removeUser({ userId: maria.id });
    await admin.removeUser({ userId: alex.id });
    const nina = await house.person("Nina");
    await admin.updateDevice({ deviceId: own.id, ownerId: nina.id });
    await admin.restoreUser({ userId: maria.id });
    await house.clock.advance(1_000);
    const free = present(await findDevice(store.read, own.id), "It is there");
    await store.write((tx) => beginOwnership(deps, tx, { device: free, ownerId: maria.id }));
    await admin.restoreUser({ userId: alex.id });
    expect((await seenBy(alex.id)).map(([id]) => id)).not.toContain(own.id);
  });

  test("[AD-5, AD-7] undo takes nothing from anybody: a device that somebody had meanwhile stays away, even when it is free again", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, deps } = house;
    const { maria, alex, own, seenBy } = await aLife(house);
    await admin.removeUser({ userId: maria.id });
    await admin.updateDevice({ deviceId: own.id, ownerId: alex.id });
    await admin.restoreUser({ userId: maria.id });
    expect(await findDevice(store.read, own.id)).toMatchObject({ ownerId: alex.id });
    await admin.removeUser({ userId: maria.id });
    const nina = await house.person("Nina");
    const free = await house.device({ ownerId: nina.id });
    await admin.removeUser({ userId: nina.id });
    await store.write((tx) => beginOwnership(deps, tx, { device: free, ownerId: alex.id }));
    await admin.updateDevice({ deviceId: free.id, ownerId: null });
    await admin.restoreUser({ userId: nina.id });
    expect([await findDevice(store.read, free.id), await seenBy(nina.id)]).toMatchObject([{ ownerId: null }, []]);
  });

  test("[AD-5] undo is refused when the address is somebody's by now, and after 30 days", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const maria = await house.person("Maria");
    await admin.removeUser({ userId: maria.id });
    const twin = await storedUser(store, { email: maria.email });
    await expect(admin.restoreUser({ userId: maria.id })).rejects.toMatchObject(refused("UNDO_NOT_POSSIBLE"));
    expect((await admin.deleted({ kind: "users" })).rows).toMatchObject([
      { id: maria.id, keptFrom: "taken", deletedBy: "admin" },
    ]);
    await admin.removeUser({ userId: twin.id });
    house.clock.jumpWall(binMs + 1);
    await expect(admin.restoreUser({ userId: maria.id })).rejects.toMatchObject(refused("UNDO_NOT_POSSIBLE"));
    await pruneOldRows({ store, clock: house.clock });
    await expect(admin.restoreUser({ userId: maria.id })).rejects.toMatchObject(refused("NOT_FOUND"));
  });

  test("[AD-5, AD-6] to the last millisecond of 30 days all comes back, and after it neither person nor device", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, clock } = house;
    const life = await aLife(house);
    const [user, device] = [{ userId: life.maria.id }, { deviceId: life.own.id }];
    const both = async () => [(await admin.deleted({ kind: "users" })).rows, (await admin.deleted({ kind: "devices" })).rows];
    const bothDeleted = async () => {
      await admin.removeDevice(device);
      await admin.removeUser(user);
    };
    await bothDeleted();
    clock.jumpWall(binMs);
    await pruneOldRows({ store, clock });
    expect(await both()).toMatchObject([[{ id: user.userId, keptFrom: null }], [{ id: device.deviceId, keptFrom: null }]]);
    await admin.restoreUser(user);
    await admin.restoreDevice(device);
    await expectAsBefore(life);
    await bothDeleted();
    clock.jumpWall(binMs + 1);
    expect(await both()).toMatchObject([[{ keptFrom: "expired" }], [{ keptFrom: "expired" }]]);
    await expect(admin.restoreUser(user)).rejects.toMatchObject(refused("UNDO_NOT_POSSIBLE"));
    await expect(admin.restoreDevice(device)).rejects.toMatchObject(refused("UNDO_NOT_POSSIBLE"));
  });

  test("[DA-2] what of a deleted account could come back is gone with the bin, and with it the names in the log", async () => {
    const house = await consoleHouse(fresh().store);
    const { store, clock } = house;
    const maria = await house.person("Marielle");
    await house.device({ ownerId: maria.id, name: "Marielle's cabin" });
    await house.admin.removeUser({ userId: maria.id });
    clock.jumpWall(binMs + 1);
    await pruneOldRows({ store, clock });
    const { liveEvents: _told, ...kept } = store.t;
    for (const table of Object.values(kept))
      expect(JSON.stringify(await store.read.db.select().from(table))).not.toMatch(/Marielle/);
  });
});

describeOnStores("an administrator deletes a device", (fresh) => {
  test("[AD-6, D23] it is in the bin with its shares, only an administrator brings it back, and with it everybody's right", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, deps, clock } = house;
    const { maria, alex, own, seenBy } = await aLife(house);
    expect(await admin.removeDevice({ deviceId: own.id })).toEqual({
      id: own.id,
      message: "Device deleted successfully",
      undoUntil: new Date(clock.now() + binMs).toISOString(),
    });
    expect(await seenBy(maria.id)).toEqual([expect.arrayContaining(["control"])]);
    const request = { requestId: "r", door: "trpc", address: "a", userAgent: "u" } as const;
    const byOwner = await restoreDevice(deps, { caller: { userId: maria.id, sessionId: null }, request, deviceId: own.id });
    expect(byOwner).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } });
    const bin = await admin.deleted({ kind: "devices" });
    expect(bin).toMatchObject({
      total: 1,
      rows: [{ id: own.id, name: "Pump", detail: "P0SIM0007", deletedBy: "admin", keptFrom: null }],
    });
    expect(await admin.restoreDevice({ deviceId: own.id })).toMatchObject({
      id: own.id,
      ownerId: maria.id,
      message: "Device restored",
    });
    expect(await seenBy(alex.id)).toContainEqual([own.id, "control"]);
    expect((await admin.deleted({ kind: "devices" })).total).toBe(0);
  });

  test("[AD-6] its serial number registered anew is another device without anything of the old one, and undo is refused", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const { alex, own } = await aLife(house);
    await admin.removeDevice({ deviceId: own.id });
    const { serialNumber, providerId } = own;
    const anew = await storedDevice(store, { serialNumber, providerId, ownerId: alex.id });
    await expect(admin.restoreDevice({ deviceId: own.id })).rejects.toMatchObject(refused("UNDO_NOT_POSSIBLE"));
    expect(anew.id).not.toBe(own.id);
    expect(await findDeviceEvenDeleted(store.read, own.id)).toMatchObject({ deletedBy: "admin" });
    expect((await house.audited()).at(-1)).toMatchObject({
      action: "device.restored-refused",
      after: { code: "UNDO_NOT_POSSIBLE" },
    });
  });

  test("[D23] whose owner's account ended meanwhile comes back as nobody's", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin } = house;
    const { maria, own } = await aLife(house);
    await admin.removeDevice({ deviceId: own.id });
    await admin.removeUser({ userId: maria.id });
    expect(await admin.restoreDevice({ deviceId: own.id })).toMatchObject({ ownerId: null });
  });
});

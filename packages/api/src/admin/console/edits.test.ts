import { findUserByEmail, findUserById } from "@relaydeck/db/accounts/store";
import { findDevice, updateDevice, updateRelay } from "@relaydeck/db/devices/store";
import { visibleDevices } from "@relaydeck/db/devices/access";
import { listAlerts } from "@relaydeck/db/alerts/store";
import { beginCommand, findCommand } from "@relaydeck/db/relays/commands";
import { aCommand } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { insertApiToken } from "@relaydeck/db/sessions/api-tokens";
import { newId } from "@relaydeck/contract/ids";
import { expect, test } from "vitest";
import { knownBrowserHash } from "../../accounts/known-browser.ts";
import { sha256 } from "../../accounts/secrets.ts";
import { openToken } from "../../tokens/open-token.ts";
import { newTokenText } from "../../tokens/token-text.ts";
import { sweepFreshness } from "../../telemetry/freshness-sweep.ts";
import { maria } from "../../testing/accounts-house.ts";
import { consoleHouse } from "../../testing/console-house.ts";
import { withMaria } from "../../testing/signed-in.ts";

const refused = (code: string) => ({ refusal: { code } });

describeOnStores("an administrator edits a user", (fresh) => {
  test("[AD-3] only changed fields are written; what is as it was changes nothing and is no event", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const { id: userId, email, version } = await house.person("Maria");
    const same = await admin.updateUser({ userId, firstName: "Maria", email: ` ${email.toUpperCase()} `, version });
    expect(same).toMatchObject({ id: userId, version, message: "User updated successfully" });
    expect(await house.audited()).toEqual([]);
    const answer = await admin.updateUser({ userId, lastName: "Lindqvist" });
    expect(answer).toMatchObject({ firstName: "Maria", lastName: "Lindqvist", email, version: version + 1 });
    expect(await findUserById(store.read, userId)).toMatchObject({ lastName: "Lindqvist", version: version + 1 });
    expect((await house.told()).map(({ kind, userId: whom }) => [kind, whom])).toEqual([["user", userId]]);
  });

  test("[AD-3, D16] fields that are not an administrator's to change are refused by name, and nothing changes", async () => {
    const house = await consoleHouse(fresh().store);
    const before = await house.person("Maria");
    for (const field of ["id", "authProvider", "googleId", "passwordHash", "role", "createdAt", "deletedAt"]) {
      const input: object = { userId: before.id, firstName: "Eve", [field]: "x" };
      const asked = house.admin.updateUser(input as { userId: string });
      await expect(asked).rejects.toMatchObject({ code: "BAD_REQUEST", message: expect.stringContaining(field) });
    }
    expect(await findUserById(house.store.read, before.id)).toEqual(before);
  });

  test("[AD-3, D24] of two edits that name one version the later is STALE; without a version the last one wins", async () => {
    const house = await consoleHouse(fresh().store);
    const { id: userId, version } = await house.person("Maria");
    const edits = ["Anna", "Berta"].map((firstName) => house.admin.updateUser({ userId, firstName, version }));
    const outcomes = await Promise.allSettled(edits);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: refused("STALE") });
    await house.admin.updateUser({ userId, firstName: "Clara" });
    expect((await findUserById(house.store.read, userId))?.firstName).toBe("Clara");
    const rows = (await house.audited()).filter(({ action }) => action === "user.updated-refused");
    expect(rows).toMatchObject([{ actorKind: "admin", subjectId: userId, after: { code: "STALE" } }]);
  });

  test("[AD-3, AC-8] another address is unique; alerts go there and sessions end", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, deps } = house;
    const [maria, alex] = [await house.person("Maria"), await house.person("Alex")];
    const device = await house.device({ ownerId: maria.id });
    await house.alert({ userId: maria.id, deviceId: device.id, emailAddress: maria.email });
    const session = await store.write((tx) => deps.sessions.create(tx, { userId: maria.id, client: "c", address: "a" }));
    await expect(admin.updateUser({ userId: maria.id, email: alex.email })).rejects.toMatchObject(refused("EMAIL_TAKEN"));
    expect(await deps.sessions.validate(session.token)).not.toBeNull();
    const answer = await admin.updateUser({ userId: maria.id, email: "new@relaydeck.test" });
    expect(answer).toMatchObject({ email: "new@relaydeck.test", emailVerified: true });
    expect(await deps.sessions.validate(session.token)).toBeNull();
    expect(await listAlerts(store.read, { userId: maria.id })).toMatchObject([{ emailAddress: "new@relaydeck.test" }]);
    expect(await findUserByEmail(store.read, maria.email)).toBeNull();
  });

  test("[AD-3, ML-4] links that were mailed before an administrator gave another address do nothing when they are pressed", async () => {
    const house = await consoleHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    await house.clock.advance(1_000);
    await (await browser.auth()).changeEmail({ email: "wished@relaydeck.test", currentPassword: maria.password });
    const change = await house.mailedToken("confirm-email");
    await house.clock.advance(1_000);
    await (await browser.auth()).forgotPassword({ email: maria.email });
    const reset = await house.mailedToken("reset-password");
    await house.admin.updateUser({ userId, email: "given@relaydeck.test" });
    const again = house.browser();
    await (await again.auth()).login({ email: "given@relaydeck.test", password: maria.password });
    const auth = await again.auth();
    await expect(auth.confirmEmail({ token: change })).rejects.toMatchObject(refused("TOKEN_INVALID"));
    await expect(auth.resetPassword({ token: reset, newPassword: "a new pump house" })).rejects.toMatchObject(
      refused("TOKEN_INVALID"),
    );
    expect(await findUserById(house.store.read, userId)).toMatchObject({ email: "given@relaydeck.test" });
    await (await house.browser().auth()).login({ email: "given@relaydeck.test", password: maria.password });
  });

  test("[AC-2, SE-5] taking the verification back ends sessions and tokens for programs", async () => {
    const house = await consoleHouse(fresh().store);
    const { store, deps, admin } = house;
    const { id: userId } = await house.person("Maria");
    const session = await store.write((tx) => deps.sessions.create(tx, { userId, client: "c", address: "a" }));
    const text = newTokenText(deps.random);
    const token = { id: newId("token", deps.random), userId, name: "CI", hash: sha256(text), createdAt: house.clock.now() };
    await store.write((tx) => insertApiToken(tx, { ...token, scopes: ["control"] }));
    expect(await openToken(deps, text)).not.toBeNull();
    await admin.updateUser({ userId, emailVerified: false });
    expect([await deps.sessions.validate(session.token), await openToken(deps, text)]).toEqual([null, null]);
  });

  test("[AC-2, ML-1] what was mailed before a verification was taken back verifies no more, and no browser is known", async () => {
    const house = await consoleHouse(fresh().store);
    const browser = house.browser();
    const auth = await browser.auth();
    const { id: userId } = await auth.register(maria);
    const token = await house.mailedToken();
    await auth.verifyEmail({ token });
    await auth.login({ email: maria.email, password: maria.password });
    await house.clock.advance(1_000);
    await auth.forgotPassword({ email: maria.email });
    const reset = await house.mailedToken("reset-password");
    await house.admin.updateUser({ userId, emailVerified: false });
    await expect(auth.verifyEmail({ token })).rejects.toMatchObject(refused("TOKEN_INVALID"));
    await expect(auth.resetPassword({ token: reset, newPassword: "a new pump house" })).rejects.toMatchObject(
      refused("TOKEN_INVALID"),
    );
    expect(await house.userRow()).toMatchObject({ emailVerified: false });
    expect(await knownBrowserHash(house.store.read, { token: browser.knownToken, userId })).toBeNull();
  });

  test("[AD-8, DA-2] the audit tells who changed which fields, the value of what is not personal, and of refusals the code", async () => {
    const house = await consoleHouse(fresh().store);
    const { id: userId } = await house.person("Maria");
    await house.admin.updateUser({ userId, firstName: "Marielle", emailVerified: false });
    await expect(house.admin.updateUser({ userId: "usr_nobody", firstName: "X" })).rejects.toMatchObject(refused("NOT_FOUND"));
    const rows = await house.audited();
    expect(rows).toMatchObject([
      {
        action: "user.updated",
        actorKind: "admin",
        subjectKind: "user",
        subjectId: userId,
        address: "192.0.2.7",
        before: { emailVerified: true },
        after: { emailVerified: false, fields: ["firstName", "emailVerified"] },
      },
      { action: "user.updated-refused", after: { code: "NOT_FOUND" } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Marielle|Maria|relaydeck\.test/);
  });
});

describeOnStores("an administrator edits a device", (fresh) => {
  test("[AD-4, D24] status alone sets the connection too, marked as an override; a contradiction is refused", async () => {
    const house = await consoleHouse(fresh().store);
    const { id: deviceId } = await house.device();
    expect(await house.admin.updateDevice({ deviceId, status: "online" })).toMatchObject({
      status: "online",
      isConnected: true,
      overridden: true,
      message: "Device updated successfully",
    });
    expect(await house.admin.updateDevice({ deviceId, isConnected: false, relayState: "on" })).toMatchObject({
      status: "offline",
      isConnected: false,
      relayState: "on",
    });
    const contradiction = house.admin.updateDevice({ deviceId, status: "online", isConnected: false });
    await expect(contradiction).rejects.toMatchObject({ refusal: { code: "VALIDATION", issues: [{ path: "isConnected" }] } });
    expect((await house.audited()).map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        "device.updated",
        { status: "offline", isConnected: false },
        { status: "online", isConnected: true, fields: ["status", "isConnected"], overridden: true },
      ],
      [
        "device.updated",
        { status: "online", isConnected: true, relayState: "unknown" },
        {
          status: "offline",
          isConnected: false,
          relayState: "on",
          fields: ["status", "isConnected", "relayState"],
          overridden: true,
        },
      ],
      ["device.updated-refused", null, { code: "VALIDATION" }],
    ]);
  });

  test("[AD-4] time alone ends no override; a name is none", async () => {
    const house = await consoleHouse(fresh().store);
    const { id: deviceId } = await house.device({ lastHeardAt: house.clock.now(), freshness: "fresh" });
    expect(await house.admin.updateDevice({ deviceId, name: "Pump" })).toMatchObject({ name: "Pump", overridden: false });
    await house.admin.updateDevice({ deviceId, status: "online" });
    house.clock.jumpWall(24 * 60 * 60_000);
    await sweepFreshness(house.deps);
    expect(await findDevice(house.store.read, deviceId)).toMatchObject({ freshness: "stale", status: "online" });
    expect(await house.admin.devices({ search: "Pump" })).toMatchObject({
      rows: [{ overridden: true, status: "online" }],
      total: 1,
    });
  });

  test("[AD-8] the audit tells from which name to which", async () => {
    const house = await consoleHouse(fresh().store);
    const { id: deviceId } = await house.device({ name: "Pump" });
    await house.admin.updateDevice({ deviceId, name: "Well", relayState: "on" });
    expect((await house.audited()).map(({ before, after }) => [before, after])).toEqual([
      [
        { name: "Pump", relayState: "unknown" },
        { name: "Well", relayState: "on", fields: ["name", "relayState"], overridden: true },
      ],
    ]);
  });

  test("[AD-3] a device that only grew old was edited by nobody: its version still holds", async () => {
    const house = await consoleHouse(fresh().store);
    const { id: deviceId, version } = await house.device({ lastHeardAt: house.clock.now(), freshness: "fresh" });
    house.clock.jumpWall(24 * 60 * 60_000);
    await sweepFreshness(house.deps);
    expect(await house.admin.updateDevice({ deviceId, name: "Pump", version })).toMatchObject({ version: version + 1 });
    await expect(house.admin.updateDevice({ deviceId, name: "P", version })).rejects.toMatchObject(refused("STALE"));
  });

  test("[D25] a serial number is unique among living devices, in any case, and freed by deletion", async () => {
    const house = await consoleHouse(fresh().store);
    const [first, second] = [await house.device({ serialNumber: "P0ONE" }), await house.device({ serialNumber: "P0TWO" })];
    const take = () => house.admin.updateDevice({ deviceId: second.id, serialNumber: " p0one " });
    await expect(take()).rejects.toMatchObject(refused("SERIAL_TAKEN"));
    await house.admin.removeDevice({ deviceId: first.id });
    expect(await take()).toMatchObject({ serialNumber: "P0ONE" });
    const odd = house.admin.updateDevice({ deviceId: second.id, serialNumber: "P0 ONE;" });
    await expect(odd).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("[AD-7, D25] a new owner: rights, invitations, alerts and unsent commands of the old time end; nothing older is seen", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store, clock } = house;
    const [maria, alex, nina] = [await house.person("Maria"), await house.person("Alex"), await house.person("Nina")];
    const device = await house.device({ ownerId: maria.id, name: "Pump" });
    await house.share(device, alex.id);
    await house.alert({ userId: maria.id, deviceId: device.id, emailAddress: maria.email });
    const { command } = await store.write((tx) => beginCommand(tx, aCommand({ deviceId: device.id, actorId: maria.id })));
    await clock.advance(1_000);
    expect(await admin.updateDevice({ deviceId: device.id, ownerId: nina.id })).toMatchObject({ ownerId: nina.id, name: "Pump" });
    const now = clock.now();
    const seenBy = async (userId: string) => (await visibleDevices(store.read, { userId, now })).map(({ since }) => since);
    expect([await seenBy(maria.id), await seenBy(alex.id), await seenBy(nina.id)]).toEqual([[], [], [now]]);
    expect((await findCommand(store.read, command.id))?.state).toBe("cancelled");
    expect(await listAlerts(store.read, { userId: maria.id })).toMatchObject([{ enabled: false }]);
    expect((await findDevice(store.read, device.id))?.commandsAfter).toBeGreaterThanOrEqual(command.acceptedOrder);
    const ends = (await house.told()).filter(({ kind }) => kind === "access");
    expect(ends.map(({ userId, body }) => [userId, (body as { access: string }).access])).toEqual([
      [alex.id, "none"],
      [maria.id, "none"],
      [nina.id, "owner"],
    ]);
    const transfer = (await house.audited()).find(({ action }) => action === "device.transferred");
    expect(transfer).toMatchObject({ actorKind: "admin", before: { ownerId: maria.id }, after: { ownerId: nina.id } });
  });

  test("[D25, D30] empty or null is nobody, which releases it; an unknown or deleted owner is 400", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin } = house;
    const [maria, gone] = [await house.person("Maria"), await house.person("Gone")];
    await admin.removeUser({ userId: gone.id });
    const { id: deviceId } = await house.device({ ownerId: maria.id, serialNumber: "P0SIM0007", name: "Pump" });
    for (const ownerId of [gone.id, "usr_nobody", "nonsense"])
      await expect(admin.updateDevice({ deviceId, ownerId })).rejects.toMatchObject({
        refusal: { code: "VALIDATION", issues: [{ path: "ownerId" }] },
      });
    expect(await admin.updateDevice({ deviceId, ownerId: "" })).toMatchObject({ ownerId: null, name: "PowerOne 0007" });
    expect(await admin.updateDevice({ deviceId, ownerId: maria.id })).toMatchObject({ ownerId: maria.id });
    expect(await admin.updateDevice({ deviceId, ownerId: null, name: "Spare" })).toMatchObject({ ownerId: null, name: "Spare" });
    // A whole row that is sent back: what it was called is what it shall be called.
    await admin.updateDevice({ deviceId, ownerId: maria.id });
    expect(await admin.updateDevice({ deviceId, ownerId: null, name: "Spare" })).toMatchObject({ ownerId: null, name: "Spare" });
    await house.store.write((tx) => updateDevice(tx, { id: deviceId }, { deletedAt: 1 }));
    await expect(admin.updateDevice({ deviceId, name: "X" })).rejects.toMatchObject(refused("NOT_FOUND"));
  });

  test("[AD-8, D30] the audit tells what a device and its relays were called that was released, and of an edit what was before it", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const maria = await house.person("Maria");
    const { id: deviceId } = await house.device({ ownerId: maria.id, serialNumber: "P0SIM0007", name: "Pump" });
    await store.write((tx) => updateRelay(tx, { deviceId, number: 1 }, { name: "Well" }));
    await admin.updateDevice({ deviceId, ownerId: null, name: "Spare" });
    const relays = ["Well", "Relay 2", "Relay 3", "Relay 4"].map((name, index) => ({ number: index + 1, name }));
    expect((await house.audited()).map(({ action, before, after }) => [action, before, after])).toEqual([
      ["device.released", { ownerId: maria.id, name: "Pump", relays }, { reason: "unassigned" }],
      ["device.updated", { name: "Pump" }, { name: "Spare", fields: ["name"] }],
    ]);
  });
});

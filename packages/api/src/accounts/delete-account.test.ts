import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { findUserEvenDeleted } from "@relaydeck/db/accounts/store";
import { insertAlert, listAlerts } from "@relaydeck/db/alerts/store";
import { listUserSessions } from "@relaydeck/db/analytics/user-sessions";
import { listAudit, verifyAudit } from "@relaydeck/db/audit/store";
import { findDevice, relaysOf } from "@relaydeck/db/devices/store";
import { markMailSent } from "@relaydeck/db/mail/delivery";
import { dueMails } from "@relaydeck/db/mail/outbox";
import { putShare } from "@relaydeck/db/shares/store";
import { storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { listMails } from "@relaydeck/mail/outbox";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { pruneOldRows } from "../retention/prune.ts";
import { shareDevice } from "../shares/share-device.ts";
import { accountsHouse, maria, type AccountsHouse } from "../testing/accounts-house.ts";
import { marias, withMaria } from "../testing/signed-in.ts";
import { freshSignInMs } from "./fresh-proof.ts";

const { email, password } = maria;
const dayMs = 24 * 60 * 60_000;

/** Maria's device shared with Alex, Alex's device shared with Maria, and an alert of each on Maria's. */
async function withDevices(house: AccountsHouse, mariaId: string) {
  const { store, clock } = house;
  const alex = await storedUser(store, { firstName: "Alex" });
  const own = await storedDevice(store, { ownerId: mariaId, name: "Maria's cabin", serialNumber: "P0SIM0007" });
  const other = await storedDevice(store, { ownerId: alex.id });
  const at = clock.now();
  await store.write(async (tx) => {
    const share = { permission: "control" as const, sharedAt: at, updatedAt: at };
    await putShare(tx, { id: "shr_1", deviceId: own.id, ownerId: mariaId, sharedWithId: alex.id, ...share });
    await putShare(tx, { id: "shr_2", deviceId: other.id, ownerId: alex.id, sharedWithId: mariaId, ...share });
    for (const [userId, emailAddress] of [
      [mariaId, email],
      [alex.id, alex.email],
    ] as const)
      await insertAlert(tx, {
        ...{ id: `alr_${userId}`, userId, deviceId: own.id, alertType: "power_on", emailAddress },
        ...{ createdAt: at, updatedAt: at },
      });
  });
  return { alex, own, other };
}

describeOnStores("deleting the own account", (fresh) => {
  test("[AC-8] it needs proof", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    await house.clock.advance(freshSignInMs);
    const auth = await browser.auth();
    for (const input of [{}, { currentPassword: "wrong" }])
      await expect(auth.deleteAccount(input)).rejects.toMatchObject({ refusal: { code: "REAUTHENTICATE" } });
    expect(await house.userRow()).not.toBeNull();
    expect(await auth.deleteAccount({ currentPassword: password })).toMatchObject({ message: "Account deleted" });
    expect(browser.sessionToken).toBeNull();
  });

  test("[SE-5, DA-2] every way in ends, devices are nobody's, shares and alerts end, in one transaction", async () => {
    const house = accountsHouse(fresh().store);
    const { store } = house;
    const { browser, userId } = await withMaria(house);
    const elsewhere = await marias(house);
    const { alex, own } = await withDevices(house, userId);
    await (await browser.auth()).deleteAccount({});
    expect(await house.deps.sessions.validate(elsewhere.sessionToken ?? "")).toBeNull();
    expect(await store.read.db.$count(store.t.sessions)).toBe(0);
    expect(await store.read.db.$count(store.t.knownBrowsers)).toBe(0);
    const device = await findDevice(store.read, own.id);
    expect(device).toMatchObject({ ownerId: null, ownedSince: null, name: "PowerOne 0007" });
    expect((await relaysOf(store.read, [own.id])).map(({ name }) => name)).toEqual([1, 2, 3, 4].map((n) => `Relay ${n}`));
    const shares = await store.read.db.select().from(store.t.deviceShares);
    expect(shares.map(({ isActive, endedReason }) => [isActive, endedReason])).toEqual([
      [false, "account-deleted"],
      [false, "account-deleted"],
    ]);
    expect(await listAlerts(store.read, { userId })).toEqual([]);
    expect(await listAlerts(store.read, { userId: alex.id })).toMatchObject([{ enabled: false }]);
    await expect((await house.browser().auth()).login({ email, password })).rejects.toMatchObject({
      refusal: { code: "INVALID_CREDENTIALS" },
    });
    expect(await listAudit(store.read, { limit: 2 })).toMatchObject([
      { action: "sign-in.refused", subjectId: null },
      { action: "account.deleted", actorId: userId },
    ]);
  });

  test("[DA-2] no mail waits any more but the last one; the record of sessions keeps no address; the address is free again", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    await house.clock.advance(1_000);
    await (await browser.auth()).forgotPassword({ email });
    const token = await house.mailedToken("reset-password");
    await (await browser.auth()).deleteAccount({});
    const mails = (await listMails(house.store)).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your Relaydeck account was deleted"]);
    const record = await listUserSessions(house.store.read, { userId, limit: 10 });
    expect(record).toMatchObject([{ ipAddress: null, userAgent: null, sessionEnd: house.clock.now() }]);
    const auth = await house.browser().auth();
    await expect(auth.resetPassword({ token, newPassword: "yet another house" })).rejects.toMatchObject({
      refusal: { code: "TOKEN_INVALID" },
    });
    expect((await auth.register(maria)).id).not.toBe(userId);
  });

  test("[DA-2] mails to former addresses, the notice of the change and invitations that were sent go; what waits never leaves", async () => {
    const house = accountsHouse(fresh().store);
    const { store } = house;
    const { browser, userId } = await withMaria(house);
    await house.clock.advance(1_000);
    await (await browser.auth()).changeEmail({ email: "lind@relaydeck.test" });
    await (await browser.auth()).confirmEmail({ token: await house.mailedToken("confirm-email") });
    await house.clock.advance(1_000);
    const device = await storedDevice(store, { ownerId: userId, name: "Maria's cabin" });
    const sharing = {
      ...{ caller: { userId, sessionId: null }, request: browser.request, deviceId: device.id },
      ...{ permission: "view" as const, expiresAt: null },
    };
    for (const name of ["waiting", "sent"])
      expect(
        (await shareDevice({ ...house.deps, profiles: builtInProfiles }, { ...sharing, email: `${name}@relaydeck.test` })).ok,
      ).toBe(true);
    await store.write(async (tx) => {
      const mails = await listMails(store);
      const sent = present(
        mails.find(({ to }) => to === "sent@relaydeck.test"),
        "It was invited",
      );
      await markMailSent(tx, { id: sent.id, now: house.clock.now(), keepText: true });
      expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toContain("Your Relaydeck email was changed");
    });
    await (await browser.auth()).deleteAccount({ currentPassword: password });
    expect((await listMails(store)).map(({ to, subject }) => [to, subject])).toEqual([
      ["lind@relaydeck.test", "Your Relaydeck account was deleted"],
    ]);
    expect(await dueMails(store.read, { now: house.clock.now(), limit: 10 })).toHaveLength(1);
  });

  test("[DA-2] nothing in the whole database holds the person's network address once the last mail has left; the audit verifies", async () => {
    const house = accountsHouse(fresh().store);
    const { store, clock } = house;
    await withMaria(house);
    const browser = await marias(house, { address: "198.51.100.77" });
    await expect(
      (await house.browser({ address: "198.51.100.77" }).auth()).login({ email, password: "wrong" }),
    ).rejects.toThrow();
    await (await house.browser({ address: "198.51.100.77" }).auth()).forgotPassword({ email });
    await (await browser.auth()).deleteAccount({ currentPassword: password });
    await store.write(async (tx) => {
      for (const { id } of await listMails(store)) await markMailSent(tx, { id, now: clock.now(), keepText: false });
    });
    // What is counted by address and not by person ends within the day.
    clock.jumpWall(dayMs);
    await pruneOldRows({ store, clock });
    for (const table of Object.values(store.t))
      expect(JSON.stringify(await store.read.db.select().from(table))).not.toContain("198.51.100.77");
    expect(await verifyAudit(store)).toMatchObject({ ok: true });
  });

  test("[DA-2] after 30 days in the bin nothing personal is left: no row holds name or address, the audit knows an id", async () => {
    const house = accountsHouse(fresh().store);
    const { store, clock } = house;
    const { browser, userId } = await withMaria(house);
    await (await browser.auth()).updateProfile({ firstName: "Marielle", lastName: "Lindqvist" });
    await withDevices(house, userId);
    await (await browser.auth()).deleteAccount({});
    clock.jumpWall(30 * dayMs);
    await pruneOldRows({ store, clock });
    expect(await findUserEvenDeleted(store.read, userId)).not.toBeNull();
    clock.jumpWall(1);
    await store.write(async (tx) => void (await tx.db.update(tx.t.mailOutbox).set({ state: "sent" })));
    await pruneOldRows({ store, clock });
    clock.jumpWall(dayMs);
    await pruneOldRows({ store, clock });
    expect(await findUserEvenDeleted(store.read, userId)).toBeNull();
    const { liveEvents: _told, ...kept } = store.t;
    for (const table of Object.values(kept)) {
      const rows = JSON.stringify(await store.read.db.select().from(table));
      expect(rows).not.toMatch(/Marielle|Lindqvist|maria@relaydeck|Maria's cabin/);
    }
    const audit = await listAudit(store.read, { limit: 100 });
    expect(audit.some(({ actorId }) => actorId === userId)).toBe(true);
  });
});

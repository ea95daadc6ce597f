/** Shares on both databases, several at once. Answers of the doors and what mails cost: apps/server/src/shares. */
import { mostSharesPerDevice } from "@relaydeck/contract/shares";
import { heldAlerts, insertAlert, listAlerts, moveAlerts, pendingAlerts } from "@relaydeck/db/alerts/store";
import { newId } from "@relaydeck/contract/ids";
import { findUserById, updateUser } from "@relaydeck/db/accounts/store";
import { listAudit } from "@relaydeck/db/audit/store";
import { updateDevice } from "@relaydeck/db/devices/store";
import { beginCommand, findCommand } from "@relaydeck/db/relays/commands";
import { listInvites } from "@relaydeck/db/shares/invites";
import { listSharesOfDevice } from "@relaydeck/db/shares/store";
import type { Store } from "@relaydeck/db/store";
import { aCommand, fillOutbox, storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { listMails } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import type { Caller } from "../caller.ts";
import { countMail, countMailWish } from "../limits/mail-limits.ts";
import { deviceHouse, request } from "../testing/device-house.ts";
import { acceptInvite } from "./accept-invite.ts";
import { endShare } from "./end-shares.ts";
import { listShares } from "./list-shares.ts";
import { restoreShare } from "./restore-share.ts";
import { shareDevice } from "./share-device.ts";

const settings = {
  publicUrl: "http://localhost:3000",
  quietRegistration: false,
  rateLimitFactor: 1_000,
  mailFrom: "no-reply@relaydeck.test",
  timeZone: "UTC",
  twoStepKey: null,
  google: null,
};

async function aHouse(store: Store, rateLimitFactor = settings.rateLimitFactor) {
  const house = await deviceHouse(store);
  const deps = { ...house.deps, settings: { ...settings, rateLimitFactor }, wakeMail: () => {} };
  const { owner, sharee } = house.callers;
  const emailOf = async ({ userId }: Caller) => present(await findUserById(store.read, userId), "A stored user").email;
  const give = async (over: { email?: string; permission?: "view" | "control" } = {}) => {
    const email = over.email ?? (await emailOf(sharee));
    const wish = { caller: owner, request, deviceId: house.device.id, permission: "view", expiresAt: null } as const;
    return shareDevice(deps, { ...wish, ...over, email });
  };
  const list = () => listShares(deps, { caller: owner, deviceId: house.device.id });
  return { ...house, deps, emailOf, give, list };
}

const codeOf = (result: { ok: true } | { ok: false; error: { code: string } }) => (result.ok ? "ok" : result.error.code);

describeOnStores("sharing a device", (fresh) => {
  test("[AZ-6] several at once to one person are one row, and one of them is new", async () => {
    const { give, list } = await aHouse(fresh().store);
    const given = await Promise.all(
      Array.from({ length: 6 }, (_, index) => give({ permission: index % 2 === 0 ? "view" : "control" })),
    );
    expect(given.filter((one) => one.ok && one.value.isNew)).toHaveLength(1);
    expect(new Set(given.map((one) => (one.ok ? one.value.share.id : one.error.code))).size).toBe(1);
    expect(await list()).toMatchObject({ value: [{ pending: false }] });
  });

  test("[AZ-6] of many invitations at once no more are kept than a device may have, one for each address", async () => {
    const { give, store, device, deps } = await aHouse(fresh().store);
    const guest = (index: number) => give({ email: `guest${index}@relaydeck.test` });
    for (let index = 0; index < mostSharesPerDevice - 5; index += 1) await guest(index);
    const codes = (await Promise.all(Array.from({ length: 10 }, (_, index) => guest(mostSharesPerDevice + index)))).map(codeOf);
    expect(codes.filter((code) => code === "ok")).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set(["ok", "LIMIT_REACHED"]));
    expect(await listInvites(store.read, { deviceId: device.id, now: deps.clock.now() })).toHaveLength(mostSharesPerDevice);
  });

  test("[AC-6] of several who open one link at once, the one it was sent to is let in, once", async () => {
    const { give, store, device, callers, deps } = await aHouse(fresh().store);
    await give({ email: "nina@relaydeck.test", permission: "control" });
    const nina = await storedUser(store, { email: "nina@relaydeck.test" });
    const [mail] = await listMails(store);
    const token = /accept-invite\?token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    const accept = (userId: string) => acceptInvite(deps, { caller: { userId, sessionId: null }, request, token });
    const tries = await Promise.all([accept(nina.id), accept(callers.sharee.userId), accept(nina.id)]);
    expect(tries.map(codeOf).filter((code) => code === "ok")).toHaveLength(1);
    expect(tries.map(codeOf).filter((code) => code === "TOKEN_INVALID")).toHaveLength(2);
    const rows = await listSharesOfDevice(store.read, device.id);
    expect(rows.map(({ share }) => [share.sharedWithId, share.permission])).toEqual([[nina.id, "control"]]);
  });

  test("[AZ-2, AC-6] an invitation that is revoked where it was accepted meanwhile ends what it became", async () => {
    const { give, store, device, callers, deps } = await aHouse(fresh().store);
    await give({ email: "nina@relaydeck.test", permission: "control" });
    const [invite] = await listInvites(store.read, { deviceId: device.id, now: deps.clock.now() });
    const shareId = present(invite, "It waits").id;
    const nina = await storedUser(store, { email: "nina@relaydeck.test" });
    const [mail] = await listMails(store);
    const token = /accept-invite\?token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(codeOf(await acceptInvite(deps, { caller: { userId: nina.id, sessionId: null }, request, token }))).toBe("ok");
    const revoke = (caller: typeof callers.owner) => endShare(deps, { caller, request, shareId });
    expect(codeOf(await revoke(callers.sharee))).toBe("NOT_FOUND");
    expect(await listSharesOfDevice(store.read, device.id)).toHaveLength(1);
    for (let count = 0; count < 2; count += 1)
      expect(await revoke(callers.owner)).toEqual({ ok: true, value: { id: shareId, message: "Access revoked" } });
    expect(await listSharesOfDevice(store.read, device.id)).toEqual([]);
  });

  test("[AC-6] an address whose account is not verified is invited like one without an account", async () => {
    const { give, store, deps } = await aHouse(fresh().store);
    const nina = await storedUser(store, { email: "nina@relaydeck.test", emailVerified: false });
    expect(await give({ email: nina.email })).toMatchObject({ value: { share: { pending: true, sharedWithId: null } } });
    const [mail] = await listMails(store);
    const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    const accept = acceptInvite(deps, { caller: { userId: nina.id, sessionId: null }, request, token });
    expect(codeOf(await accept)).toBe("TOKEN_INVALID");
  });

  test("[D43, checklist 5] a verified address, an unverified and an unknown one are counted and refused alike; changing a right costs nothing", async () => {
    const { give, deps, callers, store, emailOf } = await aHouse(fresh().store, 1);
    const { email: unverified } = await storedUser(store, { emailVerified: false });
    const verified = await emailOf(callers.sharee);
    const outcomes: unknown[] = [];
    for (const email of ["nobody@relaydeck.test", unverified, verified]) {
      const of: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        const given = await give({ email });
        of.push(codeOf(given));
        if (given.ok) await endShare(deps, { caller: callers.owner, request, shareId: given.value.share.id });
      }
      outcomes.push(of);
    }
    const alike = ["ok", "ok", "ok", "RATE_LIMITED"];
    expect(outcomes).toEqual([alike, alike, alike]);
    await deps.clock.advance(3_600_000);
    for (const permission of ["view", "control", "view", "control", "view"] as const)
      expect(await give({ permission })).toMatchObject({ value: { share: { permission, pending: false } } });
  });

  test("[D43, checklist 5] with whom the owner shares something already, any number of devices is shared, and no mail goes out", async () => {
    const { deps, callers, store, emailOf } = await aHouse(fresh().store, 1);
    const { owner } = callers;
    const email = await emailOf(callers.sharee);
    const to = async (deviceId: string) =>
      shareDevice(deps, { caller: owner, request, deviceId, email, permission: "view", expiresAt: null });
    const devices = await Promise.all(Array.from({ length: 12 }, () => storedDevice(store, { ownerId: owner.userId })));
    for (const { id } of devices) expect(await to(id)).toMatchObject({ value: { share: { pending: false } } });
    expect(await listMails(store)).toEqual([]);
    // Left alone again, the next is a wish like any other: a refusal must not tell who still has an account.
    for (const { id } of devices)
      for (const { share } of await listSharesOfDevice(store.read, id))
        await endShare(deps, { caller: owner, request, shareId: share.id });
    const again = [];
    for (const { id } of devices.slice(0, 4)) {
      const given = await to(id);
      again.push(codeOf(given));
      if (given.ok) await endShare(deps, { caller: owner, request, shareId: given.value.share.id });
    }
    expect(again).toEqual(["ok", "ok", "RATE_LIMITED", "RATE_LIMITED"]);
  });

  test("[checklist 5, D43] when four mails went to an address in a day nobody is invited, which leaves some for an account, and a share from that network closes no forgotten password", async () => {
    const { give, deps, list } = await aHouse(fresh().store, 1);
    const email = "nobody@relaydeck.test";
    const day = () => deps.store.write((tx) => countMail(deps, tx, { email, for: "other" }));
    for (let count = 0; count < 4; count += 1) await day();
    expect(await give({ email })).toMatchObject({ error: { code: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) } });
    expect([await list(), await listMails(deps.store)]).toMatchObject([{ value: [] }, []]);
    expect(await day()).toMatchObject({ ok: true });
    for (let count = 0; count < 9; count += 1) await give({ email: `nobody${count}@relaydeck.test` });
    expect(await give({ email: "one-more@relaydeck.test" })).toMatchObject({ error: { code: "RATE_LIMITED" } });
    const { address } = request;
    const wish = { kind: "forgotten", email, ownerId: null, address, now: deps.clock.now(), factor: 1 } as const;
    expect(await deps.store.write((tx) => countMailWish(tx, wish))).toMatchObject({ ok: true });
  });

  test("[checklist 5] of many owners who invite one address no more than three are let in an hour, and four in a day", async () => {
    const { give, deps, store } = await aHouse(fresh().store, 1);
    const email = "nobody@relaydeck.test";
    const codes = [codeOf(await give({ email }))];
    for (let count = 0; count < 5; count += 1) {
      const { id: userId } = await storedUser(store);
      const { id: deviceId } = await storedDevice(store, { ownerId: userId });
      const wish = { request, deviceId, email, permission: "view", expiresAt: null } as const;
      codes.push(codeOf(await shareDevice(deps, { ...wish, caller: { userId, sessionId: null } })));
      if (count === 2) await deps.clock.advance(3_600_000);
    }
    expect(codes).toEqual(["ok", "ok", "ok", "RATE_LIMITED", "ok", "RATE_LIMITED"]);
    expect(await listMails(store)).toHaveLength(4);
  });

  test("[D43, BP-1] while 10,000 mails wait, no address is let in or invited", async () => {
    const { give, store } = await aHouse(fresh().store);
    await fillOutbox(store);
    expect([await give(), await give({ email: "nobody@relaydeck.test" })].map(codeOf)).toEqual(["OVERLOADED", "OVERLOADED"]);
  });

  test("[AZ-6, AC-2] who has a right keeps one row, and loses it, also while their address is no longer verified", async () => {
    const { give, store, callers, emailOf, list } = await aHouse(fresh().store);
    const email = await emailOf(callers.sharee);
    await give({ permission: "control" });
    await store.write((tx) => updateUser(tx, { id: callers.sharee.userId }, { emailVerified: false }));
    expect(await give({ email })).toMatchObject({ value: { isNew: false, share: { permission: "view", pending: false } } });
    expect(await list()).toMatchObject({ value: [{ permission: "view", pending: false }] });
  });

  test("[AZ-2, C6] whoever may only look from now on, or no more at all, has nothing left that waits to be sent", async () => {
    const { give, store, device, callers, deps } = await aHouse(fresh().store);
    const begin = async () => {
      const given = await give({ permission: "control" });
      const row = aCommand({ deviceId: device.id, actorId: callers.sharee.userId });
      const { command } = await store.write((tx) => beginCommand(tx, row));
      return { command, shareId: given.ok ? given.value.share.id : "" };
    };
    const downgraded = await begin();
    await give({ permission: "view" });
    expect((await findCommand(store.read, downgraded.command.id))?.state).toBe("cancelled");
    const revoked = await begin();
    await endShare(deps, { caller: callers.owner, request, shareId: revoked.shareId });
    expect((await findCommand(store.read, revoked.command.id))?.state).toBe("cancelled");
  });

  test("[D48] who loses the device has no alert on it that is still on", async () => {
    const { give, store, device, callers, deps, emailOf } = await aHouse(fresh().store);
    const given = await give();
    const { userId } = callers.sharee;
    const at = deps.clock.now();
    const alert = {
      id: newId("alert", deps.random),
      userId,
      deviceId: device.id,
      alertType: "power_on",
      createdAt: at,
      updatedAt: at,
    } as const;
    const emailAddress = await emailOf(callers.sharee);
    await store.write((tx) => insertAlert(tx, { ...alert, emailAddress }));
    await endShare(deps, { caller: callers.owner, request, shareId: given.ok ? given.value.share.id : "" });
    expect(await listAlerts(store.read, { userId })).toMatchObject([{ enabled: false }]);
  });

  test("[D48] with an undone revocation the alerts come back that it switched off, and no other", async () => {
    const { give, store, device, callers, deps, emailOf } = await aHouse(fresh().store);
    const given = await give();
    const { userId } = callers.sharee;
    const emailAddress = await emailOf(callers.sharee);
    const at = deps.clock.now() - 1;
    for (const [alertType, enabled] of [
      ["power_on", true],
      ["power_off", false],
    ] as const) {
      const alert = { id: newId("alert", deps.random), userId, deviceId: device.id, alertType, createdAt: at, updatedAt: at };
      await store.write((tx) => insertAlert(tx, { ...alert, enabled, emailAddress }));
    }
    const asked = { caller: callers.owner, request, shareId: given.ok ? given.value.share.id : "" };
    await endShare(deps, asked);
    expect((await listAlerts(store.read, { userId })).map(({ enabled }) => enabled)).toEqual([false, false]);
    await restoreShare(deps, asked);
    const back = (await listAlerts(store.read, { userId })).map(({ alertType, enabled }) => [alertType, enabled]);
    expect(Object.fromEntries(back)).toEqual({ power_on: true, power_off: false });
  });

  test("[D48, AC-9] they come back with what they remember, as the device is by now, and to the address that their person has by now", async () => {
    const { give, store, device, callers, deps, emailOf } = await aHouse(fresh().store);
    const given = await give();
    const { userId } = callers.sharee;
    const emailAddress = await emailOf(callers.sharee);
    const at = deps.clock.now();
    const held = { count: 1, since: at, last: { kind: "power", on: false, at } } as const;
    await store.write((tx) => updateDevice(tx, { id: device.id }, { cloudOnline: false, batteryPercent: 15, powerSource: 1 }));
    for (const [alertType, memory] of [
      ["device_offline", { pendingSince: at }],
      ["battery_low", { armed: false }],
      ["power_off", { armed: false, held, heldUntil: at }],
    ] as const) {
      const alert = { id: newId("alert", deps.random), userId, deviceId: device.id, alertType, createdAt: at, updatedAt: at };
      await store.write((tx) => insertAlert(tx, { ...alert, ...memory, emailAddress }));
    }
    const asked = { caller: callers.owner, request, shareId: given.ok ? given.value.share.id : "" };
    await endShare(deps, asked);
    expect(await pendingAlerts(store.read, { limit: 9 })).toEqual([]);
    expect(await heldAlerts(store.read, { now: at, limit: 9 })).toEqual([]);
    await deps.clock.advance(1_000);
    const moved = "moved@relaydeck.test";
    await store.write((tx) => moveAlerts(tx, { userId, emailAddress: moved, at: deps.clock.now() }));
    expect(codeOf(await restoreShare(deps, asked))).toBe("ok");
    const back = Object.fromEntries((await listAlerts(store.read, { userId })).map((row) => [row.alertType, row]));
    const isOn = { enabled: true, emailAddress: moved };
    expect(back["device_offline"]).toMatchObject({ ...isOn, armed: true, pendingSince: at });
    expect(back["battery_low"]).toMatchObject({ ...isOn, armed: false });
    expect(back["power_off"]).toMatchObject({ ...isOn, armed: true, held: { ...held, over: deps.clock.now() }, heldUntil: at });
  });

  test("[AZ-6, AD-8] taken back by two at once a revocation is undone once; each step is in the audit and told", async () => {
    const { give, deps, callers, list, told, store } = await aHouse(fresh().store);
    const given = await give({ permission: "control" });
    const shareId = given.ok ? given.value.share.id : "";
    const asked = { caller: callers.owner, request, shareId };
    await Promise.all([endShare(deps, asked), endShare(deps, asked)]);
    expect(await list()).toMatchObject({ value: [] });
    const back = await Promise.all([restoreShare(deps, asked), restoreShare(deps, asked)]);
    expect(back.map(codeOf)).toEqual(["ok", "ok"]);
    expect(await list()).toMatchObject({ value: [{ id: shareId, permission: "control" }] });
    const actions = (await listAudit(store.read, { limit: 9 })).map(({ action }) => action);
    expect(actions).toEqual(["share.restored", "share.ended", "share.granted"]);
    const access = (await told()).filter(({ kind }) => kind === "access").map(({ body }) => (body as { access: string }).access);
    expect(access).toEqual(["control", "none", "control"]);
  });

  test("[AZ-6] given anew in the same moment, the new share stands and the old one cannot come back", async () => {
    const { give, deps, callers, list } = await aHouse(fresh().store);
    const first = await give();
    const asked = { caller: callers.owner, request, shareId: first.ok ? first.value.share.id : "" };
    await endShare(deps, asked);
    await Promise.all([give({ permission: "control" }), restoreShare(deps, asked)]);
    const after = await list();
    expect(after.ok && after.value).toHaveLength(1);
  });
});

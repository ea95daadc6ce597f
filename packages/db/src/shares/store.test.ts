import { newId } from "@relaydeck/contract/ids";
import { expect, test } from "vitest";
import { accessTo, listAccess, visibleDevices } from "../devices/access.ts";
import { updateDevice } from "../devices/store.ts";
import type { Store } from "../store.ts";
import { madeAt, random, storedDevice, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { acceptInvite, endInvites, findInvite, listInvites, putInvite, type NewInvite } from "./invites.ts";
import { endShares, findActiveShare, listSharesOfDevice, putShare, shareWithNames, updateShare, type NewShare } from "./store.ts";

const minuteMs = 60_000;

async function scene(store: Store) {
  const [owner, friend, stranger] = [await storedUser(store), await storedUser(store), await storedUser(store)];
  const device = await storedDevice(store, { ownerId: owner.id, name: "Pump house" });
  function share(over: Partial<NewShare> = {}) {
    const row = {
      id: newId("share", random),
      deviceId: device.id,
      ownerId: owner.id,
      sharedWithId: friend.id,
      sharedAt: madeAt,
      updatedAt: madeAt,
    };
    return store.write((tx) => putShare(tx, { ...row, ...over }));
  }
  const invite = (over: Partial<NewInvite> = {}) =>
    store.write((tx) =>
      putInvite(tx, {
        id: newId("invite", random),
        deviceId: device.id,
        ownerId: owner.id,
        address: "new@relaydeck.test",
        tokenHash: `hash${random.next()}`,
        validUntil: madeAt + minuteMs,
        createdAt: madeAt,
        updatedAt: madeAt,
        ...over,
      }),
    );
  return { owner, friend, stranger, device, share, invite };
}

describeOnBothStores("shares", (fresh) => {
  test("[AZ-6] 20 parallel shares to one person are one row, and one of them made it", async () => {
    const { store } = fresh();
    const { device, share } = await scene(store);
    const answers = await Promise.all(Array.from({ length: 20 }, () => share({ permission: "control" })));
    expect(answers.filter((answer) => answer.isNew)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.share.id)).size).toBe(1);
    expect(await listSharesOfDevice(store.read, device.id)).toHaveLength(1);
  });

  test("a repeat changes right and end, and an ended share does not stand in the way of a new one", async () => {
    const { store } = fresh();
    const { friend, owner, device, share } = await scene(store);
    const first = await share();
    const second = await share({ permission: "control", expiresAt: madeAt + 5, updatedAt: madeAt + 1 });
    expect(second).toMatchObject({ isNew: false, share: { id: first.share.id, permission: "control", expiresAt: madeAt + 5 } });
    const end = { at: madeAt + 2, reason: "revoked" };
    expect(await store.write((tx) => endShares(tx, { id: first.share.id }, end))).toMatchObject([
      { isActive: false, endedAt: end.at },
    ]);
    expect(await store.write((tx) => endShares(tx, { id: first.share.id }, end))).toEqual([]);
    expect(await findActiveShare(store.read, { deviceId: device.id, sharedWithId: friend.id })).toBeNull();
    const third = await share();
    expect([third.isNew, third.share.id === first.share.id]).toEqual([true, false]);
    expect(await shareWithNames(store.read, third.share.id)).toMatchObject({
      device: { name: "Pump house" },
      owner: { email: owner.email },
      sharedWith: { email: friend.email },
    });
    expect((await listSharesOfDevice(store.read, device.id)).map((row) => row.share.id)).toEqual([third.share.id]);
    expect(await store.write((tx) => endShares(tx, { userId: friend.id }, end))).toHaveLength(1);
    expect(await store.write((tx) => updateShare(tx, third.share.id, { isActive: true, endedAt: null }))).toMatchObject({
      isActive: true,
    });
  });

  test("[AZ-5] access is asked with the clock: it ends at expiresAt, with the share, with the owner, with the device", async () => {
    const { store } = fresh();
    const { owner, friend, stranger, device, share } = await scene(store);
    await share({ expiresAt: madeAt + minuteMs });
    const asks = (userId: string, now: number) => accessTo(store.read, { deviceId: device.id, userId, now });
    expect(await asks(owner.id, madeAt)).toMatchObject({ permission: "owner", share: null, since: madeAt });
    expect(await asks(friend.id, madeAt + minuteMs - 1)).toMatchObject({ permission: "view", device: { id: device.id } });
    expect(await asks(friend.id, madeAt + minuteMs)).toBeNull();
    expect(await asks(stranger.id, madeAt)).toBeNull();
    expect((await visibleDevices(store.read, { userId: friend.id, now: madeAt })).map((one) => one.device.id)).toEqual([
      device.id,
    ]);
    expect(await visibleDevices(store.read, { userId: friend.id, now: madeAt + minuteMs })).toEqual([]);
    expect(await listAccess(store.read, { now: madeAt })).toEqual([
      { deviceId: device.id, userId: owner.id, permission: "owner", since: madeAt, expiresAt: null },
      { deviceId: device.id, userId: friend.id, permission: "view", since: madeAt, expiresAt: madeAt + minuteMs },
    ]);
    await store.write((tx) => updateDevice(tx, { id: device.id }, { ownerId: stranger.id, ownedSince: madeAt + 1 }));
    expect(await asks(friend.id, madeAt)).toBeNull();
    expect(await asks(owner.id, madeAt)).toBeNull();
    await store.write((tx) => updateDevice(tx, { id: device.id }, { deletedAt: madeAt }));
    expect(await asks(stranger.id, madeAt)).toBeNull();
    expect(await listAccess(store.read, { deviceIds: [device.id], now: madeAt })).toEqual([]);
  });

  test("visible devices come by name: owned and shared in one list", async () => {
    const { store } = fresh();
    const { friend, share } = await scene(store);
    await storedDevice(store, { ownerId: friend.id, name: "Shed" });
    await storedDevice(store, { ownerId: friend.id, name: "Barn" });
    await storedDevice(store, { name: "Nobody's" });
    await share();
    const visible = await visibleDevices(store.read, { userId: friend.id, now: madeAt });
    expect(visible.map((one) => [one.device.name, one.permission])).toEqual([
      ["Barn", "owner"],
      ["Pump house", "view"],
      ["Shed", "owner"],
    ]);
  });

  test("[AC-6] an invitation is open until it is accepted once, ended, or its time has come", async () => {
    const { store } = fresh();
    const { friend, device, invite } = await scene(store);
    const first = await invite({ tokenHash: "t1" });
    const repeat = await invite({ tokenHash: "t2", permission: "control" });
    expect([repeat.isNew, repeat.invite.id === first.invite.id]).toEqual([false, true]);
    expect(await findInvite(store.read, { tokenHash: "t1", now: madeAt })).toBeNull();
    expect(await findInvite(store.read, { tokenHash: "t2", now: madeAt + minuteMs })).toBeNull();
    expect(await findInvite(store.read, { tokenHash: "t2", now: madeAt })).toMatchObject({ permission: "control" });
    expect(await listInvites(store.read, { deviceId: device.id, now: madeAt })).toHaveLength(1);
    const by = { id: first.invite.id, userId: friend.id, now: madeAt };
    const accepted = await Promise.all([1, 2].map(() => store.write((tx) => acceptInvite(tx, by))));
    expect(accepted.filter((row) => row !== null)).toMatchObject([{ acceptedById: friend.id, isOpen: false }]);
    expect((await invite({ tokenHash: "t3" })).isNew).toBe(true);
    expect(await store.write((tx) => endInvites(tx, { deviceId: device.id }, madeAt))).toHaveLength(1);
    expect(await listInvites(store.read, { deviceId: device.id, now: madeAt })).toEqual([]);
  });
});

/** Identity and rights on an open socket: never remembered, asked for every event, on our socket and on tRPC's own. [checklist 4, C6] */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, powerOneDoor, rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, share, signedIn, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { openStockDoor, type StockDoor } from "../testing/stock-door.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
let stock: StockDoor;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  stock = await openStockDoor(product);
});
afterAll(async () => {
  await stock.close();
  await close();
});

let sequence = 1_000_000;

/** One event of the device, all the way to whoever may see it. */
async function report(device: OwnedDevice): Promise<void> {
  sequence += 1;
  const data = { i: [sequence % 600, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: sequence, up: 100_000 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
  await quiet();
  await product.deps.ingest.idle();
  await quiet();
}

const reportsOf = (viewer: Viewer, device: OwnedDevice) =>
  viewer.ofKind("device").filter((item) => item.device.id === device.id).length;

/** Frames that name the device, after the notice that access to it ended. */
function saidAfterEnd(viewer: Viewer, device: OwnedDevice): string[] {
  const end = viewer.frames.findIndex((frame) => frame.includes('"access-ended"') && frame.includes(device.id));
  return viewer.frames.slice(end + 1).filter((frame) => frame.includes(device.id) || frame.includes(device.serial));
}

describe.each([
  ["our socket", (): string | undefined => undefined],
  ["tRPC's own socket", (): string | undefined => stock.url],
])("%s", (_name, urlOf) => {
  const watch = (person: Person) => {
    const url = urlOf();
    return Viewer.watch(product, person, url === undefined ? {} : { url });
  };

  test.each(["view", "control"] as const)(
    "[WS-5, C6, AZ-2] a %s share is revoked by its story: one notice, and within the second nothing of the device any more",
    async (permission) => {
      const owner = await addPerson(product);
      const [lost, kept] = [await addDevice(product, owner), await addDevice(product, owner)];
      const alex = await addPerson(product, { firstName: "Alex", lastName: "Berg" });
      const given = await share(product, { owner, deviceId: lost.id }, { person: alex, permission });
      await share(product, { owner, deviceId: kept.id }, { person: alex, permission });
      const viewer = await watch(alex);
      await report(lost);
      await until(() => reportsOf(viewer, lost) === 1);
      const revokedAt = product.clock.now();
      const revoked = await owner.browser.mutate("shares.revoke", { shareId: given.id });
      expect(revoked).toMatchObject({ status: 200, json: { result: { data: { message: "Access revoked" } } } });
      await until(() => viewer.ofKind("access-ended").length > 0);
      expect(product.clock.now() - revokedAt).toBeLessThan(1_000);
      for (const device of [lost, kept, lost]) await report(device);
      await rpcDoor.send(owner, { deviceId: lost.id });
      await product.advance(2_000);
      await until(() => reportsOf(viewer, kept) === 1);
      expect(viewer.ofKind("access-ended")).toEqual([{ kind: "access-ended", deviceId: lost.id }]);
      expect(saidAfterEnd(viewer, lost)).toEqual([]);
      expect(viewer.world().devices.map(({ id }) => id)).toEqual([kept.id]);
      for (const door of [powerOneDoor, rpcDoor]) expect((await door.send(alex, { deviceId: lost.id })).status).toBe(404);
      expect((await watch(alex)).world().devices.map(({ id }) => id)).toEqual([kept.id]);
      expect(callsTo(product, lost)).toHaveLength(1);
      viewer.close();
    },
  );

  test("[WS-5, AZ-5] a share's end by time: not the next event, and one notice within a second", async () => {
    const owner = await addPerson(product);
    const device = await addDevice(product, owner);
    const alex = await addPerson(product);
    await product.advance(130);
    const endsAt = product.clock.now() + 5_000;
    await share(product, { owner, deviceId: device.id }, { person: alex, permission: "view", expiresInMs: 5_000 });
    const viewer = await watch(alex);
    await product.advance(4_999);
    await report(device);
    await until(() => reportsOf(viewer, device) === 1);
    await product.advance(1);
    expect(product.clock.now()).toBe(endsAt);
    await report(device);
    expect(reportsOf(viewer, device)).toBe(1);
    await product.advance(999);
    expect(viewer.ofKind("access-ended")).toEqual([{ kind: "access-ended", deviceId: device.id }]);
    await report(device);
    await product.advance(2_000);
    expect(saidAfterEnd(viewer, device)).toEqual([]);
    expect(viewer.ofKind("access-ended")).toHaveLength(1);
    viewer.close();
  });

  test("[WS-5, D42] a downgrade from control to view counts from the next event on: no names, no switch", async () => {
    const owner = await addPerson(product);
    const device = await addDevice(product, owner);
    const alex = await addPerson(product);
    await share(product, { owner, deviceId: device.id }, { person: alex, permission: "control" });
    const viewer = await watch(alex);
    const first = await rpcDoor.send(owner, { deviceId: device.id });
    await until(() => viewer.statesOf(first.answer.commandId).includes("acknowledged"));
    expect(viewer.ofKind("command").at(-1)?.command.byName).toBe("Maria Lind");
    await share(product, { owner, deviceId: device.id }, { person: alex, permission: "view" });
    await until(() => viewer.ofKind("access-granted").length === 1);
    expect(viewer.ofKind("access-granted").at(-1)?.device.userPermission).toBe("view");
    const framesBefore = viewer.frames.length;
    const second = await rpcDoor.send(owner, { deviceId: device.id, target: "off" });
    await until(() => viewer.statesOf(second.answer.commandId).includes("acknowledged"));
    expect(viewer.frames.slice(framesBefore).join()).not.toContain("Maria");
    for (const door of [powerOneDoor, rpcDoor]) expect((await door.send(alex, { deviceId: device.id })).status).toBe(403);
    viewer.close();
  });

  test("[WS-4] a right that ended between upgrade and subscription is not in the snapshot", async () => {
    const owner = await addPerson(product);
    const device = await addDevice(product, owner);
    const alex = await addPerson(product);
    const given = await share(product, { owner, deviceId: device.id }, { person: alex, permission: "control" });
    const url = urlOf();
    const viewer = await Viewer.connect(product, alex, url === undefined ? {} : { url });
    await owner.browser.mutate("shares.revoke", { shareId: given.id });
    viewer.subscribe(1);
    await until(() => viewer.items.length > 0);
    expect(viewer.world().devices).toEqual([]);
    expect(viewer.frames.join()).not.toContain(device.id);
    viewer.close();
  });
});

describe("the session ends", () => {
  test.each(["REST", "tRPC"])(
    "[WS-4, SE-5] log-out over %s closes its sockets with 4401, subscribed or not, and no others",
    async (door) => {
      const maria = await addPerson(product);
      const elsewhere = await signedIn(product, maria);
      const [watching, idle, other] = [
        await Viewer.watch(product, maria),
        await Viewer.connect(product, maria),
        await Viewer.watch(product, elsewhere),
      ];
      const out = door === "REST" ? maria.browser.post("/api/auth/logout") : maria.browser.mutate("auth.logout");
      expect((await out).status).toBe(200);
      await until(() => watching.closeCode !== null && idle.closeCode !== null);
      expect([watching.closeCode, idle.closeCode, other.closeCode]).toEqual([4401, 4401, null]);
      other.close();
    },
  );

  test("[WS-4, SE-5] all sessions of a person end: all sockets of that person, and nobody else's", async () => {
    const maria = await addPerson(product);
    const alex = await addPerson(product);
    const gone = [await Viewer.watch(product, maria), await Viewer.connect(product, await signedIn(product, maria))];
    const stays = await Viewer.watch(product, alex);
    await product.store.write((tx) => product.deps.sessions.revokeAllOf(tx, maria.userId));
    await until(() => gone.every(({ closeCode }) => closeCode !== null));
    expect(gone.map(({ closeCode }) => closeCode)).toEqual([4401, 4401]);
    expect(stays.closeCode).toBeNull();
    stays.close();
  });

  test("[WS-4, SE-3] a session that ends by time gets no event more, whoever sweeps and when", async () => {
    const maria = await addPerson(product);
    const device = await addDevice(product, maria);
    const viewer = await Viewer.watch(product, maria);
    await product.age(6 * 86_400_000);
    await report(device);
    await until(() => reportsOf(viewer, device) > 0);
    const heard = viewer.items.length;
    await product.age(86_400_000);
    await report(device);
    await until(() => viewer.closeCode !== null);
    expect(viewer.closeCode).toBe(4401);
    expect(viewer.items.length).toBe(heard);
    expect((await maria.browser.get("/api/auth/user")).status).toBe(401);
    await product.age(-7 * 86_400_000);
  });
});

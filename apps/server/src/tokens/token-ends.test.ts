/** A token ends: its streams close and its unsent commands are cancelled within a second, on our socket and on tRPC's own. [SE-5, WS-4] */
import { listAudit } from "@relaydeck/db/audit/store";
import { findCommandByKey } from "@relaydeck/db/relays/commands";
import { takeApiToken } from "@relaydeck/db/sessions/api-tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, share, signedIn, type OwnedDevice, type Person } from "../testing/people.ts";
import { tellEntries } from "../testing/told-entries.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { addProgram, connectProgram, watchProgram, type Program } from "../testing/programs.ts";
import { quiet, until } from "../testing/quiet.ts";
import { RawSocket } from "../testing/raw-socket.ts";
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

interface Ending {
  readonly name: string;
  readonly action: string;
  /** Lets the token end; resolves at the moment from which the second counts. */
  readonly end: (owner: Person, program: Program) => Promise<void>;
}

const endings: readonly Ending[] = [
  {
    name: "revoked by its owner",
    action: "token.revoked",
    async end(owner, { tokenId }) {
      expect((await owner.browser.mutate("auth.revokeToken", { tokenId })).status).toBe(200);
    },
  },
  { name: "at its end by time", action: "token.expired", end: () => product.advance(3_000) },
  {
    name: "deleted with its user",
    action: "token.revoked",
    async end(owner) {
      expect((await (await signedIn(product, owner)).browser.mutate("auth.deleteAccount", {})).status).toBe(200);
    },
  },
];

/** A token that lives for three seconds more, wherever the clock stands between two sweeps. */
const short = { endsInMs: 3_000 };

describe.each(endings)("$name", ({ action, end }) => {
  test("[SE-5, WS-4] its sockets close with 4401 within a second, subscribed or not, and no others", async () => {
    const owner = await addPerson(product);
    const program = await addProgram(product, owner, short);
    const sibling = await addProgram(product, await addPerson(product));
    const gone = [await watchProgram(product, program), await connectProgram(product, program)];
    const stays = await watchProgram(product, sibling);
    await end(owner, program);
    await product.advance(999);
    await until(() => gone.every(({ closeCode }) => closeCode !== null));
    expect([...gone, stays].map(({ closeCode }) => closeCode)).toEqual([4401, 4401, null]);
    expect((await program.browser.get("/api/devices")).status).toBe(401);
    expect((await RawSocket.open(product, null, bearer(program)).answer()).status).toBe(401);
    const rows = await listAudit(product.store.read, { limit: 50 });
    expect(rows.filter((row) => row.subjectId === program.tokenId).map((row) => row.action)).toEqual([action, "token.created"]);
    stays.close();
  });

  test("[SE-5, AZ-2] what was begun through it and not sent is cancelled and never leaves", async () => {
    const owner = await addPerson(product);
    const device = await addDevice(product, owner);
    await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 7_000 } });
    const program = await addProgram(product, owner, short);
    const first = rpcDoor.send(owner, { deviceId: device.id, target: "on" });
    await until(() => callsTo(product, device).length === 1);
    const waiting = rpcDoor.send(program, { deviceId: device.id, target: "off", key: "unsent" });
    await until(async () => (await ofKey(owner))?.state === "requested");
    await end(owner, program);
    await product.advance(999);
    expect(await ofKey(owner)).toMatchObject({ state: "cancelled", reasonCode: "ACCESS_ENDED" });
    await product.whileTimePasses(Promise.all([first, waiting]));
    await product.advance(20_000);
    expect(callsTo(product, device)).toHaveLength(1);
  });
});

test("[AZ-2] the claiming step asks for the token again, whether or not anybody was told of its end", async () => {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 1_000 } });
  const program = await addProgram(product, owner);
  const first = rpcDoor.send(owner, { deviceId: device.id, target: "on" });
  await until(() => callsTo(product, device).length === 1);
  const waiting = rpcDoor.send(program, { deviceId: device.id, target: "off", key: "unsent" });
  await until(async () => (await ofKey(owner))?.state === "requested");
  await product.store.write((tx) => takeApiToken(tx, { id: program.tokenId, userId: owner.userId }));
  await product.whileTimePasses(Promise.all([first, waiting]));
  expect(await ofKey(owner)).toMatchObject({ state: "cancelled", reasonCode: "ACCESS_ENDED" });
  expect(callsTo(product, device)).toHaveLength(1);
});

const ofKey = ({ userId }: Person) => findCommandByKey(product.store.read, { actorId: userId, key: "unsent" });
const bearer = ({ token }: Program) => ({ authorization: `Bearer ${token}`, origin: null });

let sequence = 2_000_000;

/** One event of the device, all the way to whoever may see it. */
async function report(device: OwnedDevice): Promise<void> {
  sequence += 1;
  const data = { i: [sequence % 600, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: sequence, up: 100_000 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
  await quiet();
  await product.deps.ingest.idle();
  await quiet();
}

describe.each([
  ["our socket", (): string | undefined => undefined],
  ["tRPC's own socket", (): string | undefined => stock.url],
])("a stream on %s", (_name, urlOf) => {
  test("[C6, WS-4] a token's stream tells of the devices that it names and of no other, whatever happens to them", async () => {
    const [owner, alex] = [await addPerson(product), await addPerson(product)];
    const [named, other] = [await addDevice(product, owner), await addDevice(product, owner)];
    const program = await addProgram(product, owner, { scope: "read", deviceIds: [named.id] });
    const viewer = await watchProgram(product, program, urlOf());
    const whole = await Viewer.watch(product, owner);
    const given = await addDevice(product, alex);
    await share(product, { owner: alex, deviceId: given.id }, { person: owner, permission: "control" });
    await addDevice(product, owner);
    await tellEntries(product, owner, ["Something of their own"]);
    for (const device of [other, given, named]) await report(device);
    await product.whileTimePasses(rpcDoor.send(owner, { deviceId: other.id }));
    await until(() => viewer.ofKind("device").length === 1);
    await quiet();
    expect(JSON.stringify(viewer.frames)).not.toMatch(new RegExp(`${other.id}|${given.id}|${other.serial}|${given.serial}`));
    expect(viewer.ofKind("activity").filter(({ entry }) => entry.deviceId !== named.id)).toEqual([]);
    expect(whole.ofKind("activity").some(({ entry }) => entry.deviceId === null)).toBe(true);
    const fresh = await watchProgram(product, program, urlOf());
    const [told, anew] = [viewer.world(), fresh.world()];
    expect(told.devices).toEqual(anew.devices);
    expect([told.status.activeDevices, anew.status.activeDevices]).toEqual(["1 of 1", "1 of 1"]);
    for (const open of [viewer, whole, fresh]) open.close();
  });

  test("[C6, WS-9] a resumed stream of a token tells of no device that it does not name either", async () => {
    const owner = await addPerson(product);
    const [named, other] = [await addDevice(product, owner), await addDevice(product, owner)];
    const whole = await Viewer.watch(product, owner);
    const program = await addProgram(product, owner, { scope: "read", deviceIds: [named.id] });
    for (const device of [other, named]) await report(device);
    const resumed = await connectProgram(product, program, urlOf());
    resumed.subscribe(1, whole.items[0]?.id ?? "");
    await until(() => resumed.ofKind("device").length > 0);
    expect(resumed.frames.filter((frame) => frame.includes(other.id) || frame.includes(other.serial))).toEqual([]);
    for (const open of [whole, resumed]) open.close();
  });
});

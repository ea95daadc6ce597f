/** The main job once more with Postgres under it: what every other test of the server shows on SQLite. [C15, architecture 3] */
import { toInstant } from "@relaydeck/contract/instants";
import { findCommand } from "@relaydeck/db/relays/commands";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { callsTo, powerOneDoor, rpcDoor } from "./testing/commanding.ts";
import { addDevice, addPerson, share, signedIn, type OwnedDevice } from "./testing/people.ts";
import { startProduct, type Product } from "./testing/product.ts";
import { quiet, until } from "./testing/quiet.ts";
import { seenDevice } from "./testing/seeing.ts";
import { Viewer } from "./testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  // Another process answers here, in its own time: a clock moved by hand would run away from it.
  ({ product, close } = await startProduct({ database: "postgres", clock: "real" }));
});
afterEach(() => product.simulator.control.clearFaults());
afterAll(() => close());

let sequence = 1_000_000;

async function report(device: OwnedDevice, milliamps: number): Promise<void> {
  sequence += 1;
  const data = { i: [milliamps, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: sequence, up: 100_000 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
  await quiet();
  await product.deps.ingest.idle();
}

const milliampsIn = (viewer: Viewer, device: OwnedDevice) =>
  viewer.ofKind("device").flatMap((item) => (item.device.id === device.id ? [item.device.relays[0]?.milliamps] : []));

test("[CM-1, C2] 20 parallel uses of one key over REST and tRPC mixed: one call, 20 equal answers", async () => {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const again = await signedIn(product, owner);
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 500 } });
  const wish = { deviceId: device.id, key: "parallel", validUntil: toInstant(product.clock.now() + 60_000) };
  const asked = Array.from({ length: 20 }, (_, index) =>
    (index % 2 === 0 ? powerOneDoor : rpcDoor).send(index % 3 === 0 ? again : owner, wish),
  );
  const said = await Promise.all(asked);
  expect(new Set(said.map(({ answer }) => answer.commandId)).size).toBe(1);
  expect(new Set(said.map(({ status, answer }) => `${status} ${answer.success} ${answer.message}`)).size).toBe(1);
  expect(said[0]?.status).toBe(200);
  expect(callsTo(product, device)).toHaveLength(1);
});

test("[S17-1, C1] executed and the reply lost: unconfirmed, then confirmed, told to every viewer in order", async () => {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const viewer = await Viewer.watch(product, owner);
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "drop-reply" } });
  const said = await rpcDoor.send(owner, { deviceId: device.id });
  expect(said).toMatchObject({ status: 504, answer: { state: "unconfirmed" } });
  await until(async () => (await findCommand(product.store.read, said.answer.commandId ?? ""))?.state === "confirmed");
  await until(() => viewer.statesOf(said.answer.commandId).length === 4);
  expect(viewer.statesOf(said.answer.commandId)).toEqual(["requested", "sent", "unconfirmed", "confirmed"]);
  expect((await seenDevice(owner, device.id)).relays[0]).toMatchObject({ state: "on", command: { state: "confirmed" } });
  viewer.close();
});

test("[WS-5, WS-8, C6] a share is revoked, the server restarts: nothing of the device after the notice, every other event once", async () => {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const alex = await addPerson(product);
  const given = await share(product, { owner, deviceId: device.id }, { person: alex, permission: "view" });
  const [own, shared] = [await Viewer.watch(product, owner), await Viewer.watch(product, alex)];
  await report(device, 101);
  await until(() => milliampsIn(own, device).length === 1 && milliampsIn(shared, device).length === 1);
  await owner.browser.mutate("shares.revoke", { shareId: given.id });
  await until(() => shared.ofKind("access-ended").length === 1);
  await report(device, 102);
  await until(() => milliampsIn(own, device).length === 2);
  expect(milliampsIn(shared, device)).toEqual([101]);
  await product.restart();
  await until(() => product.deps.link.stream.state === "connected");
  await report(device, 103);
  const again = await Viewer.watch(product, owner, { lastEventId: own.lastEventId });
  await report(device, 104);
  await until(() => milliampsIn(again, device).length === 2);
  expect([...milliampsIn(own, device), ...milliampsIn(again, device)]).toEqual([101, 102, 103, 104]);
  const ended = await Viewer.watch(product, alex, { lastEventId: shared.lastEventId });
  await quiet();
  expect(ended.frames.join()).not.toContain(device.id);
  for (const viewer of [again, ended]) viewer.close();
});

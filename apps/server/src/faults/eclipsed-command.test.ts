/**
 * A command of unknown end under a newer one that left and is proved: whatever is wished after that and moves nothing, the older
 * one is judged no more, neither by reports nor by its own late answer. [CM-6, D35]
 */
import { toInstant } from "@relaydeck/contract/instants";
import { sweepCommands } from "@relaydeck/api/relays/sweep";
import { relaysOf } from "@relaydeck/db/devices/store";
import { beginCommand, findCommand, type CommandRow } from "@relaydeck/db/relays/commands";
import { aCommand } from "@relaydeck/db/testing/rows";
import { present } from "@relaydeck/kit/assert";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterEach(() => product.simulator.control.clearFaults());
afterAll(() => close());

const fault = (device: OwnedDevice, effect: object) =>
  product.fault({ match: { device: device.serial, operation: "function" }, effect });
const no = { kind: "status", status: 200, body: { id: "x", last_app: "", connected: true, return_value: -3 } };

/** A device that reports only when it is told to, and its owner. */
async function scene() {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  await product.door("PATCH", `/devices/${device.serial}`, { telemetry: false });
  let sequence = 1_000_000;
  async function report(milliamps: number) {
    await product.advance(1_000);
    sequence += 1;
    const data = { i: [milliamps, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: sequence, up: 100_000 };
    await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
    await quiet();
    await product.deps.ingest.idle();
  }
  await report(1_240);
  const send = async (target: "on" | "off", validForMs = 10_000) => {
    const validUntil = toInstant(product.clock.now() + validForMs);
    const sending = rpcDoor.send(owner, { deviceId: device.id, target, validUntil });
    const { answer } = await product.whileTimePasses(sending);
    return again({ id: answer.commandId ?? "" });
  };
  return { owner, device, report, send };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const again = async ({ id }: { id: string }) => present(await findCommand(product.store.read, id), "It was begun, and stays");

/** Accepted by another node, which has not sent it. */
async function unsent({ owner, device }: { owner: Person; device: OwnedDevice }): Promise<CommandRow> {
  const now = product.clock.now();
  const wish = { deviceId: device.id, actorId: owner.userId, target: "off" as const, requestedAt: now, validUntil: now + 60_000 };
  return (await product.store.write((tx) => beginCommand(tx, aCommand(wish)))).command;
}

async function refused({ device, send }: Scene): Promise<CommandRow> {
  await fault(device, no);
  return send("off");
}

async function cancelled(of: Scene): Promise<CommandRow> {
  const command = await unsent(of);
  await product.deps.lines.apply(command.id, { kind: "ended", code: "CANCELLED" });
  return again(command);
}

test.each([
  { state: "failed", wish: refused },
  { state: "cancelled", wish: cancelled },
  { state: "requested", wish: unsent },
])("[CM-6, C10] an unconfirmed OFF under a proved ON and a $state OFF is judged by no report", async ({ state, wish }) => {
  const of = await scene();
  const { owner, device, report, send } = of;
  await fault(device, { kind: "status", status: 408, execute: false });
  const oldest = await send("off");
  await product.advance(1_000);
  const proved = await send("on");
  await report(1_240);
  expect([(await again(oldest)).state, (await again(proved)).state]).toEqual(["unconfirmed", "confirmed"]);
  expect((await wish(of)).state).toBe(state);
  await report(1_240);
  await report(1_240);
  expect(await again(oldest)).toMatchObject({ state: "unconfirmed", disagrees: false, contradictions: 0 });
  const viewer = await Viewer.watch(product, owner);
  await report(0);
  expect(await again(oldest)).toMatchObject({ state: "unconfirmed", confirmedAt: null });
  // Somebody switched it there: that is news of its own, and in nobody's name.
  const told = viewer.ofKind("activity").map(({ entry }) => entry);
  expect(told).toMatchObject([{ commandId: null, userId: null, relayNumber: 1 }]);
  viewer.close();
});

test("[D35] the late answer to an OFF under a proved ON and a refused OFF moves its own row alone", async () => {
  const of = await scene();
  const { device, report, send } = of;
  await fault(device, { kind: "delay", ms: 30_000 });
  const oldest = await send("off", 2_000);
  const proved = await send("on");
  await report(1_240);
  expect([oldest.state, (await again(proved)).state]).toEqual(["unconfirmed", "confirmed"]);
  expect((await refused(of)).state).toBe("failed");
  await product.passUntil(async () => (await again(oldest)).state === "acknowledged", 40_000);
  const [relay] = await relaysOf(product.store.read, [device.id]);
  expect(relay).toMatchObject({ acknowledged: "on", lastCommandId: proved.id });
});

test("[CM-6, D54] a contradiction that lasts is none of an OFF under a proved ON: nothing after that is its own", async () => {
  const { device, report, send } = await scene();
  await fault(device, { kind: "status", status: 408, execute: false });
  const oldest = await send("off");
  await report(1_240);
  expect(await again(oldest)).toMatchObject({ contradictions: 1, disagrees: false });
  const proved = await send("on");
  await report(1_240);
  expect((await again(proved)).state).toBe("confirmed");
  await product.advance(31_000);
  await sweepCommands(product.deps);
  expect(await again(oldest)).toMatchObject({ contradictions: 1, disagrees: false });
});

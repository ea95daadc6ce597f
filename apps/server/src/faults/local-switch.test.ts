/** A hand on the device's own button: the log tells each such move, and none that a command has told already. [C10, CM-6] */
import { findActivity } from "@relaydeck/db/console/activity";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { powerOneDoor, rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet } from "../testing/quiet.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterEach(() => product.simulator.control.clearFaults());
afterAll(() => close());

async function scene(): Promise<{ owner: Person; device: OwnedDevice; at: { deviceId: string } }> {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner, "P0SIM");
  return { owner, device, at: { deviceId: device.id } };
}

/** Lets what was measured reach the log. */
async function arrive(): Promise<void> {
  await product.advance(2_000);
  await quiet();
  await product.deps.ingest.idle();
}

async function press(device: OwnedDevice, state: "on" | "off"): Promise<void> {
  await product.door("POST", `/devices/${device.serial}/button`, { relay: 1, state });
  await arrive();
}

/** Moves of the relay without a command, oldest first. */
async function movesIn({ deviceId }: { deviceId: string }): Promise<string[]> {
  const { rows: entries } = await findActivity(product.store.read, {}, { limit: 1_000 });
  return entries
    .flatMap(({ entry }) =>
      entry.deviceId === deviceId && entry.relayNumber === 1 && entry.commandId === null ? [entry.message] : [],
    )
    .toReversed();
}

test("[C10] the button moves the relay the way the last confirmed command did: it is in the log", async () => {
  const { owner, device, at } = await scene();
  for (const target of ["on", "off"] as const) {
    const { answer } = await rpcDoor.send(owner, { ...at, target });
    await arrive();
    expect(answer.success).toBe(true);
  }
  expect(await movesIn(at)).toEqual([]);
  await press(device, "on");
  await press(device, "off");
  expect(await movesIn(at)).toEqual(["Relay 1 turned on", "Relay 1 turned off"]);
});

test("[C10] a command that failed answers for no move", async () => {
  const { owner, device, at } = await scene();
  const body = { id: device.providerId, connected: true, return_value: -1 };
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "status", status: 200, body } });
  expect(await powerOneDoor.send(owner, { ...at, target: "on" })).toMatchObject({ answer: { state: "failed" } });
  await arrive();
  await press(device, "on");
  expect(await movesIn(at)).toEqual(["Relay 1 turned on"]);
});

test("[C10, CM-6] a move while the answer is lost proves the command and is told once", async () => {
  const { owner, device, at } = await scene();
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "drop-reply" } });
  expect(await rpcDoor.send(owner, { ...at, target: "on" })).toMatchObject({ answer: { state: "unconfirmed" } });
  await arrive();
  expect(await movesIn(at)).toEqual([]);
  await press(device, "off");
  await press(device, "on");
  expect(await movesIn(at)).toEqual(["Relay 1 turned off", "Relay 1 turned on"]);
});

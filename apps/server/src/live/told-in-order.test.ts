/**
 * On Postgres a report of a device and what becomes of a command to it may be stored at the same instant. A report tells the
 * device with its commands, so these wait until it stands in the log: nobody is told an older state over a newer one. [C3, CM-8]
 */
import { toInstant } from "@relaydeck/contract/instants";
import { findDevice } from "@relaydeck/db/devices/store";
import { findCommandByKey } from "@relaydeck/db/relays/commands";
import { someoneWaits } from "@relaydeck/db/testing/waiting";
import { present } from "@relaydeck/kit/assert";
import { expect, onTestFinished, test } from "vitest";
import { adminBrowser } from "../testing/admins.ts";
import { rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

/** Does it while a report of the device is being stored; true when it waited for that. */
async function waitsForReport({ store }: Product, deviceId: string, work: () => Promise<unknown>): Promise<boolean> {
  const device = present(await findDevice(store.read, deviceId), "It is there");
  let [tellHeld, letGo] = [() => {}, () => {}];
  const isHeld = new Promise<void>((resolve) => (tellHeld = resolve));
  const mayEnd = new Promise<void>((resolve) => (letGo = resolve));
  const storing = store.write(async (tx) => {
    await tx.prepared.lockDevices([present(device.providerId, "The cloud knows it")]);
    tellHeld();
    await mayEnd;
  });
  await isHeld;
  let isOver = false;
  const doing = work().finally(() => {
    isOver = true;
  });
  await until(async () => isOver || (await someoneWaits(store.read)));
  const waited = !isOver;
  letGo();
  await Promise.all([storing, doing]);
  return waited;
}

test("[C3, CM-8] a command is begun, and its answer stored, after the report of its device that is being stored", async () => {
  const { product, close } = await startProduct({ database: "postgres" });
  onTestFinished(close);
  const maria = await addPerson(product);
  const device = await addDevice(product, maria);
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "hang" } });
  const byKey = () => findCommandByKey(product.store.read, { actorId: maria.userId, key: "one" });
  let answer: Promise<unknown> = Promise.resolve();
  const begin = async () => {
    answer = rpcDoor.send(maria, { deviceId: device.id, key: "one" }).catch(() => null);
    await until(async () => (await byKey()) !== null);
  };
  expect(await waitsForReport(product, device.id, begin)).toBe(true);
  await until(async () => (await byKey())?.state === "sent");
  const { id } = present(await byKey(), "It was sent");
  const done = { kind: "reply", outcome: { kind: "done", returnValue: 1 } } as const;
  expect(await waitsForReport(product, device.id, () => product.deps.lines.apply(id, done))).toBe(true);
  expect((await byKey())?.state).toBe("acknowledged");
  await answer;
});

test.each([
  { how: "is taken back", end: (maria: Person, commandId: string) => maria.browser.mutate("relays.cancel", { commandId }) },
  { how: "ends with its session", end: (maria: Person) => maria.browser.mutate("auth.logout") },
])("[C3, CM-8] a waiting command that $how does so after the report of its device that is being stored", async ({ end }) => {
  const { product, close } = await startProduct({ database: "postgres" });
  onTestFinished(close);
  const maria = await addPerson(product);
  const device = await addDevice(product, maria);
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "hang" } });
  const byKey = (key: string) => findCommandByKey(product.store.read, { actorId: maria.userId, key });
  const answers = [rpcDoor.send(maria, { deviceId: device.id, key: "first" }).catch(() => null)];
  await until(async () => (await byKey("first"))?.state === "sent");
  answers.push(rpcDoor.send(maria, { deviceId: device.id, key: "second" }).catch(() => null));
  await until(async () => (await byKey("second"))?.state === "requested");
  const { id } = present(await byKey("second"), "It waits");
  expect(await waitsForReport(product, device.id, () => end(maria, id))).toBe(true);
  expect((await byKey("second"))?.state).toBe("cancelled");
  await product.stop();
  await Promise.all(answers);
});

test("[D35, AD-7] who asked for a command is answered when the cloud is, also where the device has passed on meanwhile", async () => {
  const { product, close } = await startProduct();
  onTestFinished(close);
  const [maria, alex] = [await addPerson(product), await addPerson(product)];
  const device = await addDevice(product, maria);
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 3_000 } });
  const validUntil = toInstant(product.clock.now() + 50_000);
  let isAnswered = false;
  const answer = rpcDoor.send(maria, { deviceId: device.id, key: "one", validUntil }).finally(() => {
    isAnswered = true;
  });
  const byKey = () => findCommandByKey(product.store.read, { actorId: maria.userId, key: "one" });
  await until(async () => (await byKey())?.state === "sent");
  const admin = await adminBrowser(product);
  const change = { body: { ownerId: alex.userId } };
  expect((await admin.call("PATCH", `/api/admin/devices/${device.id}`, change)).status).toBe(200);
  await product.advance(3_100);
  // By its reply, or by the report of what it did.
  await until(async () => (await byKey())?.answeredAt !== null);
  await until(() => isAnswered);
  await answer;
});

/** Names, removal and history of a device, and the own view of the log, at both doors. [rest-shapes sections 5 and 6] */
import { Activity, ActivityCleared } from "@relaydeck/contract/activity";
import { DeviceWithMessage, RemovedDevice } from "@relaydeck/contract/devices";
import { DeviceHistory } from "@relaydeck/contract/history";
import { LinkHistory } from "@relaydeck/contract/status";
import { findCommand } from "@relaydeck/db/relays/commands";
import { assert } from "@relaydeck/kit/assert";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminBrowser } from "../testing/admins.ts";
import type { Answer } from "../testing/http-client.ts";
import { addDevice, addPerson, share, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { dataOf, seenDevice, seenPowerOne } from "../testing/seeing.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
let maria: Person;
let alex: Person;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  maria = await addPerson(product);
  alex = await addPerson(product, { firstName: "Alex", lastName: "Berg" });
  await until(() => product.deps.link.stream.state === "connected");
});
afterAll(() => close());

const told = ({ status, json }: Answer) => [status, (json as { code?: string }).code];
const patch = ({ browser }: Person, id: string, body: unknown) => browser.call("PATCH", `/api/devices/${id}`, { body });
const remove = ({ browser }: Person, id: string) => browser.call("DELETE", `/api/devices/${id}`);
const restore = ({ browser }: Person, id: string) => browser.post(`/api/devices/${id}/restore`);

test("[C13] PATCH /api/devices/{id} renames device and relays; every other field is refused by name", async () => {
  const { id } = await addDevice(product, maria);
  const renamed = await patch(maria, id, { name: " Pump house ", relays: [{ number: 1, name: "Well pump" }] });
  expect(renamed.status).toBe(200);
  expect(DeviceWithMessage.parse(renamed.json)).toMatchObject({ name: "Pump house", message: "Device updated" });
  const rpc = await maria.browser.mutate("relays.rename", { deviceId: id, relayNumber: 2, name: "Heater" });
  expect(DeviceWithMessage.parse(dataOf(rpc)).relays.map((relay) => relay.name)).toEqual([
    ...["Well pump", "Heater", "Relay 3", "Relay 4"],
  ]);
  for (const field of ["status", "isConnected", "ownerId", "serialNumber", "model", "userPermission"]) {
    const refused = await patch(maria, id, { [field]: "x" });
    expect([told(refused), refused.text.includes(field)]).toEqual([[400, "VALIDATION"], true]);
  }
  for (const body of [{ name: "" }, { name: "x".repeat(65) }, { name: "a\u0007b" }, { relays: [{ number: 5, name: "x" }] }])
    expect(told(await patch(maria, id, body))).toEqual([400, "VALIDATION"]);
  await share(product, { owner: maria, deviceId: id }, { person: alex, permission: "control" });
  expect(told(await patch(alex, id, { name: "Mine" }))).toEqual([403, "FORBIDDEN"]);
  expect((await seenDevice(maria, id)).name).toBe("Pump house");
});

test("[D30, AD-7] DELETE releases a device at once for everybody; who registers it next sees nothing of before; restore until then", async () => {
  const device = await addDevice(product, maria);
  const { id, serial } = device;
  await share(product, { owner: maria, deviceId: id }, { person: alex, permission: "view" });
  const pages = [await Viewer.watch(product, maria), await Viewer.watch(product, alex)];
  expect(told(await remove(alex, id))).toEqual([403, "FORBIDDEN"]);
  const removed = await remove(maria, id);
  expect(removed.status).toBe(200);
  expect(RemovedDevice.parse(removed.json)).toMatchObject({ id, message: "Device removed" });
  for (const page of pages) await until(() => page.ofKind("access-ended").some((item) => item.deviceId === id));
  expect(told(await remove(maria, id))).toEqual([404, "NOT_FOUND"]);
  expect(told(await maria.browser.query("devices.history", { deviceId: id, range: "1h" }))[0]).toBe(404);

  const restored = await restore(maria, id);
  expect(DeviceWithMessage.parse(restored.json)).toMatchObject({ id, message: "Device restored" });
  for (const page of pages) {
    await until(() => page.ofKind("access-granted").some((item) => item.device.id === id));
    expect(page.world().devices.some((seen) => seen.id === id)).toBe(true);
    page.close();
  }
  expect(told(await restore(alex, id))).toEqual([404, "NOT_FOUND"]);

  await remove(maria, id);
  const taken = await alex.browser.post("/api/register-device", { serialNumber: serial, deviceName: "Mine" });
  expect(taken.status).toBe(201);
  const next = DeviceWithMessage.parse(taken.json);
  expect(next.id).not.toBe(id);
  const history = DeviceHistory.parse(dataOf(await alex.browser.query("devices.history", { deviceId: next.id })));
  expect(history.switchings).toEqual([]);
  expect(told(await restore(maria, id))).toEqual([409, "UNDO_NOT_POSSIBLE"]);
});

test.each(["its owner", "an administrator"])(
  "[C4, D30] what came while a device was removed is asked for when %s brings it back",
  async (who) => {
    const [gone, switched] = [await addDevice(product, maria), await addDevice(product, maria)];
    for (const { id } of [gone, switched]) await remove(maria, id);
    await product.door("PATCH", `/devices/${gone.serial}`, { powered: false, notice: true });
    await product.door("POST", `/devices/${switched.serial}/button`, { relay: 1, state: "on" });
    await product.advance(5_000);
    const admin = await adminBrowser(product);
    for (const { id } of [gone, switched]) {
      const path = who === "its owner" ? `/api/devices/${id}/restore` : `/api/admin/devices/${id}/restore`;
      expect((await (who === "its owner" ? maria.browser : admin).post(path)).status).toBe(200);
    }
    await product.passUntil(async () => (await seenDevice(maria, gone.id)).status === "offline", 10_000);
    await product.passUntil(async () => (await seenDevice(maria, switched.id)).relays[0]?.state === "on", 10_000);
  },
);

test("[AD-7] a device that its deleted owner left tells the next one nothing of who switched it, and when", async () => {
  const anna = await addPerson(product);
  const device = await addDevice(product, anna);
  await product.door("PATCH", `/devices/${device.serial}`, { telemetry: false });
  await share(product, { owner: anna, deviceId: device.id }, { person: alex, permission: "control" });
  const switched = { deviceId: device.id, functionName: "ctrl_relay1", argument: "on", relayNumber: 1 };
  expect((await product.whileTimePasses(alex.browser.post("/api/powerone-relay-command", switched))).status).toBe(200);
  await product.advance(1_000);
  expect((await anna.browser.mutate("auth.deleteAccount", {})).status).toBe(200);
  const carl = await addPerson(product);
  const taken = await carl.browser.post("/api/register-device", { serialNumber: device.serial, deviceName: "Mine" });
  const next = DeviceWithMessage.parse(taken.json);
  expect(next.id).toBe(device.id);
  expect(next.relays[0]).toMatchObject({ command: null, unproved: [] });
  await product.advance(1_000);
  await product.deps.ingest.idle();
  expect((await seenDevice(carl, device.id)).relays[0]).toMatchObject({ command: null, unproved: [] });
  const { relays } = await seenPowerOne(carl, device.id);
  expect(relays[0]).toMatchObject({ commanded: null, acknowledged: null, confirmed: null });
});

test("[AD-7, D46] what proves a command is not told to who gave it, once their share was revoked", async () => {
  const anna = await addPerson(product);
  const device = await addDevice(product, anna);
  await product.door("PATCH", `/devices/${device.serial}`, { telemetry: false });
  const { id } = await share(product, { owner: anna, deviceId: device.id }, { person: alex, permission: "control" });
  const switched = { deviceId: device.id, functionName: "ctrl_relay1", argument: "on", relayNumber: 1 };
  const answer = await product.whileTimePasses(alex.browser.post("/api/powerone-relay-command", switched));
  const { commandId } = answer.json as { commandId: string };
  expect((await anna.browser.call("DELETE", `/api/device-shares/${id}`)).status).toBe(200);
  await product.advance(1_000);
  const data = { i: [0, 0, 0, 0], s: [1, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: 1_000_000, up: 100_000 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
  await until(async () => (await findCommand(product.store.read, commandId))?.state === "confirmed");
  const known = dataOf(await alex.browser.query("relays.command", { commandId }));
  expect(known).toMatchObject({ state: "acknowledged", confirmedAt: null, endedAt: null });
  const toldTo = async ({ browser }: Person) => {
    const log = z.array(Activity).parse((await browser.get("/api/activity-logs")).json);
    return log.filter((entry) => entry.commandId === commandId).map(({ commandState }) => commandState);
  };
  expect(await toldTo(anna)).toEqual(["confirmed", "acknowledged"]);
  expect(await toldTo(alex)).toEqual(["acknowledged"]);
});

test("[AD-7] what proves an earlier owner's command is told to nobody: to the next owner it is a move of its own", async () => {
  const anna = await addPerson(product);
  const device = await addDevice(product, anna);
  await product.door("PATCH", `/devices/${device.serial}`, { telemetry: false });
  await share(product, { owner: anna, deviceId: device.id }, { person: alex, permission: "control" });
  const switched = { deviceId: device.id, functionName: "ctrl_relay1", argument: "on", relayNumber: 1 };
  const answer = await product.whileTimePasses(alex.browser.post("/api/powerone-relay-command", switched));
  const { commandId } = answer.json as { commandId: string };
  expect((await anna.browser.mutate("auth.deleteAccount", {})).status).toBe(200);
  await product.advance(1_000);
  const carl = await addPerson(product);
  const page = await Viewer.watch(product, carl);
  // Registered, it is asked for its state, and that is the proof.
  const taken = await carl.browser.post("/api/register-device", { serialNumber: device.serial, deviceName: "Mine" });
  expect((taken.json as { id: string }).id).toBe(device.id);
  await until(async () => (await findCommand(product.store.read, commandId))?.state === "confirmed");
  const known = dataOf(await alex.browser.query("relays.command", { commandId }));
  expect(known).toMatchObject({ state: "acknowledged", confirmedAt: null, endedAt: null });
  await until(() => page.ofKind("activity").some(({ entry }) => entry.relayNumber === 1));
  expect(page.frames.join()).not.toMatch(/"kind":"command"|Alex/);
  page.close();
  const logOf = async ({ browser }: Person) => z.array(Activity).parse((await browser.get("/api/activity-logs")).json);
  const moves = (await logOf(carl)).filter((entry) => entry.relayNumber === 1);
  expect(moves).toMatchObject([{ message: "Relay 1 turned on", commandId: null, userId: null, userName: null }]);
  const noted = (await logOf(alex)).filter((entry) => entry.commandId === commandId);
  expect(noted.map(({ message }) => message)).toEqual(["Relay 1 on: the device answered, waiting for confirmation"]);
  const { switchings } = DeviceHistory.parse(dataOf(await carl.browser.query("devices.history", { deviceId: device.id })));
  expect(switchings).toMatchObject([{ relayNumber: 1, target: "on", by: "unknown", byName: null, commandId: null }]);
});

test("[C10] the history of a device tells moves, measures and who switched", async () => {
  const device = await addDevice(product, maria, "R1SIM");
  const answer = await product.whileTimePasses(
    maria.browser.post("/api/relay-command", { deviceId: device.id, command: "relay_on" }),
  );
  expect(answer.status).toBe(200);
  const ask = async () =>
    DeviceHistory.parse(dataOf(await maria.browser.query("devices.history", { deviceId: device.id, range: "1h" })));
  await product.passUntil(async () => (await ask()).switchings[0]?.state === "confirmed");
  const history = await ask();
  expect(history.switchings).toMatchObject([{ relayNumber: 1, target: "on", by: "you", byName: "Maria Lind" }]);
  expect(history.relays[0]?.steps.at(-1)?.state).toBe("on");
  expect(history.samples.length).toBeGreaterThan(0);
});

test("[D45] DELETE /api/activity-logs empties the caller's view alone, on all their pages", async () => {
  const page = await Viewer.watch(product, maria);
  const list = async ({ browser }: Person) => z.array(Activity).parse((await browser.get("/api/activity-logs")).json);
  const ofAlex = await list(alex);
  expect((await list(maria)).length).toBeGreaterThan(0);
  const cleared = await maria.browser.call("DELETE", "/api/activity-logs");
  expect([cleared.status, ActivityCleared.parse(cleared.json).message]).toEqual([200, "Activity logs cleared"]);
  await until(() => page.ofKind("activity-view").length > 0);
  page.close();
  expect(await list(maria)).toEqual([]);
  expect(await list(alex)).toEqual(ofAlex);
  expect(dataOf(await maria.browser.mutate("activity.restore", { clearedAt: null }))).toEqual({ clearedAt: null });
  expect((await list(maria)).length).toBeGreaterThan(0);
});

test("[C3] the day of the link to the device cloud is told with its gaps", async () => {
  const empty = LinkHistory.parse(dataOf(await maria.browser.query("status.linkHistory")));
  expect(Date.parse(empty.to) - Date.parse(empty.from)).toBe(24 * 60 * 60_000);
  await product.cutCloud();
  await product.passUntil(() => product.deps.link.stream.state !== "connected");
  await product.app.listener.settled();
  const cut = LinkHistory.parse(dataOf(await maria.browser.query("status.linkHistory")));
  expect(cut.gaps.at(-1)?.to).toBeNull();
  await product.restoreCloud();
  await product.passUntil(() => product.deps.link.stream.state === "connected");
});

test("[C3] a stop of the server itself is a gap too, with its true bounds", async () => {
  const stoppedAt = product.clock.now();
  await product.stop();
  assert(product.clock instanceof ManualClock, "Moved by hand");
  product.clock.jumpWall(10 * 60_000);
  await product.start();
  await product.passUntil(() => product.deps.link.stream.state === "connected");
  await product.app.listener.settled();
  const { gaps } = LinkHistory.parse(dataOf(await maria.browser.query("status.linkHistory")));
  const gap = gaps.at(-1);
  expect(Math.abs(Date.parse(gap?.from ?? "") - stoppedAt)).toBeLessThan(60_000);
  expect(Date.parse(gap?.to ?? "")).toBeGreaterThanOrEqual(stoppedAt + 10 * 60_000);
});

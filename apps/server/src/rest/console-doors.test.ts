/** The console over its doors, on the running product: documented calls, files, live sockets, and the cloud that is never asked. */
import {
  AdminDevice,
  AdminDeviceWithMessage,
  AdminUser,
  AdminUserWithMessage,
  DeletedDevice,
  DeletedUser,
} from "@relaydeck/contract/console";
import { Activity } from "@relaydeck/contract/activity";
import { present } from "@relaydeck/kit/assert";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminBrowser } from "../testing/admins.ts";
import type { Answer, Browser } from "../testing/http-client.ts";
import { addDevice, addPerson, share, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { dataOf } from "../testing/seeing.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
let admin: Browser;
let maria: Person;
let alex: Person;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  admin = await adminBrowser(product);
  maria = await addPerson(product);
  alex = await addPerson(product, { firstName: "Alex", lastName: "Berg" });
  await until(() => product.deps.link.stream.state === "connected");
});
afterAll(() => close());

const told = ({ status, json }: Answer) => [status, (json as { code?: string }).code];
const patch = (path: string, body: unknown) => admin.call("PATCH", `/api/admin/${path}`, { body });
const remove = (path: string) => admin.call("DELETE", `/api/admin/${path}`);
const restore = (path: string) => admin.post(`/api/admin/${path}/restore`);

test("[D0.12, IN-9] the three lists are bare arrays in their shape, with the total in X-Total-Count, searched and sorted from fixed names", async () => {
  await addDevice(product, maria);
  const lists = [
    { path: "users", shape: z.array(AdminUser) },
    { path: "devices", shape: z.array(AdminDevice) },
    { path: "activity-logs", shape: z.array(Activity) },
  ];
  for (const { path, shape } of lists) {
    const answer = await admin.get(`/api/admin/${path}?limit=1&offset=0`);
    expect([path, answer.status, shape.parse(answer.json).length]).toEqual([path, 200, 1]);
    expect(Number(answer.headers["x-total-count"])).toBeGreaterThanOrEqual(1);
    for (const wrong of [
      "sort=passwordHash",
      "limit=0",
      "limit=1001",
      "limit=1e2",
      "offset=-1",
      "order=up",
      "odd=1",
      "limit=1&limit=2",
    ])
      expect([wrong, ...told(await admin.get(`/api/admin/${path}?${wrong}`))]).toEqual([wrong, 400, "VALIDATION"]);
  }
  const found = await admin.get("/api/admin/users?search=aLEx%20b&sort=email&order=asc");
  expect(z.array(AdminUser).parse(found.json)).toMatchObject([{ id: alex.userId }]);
  expect(found.headers["x-total-count"]).toBe("1");
});

test("[AD-3, AD-7] PATCH users and devices answer the row, its version and the message; what is wrong is refused as documented", async () => {
  const { id } = await addDevice(product, maria);
  const user = await patch(`users/${maria.userId}`, { lastName: "Lindqvist" });
  expect(AdminUserWithMessage.parse(user.json)).toMatchObject({ lastName: "Lindqvist", message: "User updated successfully" });
  expect(told(await patch(`users/${maria.userId}`, { email: alex.email }))).toEqual([409, "EMAIL_TAKEN"]);
  expect(told(await patch(`users/${maria.userId}`, { firstName: "M", version: 1 }))).toEqual([409, "STALE"]);
  expect(told(await patch(`users/${maria.userId}`, { role: "admin" }))).toEqual([400, "VALIDATION"]);
  expect(told(await patch("users/usr_none", { firstName: "M" }))).toEqual([404, "NOT_FOUND"]);
  const device = await patch(`devices/${id}`, { name: "Pump house" });
  expect(AdminDeviceWithMessage.parse(device.json)).toMatchObject({ name: "Pump house", message: "Device updated successfully" });
  expect(told(await patch(`devices/${id}`, { ownerId: "usr_none" }))).toEqual([400, "VALIDATION"]);
  expect(told(await patch(`devices/${id}`, { status: "online", isConnected: false }))).toEqual([400, "VALIDATION"]);
  expect(told(await patch(`devices/${maria.userId}`, { name: "Pump" }))).toEqual([404, "NOT_FOUND"]);
});

test("[AD-4] an override is shown as such, asks nothing of the cloud, and ends with the device's next word", async () => {
  const { id, serial, providerId } = await addDevice(product, maria);
  const calls = () => product.simulator.control.requests().filter(({ device }) => device === providerId).length;
  const before = calls();
  const answer = await patch(`devices/${id}`, { status: "offline", relayState: "on" });
  expect(answer.json).toMatchObject({ status: "offline", isConnected: false, relayState: "on", overridden: true });
  const row = async () => {
    const list = await admin.get(`/api/admin/devices?search=${serial}`);
    return present(z.array(AdminDevice).parse(list.json)[0], "It is found by its serial number");
  };
  await product.advance(5_000);
  expect(await row()).toMatchObject({ status: "offline", overridden: true });
  // The owner is told what the device and the cloud said, in the list and in its count alike. [D32, D40]
  const own = z
    .array(z.looseObject({ id: z.string(), isConnected: z.boolean() }))
    .parse((await maria.browser.get("/api/devices")).json);
  expect(own.find((device) => device.id === id)).toMatchObject({ status: "online", isConnected: true });
  const { json: stats } = await maria.browser.get("/api/system-stats");
  const count = own.filter(({ isConnected }) => isConnected).length;
  expect(stats).toMatchObject({ activeDevices: `${count} of ${own.length}` });
  expect(calls()).toBe(before);
  const data = { i: [0, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: 5_000, up: 100_000 };
  await product.door("POST", "/emit", { device: serial, name: "powerone/data", data });
  await until(async () => !(await row()).overridden);
  expect(await row()).toMatchObject({ status: "online", isConnected: true });
});

test("[AD-5, SE-5] deleting a user closes the sockets and refuses the cookie at once; undo gives the devices back, a new sign-in is needed", async () => {
  const nina = await addPerson(product, { firstName: "Nina", lastName: "New" });
  const { id } = await addDevice(product, nina);
  await share(product, { owner: nina, deviceId: id }, { person: alex, permission: "view" });
  const [own, sharees] = [await Viewer.watch(product, nina), await Viewer.watch(product, alex)];
  const deleted = await remove(`users/${nina.userId}`);
  expect(DeletedUser.parse(deleted.json)).toMatchObject({ id: nina.userId, message: "User deleted successfully" });
  await until(() => own.closeCode !== null);
  expect(own.closeCode).toBe(4401);
  expect(told(await nina.browser.get("/api/devices"))).toEqual([401, "SESSION_REQUIRED"]);
  await until(() => sharees.ofKind("access-ended").some((item) => item.deviceId === id));
  expect(told(await remove(`users/${nina.userId}`))).toEqual([404, "NOT_FOUND"]);
  const back = await restore(`users/${nina.userId}`);
  expect(AdminUserWithMessage.parse(back.json)).toMatchObject({ id: nina.userId, message: "User restored" });
  await until(() => sharees.world().devices.some((device) => device.id === id));
  expect(told(await nina.browser.get("/api/devices"))).toEqual([401, "SESSION_REQUIRED"]);
  const found = await admin.get(`/api/admin/devices?search=${id}`);
  expect(z.array(AdminDevice).parse(found.json)).toMatchObject([{ ownerId: nina.userId }]);
  sharees.close();
});

test("[AD-6, AD-7] a transfer and a deletion reach everybody's open page at once, and neither owner sees the other's time", async () => {
  const { id } = await addDevice(product, maria);
  const [from, to] = [await Viewer.watch(product, maria), await Viewer.watch(product, alex)];
  await product.advance(1_000);
  expect((await patch(`devices/${id}`, { ownerId: alex.userId })).status).toBe(200);
  await until(() => to.world().devices.some((device) => device.id === id));
  await until(() => from.ofKind("access-ended").some((item) => item.deviceId === id));
  expect(told(await maria.browser.get(`/api/devices/${id}/powerone-data`))).toEqual([404, "NOT_FOUND"]);
  const log = (await alex.browser.get("/api/activity-logs")).json as { deviceId: string }[];
  expect(log.filter(({ deviceId }) => deviceId === id)).toEqual([]);
  const deleted = await remove(`devices/${id}`);
  expect(DeletedDevice.parse(deleted.json)).toMatchObject({ id, message: "Device deleted successfully" });
  await until(() => to.ofKind("access-ended").some((item) => item.deviceId === id));
  const back = await restore(`devices/${id}`);
  expect(AdminDeviceWithMessage.parse(back.json)).toMatchObject({ ownerId: alex.userId, message: "Device restored" });
  await until(() => to.world().devices.some((device) => device.id === id));
  for (const viewer of [from, to]) viewer.close();
});

test("[AD-6] what was never deleted, or is back already, is answered as it is: nothing changes and nothing is recorded", async () => {
  const { id } = await addDevice(product, maria);
  const row = async () => {
    const { json } = await admin.get(`/api/admin/devices?search=${id}`);
    return (json as { status: string }[])[0];
  };
  const before = await row();
  const audited = await audits();
  const answer = await restore(`devices/${id}`);
  expect([answer.status, answer.json]).toEqual([200, { ...before, message: "Device restored" }]);
  expect([await row(), await audits()]).toEqual([before, audited]);
  await remove(`devices/${id}`);
  expect((await restore(`devices/${id}`)).status).toBe(200);
  // It is asked what it did meanwhile, which is no act of anybody.
  await until(async () => (await row())?.status === "online");
  await product.advance(1_000);
  const back = await row();
  const again = await restore(`devices/${id}`);
  expect([again.status, again.json, await row()]).toEqual([200, { ...back, message: "Device restored" }, back]);
});

const audits = () => product.store.read.db.$count(product.store.t.auditLog);

test("[AD-6, D30] a deleted device's serial number is registered anew under a new id, and undo of the old one is 409", async () => {
  const { id, serial } = await addDevice(product, maria);
  await share(product, { owner: maria, deviceId: id }, { person: alex, permission: "control" });
  await remove(`devices/${id}`);
  const anew = await alex.browser.post("/api/register-device", { serialNumber: serial, deviceName: "Mine" });
  expect(anew.status).toBe(201);
  expect((anew.json as { id: string }).id).not.toBe(id);
  expect(told(await restore(`devices/${id}`))).toEqual([409, "UNDO_NOT_POSSIBLE"]);
  const bin = dataOf(await admin.query("admin.deleted", { kind: "devices" })) as {
    rows: { id: string; keptFrom: string | null }[];
  };
  expect(bin.rows.find((row) => row.id === id)).toMatchObject({ keptFrom: "taken" });
});

test("[AD-6] of an undo by the administrator and a registration at the same moment exactly one has the serial number", async () => {
  const { id, serial } = await addDevice(product, maria);
  await remove(`devices/${id}`);
  const answers = await Promise.all([
    restore(`devices/${id}`),
    alex.browser.post("/api/register-device", { serialNumber: serial, deviceName: "Mine" }),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect([400, 409]).toContain(answers.find(({ status }) => status >= 300)?.status);
});

test("[EX-2, AD-1] the lists as files: for administrators alone, with a fixed name, as of the filter; other methods and fields are refused", async () => {
  for (const name of ["users", "devices", "activity-logs", "audit"]) {
    const path = `/api/admin/${name}.csv`;
    expect(told(await maria.browser.get(path))).toEqual([401, "ADMIN_SESSION_REQUIRED"]);
    expect(told(await product.browser().get(path))).toEqual([401, "ADMIN_SESSION_REQUIRED"]);
    expect(told(await admin.post(path, {}))).toEqual([405, "METHOD_NOT_ALLOWED"]);
    expect(told(await admin.get(`${path}?odd=1`))).toEqual([400, "VALIDATION"]);
    const { status, headers, text } = await admin.get(path);
    expect([status, headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="relaydeck-[a-z]+\.csv"$/);
    expect(text.split("\r\n").length).toBeGreaterThan(2);
  }
  const { text } = await admin.get(`/api/admin/users.csv?ids=${alex.userId}&emailVerified=true`);
  expect(
    text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.slice(1, 27)),
  ).toEqual([alex.userId]);
  expect(told(await admin.get("/api/admin/users.csv?emailVerified=yes"))).toEqual([400, "VALIDATION"]);
});

test("[EX-2] what begins like a formula stands behind an apostrophe in every file, and a quote ends no cell", async () => {
  const names = ["=1+1", "+1", "-1", "@SUM(1)", "\uFF1D1", "\uFF0B1", "\uFF0D1", "\uFF201", '=HYPERLINK("evil")'];
  const device = await addDevice(product, maria);
  for (const firstName of names) {
    const { userId } = await addPerson(product, { firstName, lastName: "Formula" });
    expect(told(await patch(`devices/${device.id}`, { name: firstName }))[0]).toBe(200);
    const asText = `"'${firstName.replaceAll('"', '""')}"`;
    const users = await admin.get(`/api/admin/users.csv?ids=${userId}`);
    expect(users.text.split("\r\n")[1]?.split(",")[2]).toBe(asText);
    const devices = await admin.get(`/api/admin/devices.csv?ids=${device.id}`);
    expect(devices.text.split("\r\n")[1]).toContain(`,${asText},`);
  }
});

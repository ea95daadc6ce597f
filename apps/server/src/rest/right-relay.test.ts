/** No command reaches another device or relay than the one that was meant, whatever an operator or administrator changed. [D34] */
import { toInstant } from "@relaydeck/contract/instants";
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { findCommandByKey } from "@relaydeck/db/relays/commands";
import { present } from "@relaydeck/kit/assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { adminBrowser } from "../testing/admins.ts";
import { callsTo, rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson } from "../testing/people.ts";
import { startProduct } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

test("[D30, AZ-7] a serial number that an administrator gave to other hardware makes nobody the owner of that hardware", async () => {
  const { product, close } = await startProduct();
  onTestFinished(close);
  const [maria, alex] = [await addPerson(product), await addPerson(product)];
  const first = await addDevice(product, maria);
  const admin = await adminBrowser(product);
  const change = { serialNumber: "P0SIM0150", ownerId: null };
  expect((await admin.call("PATCH", `/api/admin/devices/${first.id}`, { body: change })).status).toBe(200);
  const asked = { serialNumber: "P0SIM0150", deviceName: "Pump" };
  expect(await alex.browser.post("/api/register-device", asked)).toMatchObject({
    status: 400,
    json: { code: "SERIAL_NOT_AVAILABLE" },
  });
  expect((await alex.browser.get("/api/devices")).json).toEqual([]);
  // The way out is the administrator's.
  expect((await admin.call("DELETE", `/api/admin/devices/${first.id}`)).status).toBe(200);
  const taken = await alex.browser.post("/api/register-device", asked);
  expect(taken.status).toBe(201);
  const { id } = taken.json as { id: string };
  expect((await rpcDoor.send(alex, { deviceId: id })).status).toBe(200);
  expect(product.simulator.control.device("P0SIM0150")?.relays[0]?.contact).toBe("closed");
  expect(callsTo(product, first)).toEqual([]);
});

test("[D34, CM-7] a command that waited over a restart is sent to no other relay where the profile has fewer by then", async () => {
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-profiles-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "profiles.json");
  const [four] = builtInProfiles;
  const profile = present(four, "There are built-in profiles");
  writeFileSync(file, JSON.stringify([profile]));
  const { product, close } = await startProduct({ environment: { DEVICE_PROFILES: file } });
  onTestFinished(close);
  const maria = await addPerson(product);
  const device = await addDevice(product, maria);
  const byKey = (key: string) => findCommandByKey(product.store.read, { actorId: maria.userId, key });
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "hang" } });
  const validUntil = toInstant(product.clock.now() + 50_000);
  const wish = { deviceId: device.id, relayNumber: 3, validUntil } as const;
  const answers = ["first", "second"].map((key) => rpcDoor.send(maria, { ...wish, key }).catch(() => null));
  await until(async () => (await byKey("first"))?.state === "sent" && (await byKey("second"))?.state === "requested");
  await product.stop();
  await Promise.all(answers);
  const one = { ...profile, relays: 1, call: { functionName: "ctrl_relay1", on: "on", off: "off" } };
  writeFileSync(file, JSON.stringify([one]));
  await product.start();
  await product.passUntil(async () => (await byKey("second"))?.state !== "requested");
  expect(await byKey("second")).toMatchObject({ state: "cancelled", reasonCode: "ACCESS_ENDED", sentAt: null });
  expect(callsTo(product, device).map(({ name }) => name)).toEqual(["ctrl_relay3"]);
});

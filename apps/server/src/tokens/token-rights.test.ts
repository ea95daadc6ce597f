/** What a program's token is good for: never more than its owner's right at that moment, on REST and tRPC alike. [C6, architecture 7] */
import { isForToken, tokenScopes, type ProcedureName } from "@relaydeck/api/testing/authorisation";
import { appRouter } from "@relaydeck/api/router";
import { listAudit } from "@relaydeck/db/audit/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, commandDoors, powerOneDoor, rpcDoor, traceOf } from "../testing/commanding.ts";
import { addDevice, addPerson, share, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { addProgram, type Program } from "../testing/programs.ts";
import { dataOf, seenDevice, seenPowerOne, seenStatus } from "../testing/seeing.ts";

let product: Product;
let close: () => Promise<void>;
let maria: Person;
let pump: OwnedDevice;
let yard: OwnedDevice;
let lamp: OwnedDevice;
let reader: Program;
let controller: Program;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  maria = await addPerson(product);
  pump = await addDevice(product, maria);
  yard = await addDevice(product, maria);
  lamp = await addDevice(product, maria, "R1SIM");
  reader = await addProgram(product, maria, { scope: "read" });
  controller = await addProgram(product, maria);
});
afterAll(() => close());

const idsIn = (list: unknown) => (list as { id: string }[]).map(({ id }) => id).toSorted();

describe("the scopes", () => {
  test("[C6] a token reads what its owner reads, to the letter, on both doors", async () => {
    for (const path of ["/api/auth/user", "/api/devices", "/api/shared-devices", "/api/activity-logs"])
      expect((await reader.browser.get(path)).json).toEqual((await maria.browser.get(path)).json);
    expect(await seenDevice(reader, pump.id)).toEqual(await seenDevice(maria, pump.id));
    expect(await seenPowerOne(reader, pump.id)).toEqual(await seenPowerOne(maria, pump.id));
    expect(await seenStatus(reader)).toMatchObject({ totalCount: 3 });
  });

  test.each(commandDoors)("[C6] a reading token switches nothing over $name: 403, and no call leaves", async (door) => {
    const device = door.kind === "P0SIM" ? pump : lamp;
    const said = await door.send(reader, { deviceId: device.id });
    expect(said).toMatchObject({
      status: 403,
      answer: { success: false, code: "FORBIDDEN", message: "This token may only read" },
    });
    expect(callsTo(product, device)).toEqual([]);
  });

  test.each(commandDoors)("[C6, AD-8] a controlling token switches over $name, and row and audit name it", async (door) => {
    const device = door.kind === "P0SIM" ? await addDevice(product, maria) : lamp;
    const said = await product.whileTimePasses(door.send(controller, { deviceId: device.id }));
    expect(said).toMatchObject({ status: 200, answer: { success: true, command: { by: "you" } } });
    const { commandId } = said.answer;
    expect((await traceOf(product, { deviceId: device.id, commandId })).row).toMatchObject({
      actorId: maria.userId,
      sessionId: controller.tokenId,
    });
    const rows = await listAudit(product.store.read, { limit: 20 });
    expect(rows.find(({ action, subjectId }) => action === "relay.requested" && subjectId === commandId)).toMatchObject({
      actorId: maria.userId,
      after: { tokenId: controller.tokenId },
    });
  });

  /** Who signs in as an administrator brings nothing, and these say nothing about anybody. [AD-1] */
  const forEverybody = new Set(["admin.auth", "admin.clock", "admin.login", "admin.logout"]);
  const isOfAdministrators = (name: string) =>
    name.startsWith("admin.") || (name.startsWith("analytics.") && name !== "analytics.mine");

  test("[C6] of all procedures a token may call these and no others: accounts, sessions, tokens and shares take a person", async () => {
    const wrong: string[] = [];
    const procedures: Readonly<Record<string, unknown>> = appRouter._def.procedures;
    expect(Object.keys(procedures)).toEqual(expect.arrayContaining(Object.keys(tokenScopes)));
    for (const [name, procedure] of Object.entries(procedures)) {
      const { type } = (procedure as { _def: { type: string } })._def;
      if (type === "subscription" || forEverybody.has(name)) continue;
      for (const program of [reader, controller]) {
        const answer = type === "query" ? await program.browser.query(name) : await program.browser.mutate(name);
        const isOpen = isForToken(name as ProcedureName, program === reader ? "read" : "control");
        const isRefused = isOfAdministrators(name)
          ? answer.status === 401 && answer.text.includes('"ADMIN_SESSION_REQUIRED"')
          : answer.status === 403 && answer.text.includes('"FORBIDDEN"');
        if (isRefused === isOpen)
          wrong.push(`${name} ${program === reader ? "read" : "control"}: ${answer.status} ${answer.text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("chosen devices", () => {
  test("[C6, AZ-3] what a token does not name is to it as if it did not exist, in lists, counts, log and by id", async () => {
    const bound = await addProgram(product, maria, { deviceIds: [pump.id] });
    expect(idsIn((await bound.browser.get("/api/devices")).json)).toEqual([pump.id]);
    expect(await seenStatus(bound)).toMatchObject({ totalCount: 1 });
    const log = (await bound.browser.get("/api/activity-logs")).json as { deviceId: string | null }[];
    expect(log.length).toBeGreaterThan(0);
    expect(new Set(log.map(({ deviceId }) => deviceId))).toEqual(new Set([pump.id]));
    const unknown = await bound.browser.get(`/api/devices/dev_${"0".repeat(22)}/powerone-data`);
    const unnamed = await bound.browser.get(`/api/devices/${yard.id}/powerone-data`);
    expect([unnamed.status, unnamed.text]).toEqual([404, unknown.text]);
    for (const door of [powerOneDoor, rpcDoor]) expect((await door.send(bound, { deviceId: yard.id })).status).toBe(404);
    expect((await bound.browser.mutate("devices.check", { deviceId: yard.id })).status).toBe(404);
    expect(callsTo(product, yard)).toEqual([]);
    expect((await product.whileTimePasses(rpcDoor.send(bound, { deviceId: pump.id }))).status).toBe(200);
  });

  test("[C6, CM-10] a command of a device that the token does not name is not shown to it, neither by id nor by key", async () => {
    const bound = await addProgram(product, maria, { deviceIds: [pump.id] });
    const wish = { deviceId: yard.id, key: "key-of-the-yard" };
    const said = await product.whileTimePasses(rpcDoor.send(maria, wish));
    const ways = [{ commandId: said.answer.commandId }, { key: wish.key }];
    for (const way of ways) {
      expect((await bound.browser.query("relays.command", way)).status).toBe(404);
      expect(dataOf(await controller.browser.query("relays.command", way))).toMatchObject({ commandId: said.answer.commandId });
    }
    expect((await rpcDoor.send(bound, wish)).status).toBe(404);
    expect((await bound.browser.mutate("relays.cancel", ways[0])).status).toBe(404);
  });

  test("[C6] a token for named devices registers none, because it would not be among them", async () => {
    const bound = await addProgram(product, maria, { deviceIds: [pump.id] });
    const wish = { serialNumber: "P0SIM0199", deviceName: "New" };
    expect((await bound.browser.post("/api/register-device", wish)).json).toMatchObject({ code: "FORBIDDEN" });
    expect((await reader.browser.post("/api/register-device", wish)).json).toMatchObject({ code: "FORBIDDEN" });
    expect((await controller.browser.post("/api/register-device", wish)).status).toBe(201);
  });
});

test("[C6, AZ-5] a token follows its owner's right at that moment: downgraded 403, ended 404", async () => {
  const alex = await addPerson(product, { firstName: "Alex", lastName: "Berg" });
  const device = await addDevice(product, maria);
  const by = { owner: maria, deviceId: device.id };
  await share(product, by, { person: alex, permission: "control" });
  const program = await addProgram(product, alex, { deviceIds: [device.id] });
  const statuses = async () => {
    const read = await program.browser.get(`/api/devices/${device.id}/powerone-data`);
    const switched = await product.whileTimePasses(rpcDoor.send(program, { deviceId: device.id }));
    return [read.status, switched.status];
  };
  expect(await statuses()).toEqual([200, 200]);
  const downgraded = await share(product, by, { person: alex, permission: "view" });
  expect(await statuses()).toEqual([200, 403]);
  await maria.browser.mutate("shares.revoke", { shareId: downgraded.id });
  expect(await statuses()).toEqual([404, 404]);
});

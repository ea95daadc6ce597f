/**
 * What decides before a relay command begins, on each of its doors: repeats, joins, rights, deadlines, keys, bodies.
 *
 * Not here: what becomes of a command that began; that is command-table.test.ts.
 */
import { toInstant } from "@relaydeck/contract/instants";
import { findCommandByKey } from "@relaydeck/db/relays/commands";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callsTo, commandDoors, oneRelayDoor, powerOneDoor, type CommandDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, share, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterEach(() => product.simulator.control.clearFaults());
afterAll(() => close());

interface Scene {
  readonly owner: Person;
  readonly device: OwnedDevice;
  readonly viewer: Viewer;
}

async function scene(door: CommandDoor): Promise<Scene> {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner, door.kind);
  return { owner, device, viewer: await Viewer.watch(product, owner) };
}

const isBegun = async (person: Person, key: string) =>
  (await findCommandByKey(product.store.read, { actorId: person.userId, key })) !== null;
const onFunction = (device: OwnedDevice) => ({ device: device.serial, operation: "function" });

describe.each(commandDoors)("$name", (door) => {
  test("[D35] known offline: 409 before any row, no key bound, no call", async () => {
    const { owner, device, viewer } = await scene(door);
    await product.door("PATCH", `/devices/${device.serial}`, { powered: false, notice: true });
    await until(() => viewer.world().devices[0]?.status === "offline");
    const wish = { deviceId: device.id, key: "again" };
    expect(await door.send(owner, wish)).toMatchObject({
      status: 409,
      answer: {
        success: false,
        state: null,
        commandId: null,
        code: "DEVICE_NOT_CONNECTED",
        message: "Device must be online to control relays",
      },
    });
    await product.door("PATCH", `/devices/${device.serial}`, { powered: true });
    await product.passUntil(() => viewer.world().devices[0]?.status === "online");
    expect(await door.send(owner, wish)).toMatchObject({ status: 200, answer: { success: true, repeat: false } });
    expect(callsTo(product, device)).toHaveLength(1);
  });

  test("[CM-10, CM-1] a repeat gets the command's present state and the status for it, marked as repeat", async () => {
    const { owner, device } = await scene(door);
    await product.fault({ match: onFunction(device), effect: { kind: "drop-reply" } });
    const wish = { deviceId: device.id, key: "key-1" };
    const first = await door.send(owner, wish);
    expect(first).toMatchObject({ status: 504, answer: { state: "unconfirmed", repeat: false } });
    await product.advance(2_000);
    const second = await door.send(owner, { ...wish, validUntil: toInstant(product.clock.now() - 60_000) });
    expect(second).toMatchObject({
      status: 200,
      answer: {
        success: true,
        state: "confirmed",
        repeat: true,
        commandId: first.answer.commandId,
        message: "The device reports the new state. Its answer did not come.",
      },
    });
    expect(callsTo(product, device)).toHaveLength(1);
  });

  test("[CM-10, D35] a repeat while it is under way waits like the first", async () => {
    const { owner, device } = await scene(door);
    await product.fault({ match: onFunction(device), effect: { kind: "delay", ms: 4_000 } });
    const wish = { deviceId: device.id, key: "key-2" };
    const first = door.send(owner, wish);
    await product.passUntil(() => callsTo(product, device).length === 1);
    const answers = await product.whileTimePasses(Promise.all([first, door.send(owner, wish)]));
    expect(answers).toMatchObject([{ status: 200 }, { status: 200, answer: { repeat: true } }]);
    expect(answers[1]?.answer.commandId).toBe(answers[0]?.answer.commandId);
  });

  test("[CM-2] the same key with other content: 422, no call", async () => {
    const { owner, device } = await scene(door);
    await door.send(owner, { deviceId: device.id, key: "key-3" });
    expect(await door.send(owner, { deviceId: device.id, key: "key-3", target: "off" })).toEqual({
      status: 422,
      answer: {
        success: false,
        message: "This idempotency key belongs to another command",
        commandId: null,
        state: null,
        code: "KEY_REUSED",
        repeat: false,
        command: null,
      },
      retryAfter: undefined,
    });
    expect(callsTo(product, device)).toHaveLength(1);
  });

  test("[CM-2] without key an equal command that is under way is joined: one call, one commandId", async () => {
    const { owner, device } = await scene(door);
    await product.fault({ match: onFunction(device), effect: { kind: "delay", ms: 3_000 } });
    const first = door.send(owner, { deviceId: device.id });
    await product.passUntil(() => callsTo(product, device).length === 1);
    const answers = await product.whileTimePasses(Promise.all([first, door.send(owner, { deviceId: device.id })]));
    expect(new Set(answers.map(({ answer }) => answer.commandId)).size).toBe(1);
    expect(callsTo(product, device)).toHaveLength(1);
  });

  test("[CM-7] a newer opposite command cancels an older one that is not sent: 409 SUPERSEDED", async () => {
    const { owner, device } = await scene(door);
    await product.fault({ match: onFunction(device), effect: { kind: "delay", ms: 3_000 } });
    const first = door.send(owner, { deviceId: device.id, key: "on-1" });
    await product.passUntil(() => callsTo(product, device).length === 1);
    const waiting = door.send(owner, { deviceId: device.id, key: "on-2" });
    await until(() => isBegun(owner, "on-2"));
    const newer = door.send(owner, { deviceId: device.id, key: "off-1", target: "off" });
    const [, superseded, last] = await product.whileTimePasses(Promise.all([first, waiting, newer]));
    expect(superseded).toMatchObject({
      status: 409,
      answer: {
        success: false,
        state: "cancelled",
        code: "SUPERSEDED",
        message: "Cancelled before sending: a newer opposite command was given",
      },
    });
    expect(last).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
    expect(callsTo(product, device).map(({ argument }) => argument)).toEqual(["on", "off"]);
  });

  test("[AZ-2] the right ends before sending: 409 ACCESS_ENDED, no call", async () => {
    const { owner, device } = await scene(door);
    const alex = await addPerson(product, { firstName: "Alex", lastName: "Berg" });
    const given = await share(product, { owner, deviceId: device.id }, { person: alex, permission: "control" });
    await product.fault({ match: onFunction(device), effect: { kind: "delay", ms: 3_000 } });
    const first = door.send(owner, { deviceId: device.id, key: "one" });
    await product.passUntil(() => callsTo(product, device).length === 1);
    const waiting = door.send(alex, { deviceId: device.id, key: "two" });
    await until(() => isBegun(alex, "two"));
    const revoked = await owner.browser.mutate("shares.revoke", { shareId: given.id });
    expect(revoked.status).toBe(200);
    const [, cancelled] = await product.whileTimePasses(Promise.all([first, waiting]));
    expect(cancelled).toMatchObject({
      status: 409,
      answer: {
        state: "cancelled",
        code: "ACCESS_ENDED",
        message: "Cancelled before sending: the right to switch this device ended",
      },
    });
    expect(callsTo(product, device)).toHaveLength(1);
  });

  test("[AZ-2, AZ-3, AZ-5] view share 403, stranger, expired share, other kind of id and nobody's id 404, all without row or call", async () => {
    const { owner, device } = await scene(door);
    const [viewer, stranger, late] = [await addPerson(product), await addPerson(product), await addPerson(product)];
    await share(product, { owner, deviceId: device.id }, { person: viewer, permission: "view" });
    await share(product, { owner, deviceId: device.id }, { person: late, permission: "control", expiresInMs: 1_000 });
    await product.advance(1_000);
    const forbidden = await door.send(viewer, { deviceId: device.id });
    expect(forbidden).toMatchObject({ status: 403, answer: { success: false, state: null, commandId: null, code: "FORBIDDEN" } });
    const nobodys = `dev_${"0".repeat(22)}`;
    const unseen = [
      await door.send(stranger, { deviceId: device.id }),
      await door.send(late, { deviceId: device.id }),
      await door.send(stranger, { deviceId: nobodys }),
      await door.send(owner, { deviceId: owner.userId }),
      await door.send(owner, { deviceId: "dev_" }),
    ];
    for (const said of unseen) expect(said).toEqual(unseen[0]);
    expect(unseen[0]).toMatchObject({
      status: 404,
      answer: { code: "NOT_FOUND", message: "Not found", state: null, commandId: null },
    });
    expect(callsTo(product, device)).toHaveLength(0);
  });

  // Nothing of these leaves a trace, so they share one device.
  let shared: Promise<Scene> | null = null;
  const sharedScene = () => (shared ??= scene(door));

  test.each([
    ["past", (now: number) => toInstant(now - 1)],
    ["just now", (now: number) => toInstant(now)],
    ["61 s ahead", (now: number) => toInstant(now + 61_000)],
    ["without offset", () => "2026-11-21T14:02:05.000"],
    ["a number", (now: number) => now + 5_000],
    ["no date", () => "soon"],
  ])("[CM-3] validUntil %s is 400 and sends nothing", async (_, at) => {
    const { owner, device } = await sharedScene();
    const said = await door.send(owner, { deviceId: device.id, validUntil: at(product.clock.now()) });
    expect(said).toMatchObject({ status: 400, answer: { success: false, state: null, commandId: null, code: "VALIDATION" } });
    expect(callsTo(product, device)).toHaveLength(0);
  });

  test.each(["x", "a key", "k".repeat(256), "Schl\u00fcssel"])("[CM-1] key %j is 400 and sends nothing", async (key) => {
    const { owner, device } = await sharedScene();
    const said = await door.send(owner, { deviceId: device.id, key });
    expect(said).toMatchObject({ status: 400, answer: { code: "VALIDATION", commandId: null } });
    expect(callsTo(product, device)).toHaveLength(0);
  });

  test("[CM-3] an offset other than Z is understood, and the deadline kept", async () => {
    const { owner, device } = await scene(door);
    const at = product.clock.now() + 20_000;
    const inDelhi = toInstant(at + 5.5 * 3_600_000).replace("Z", "+05:30");
    const { answer } = await door.send(owner, { deviceId: device.id, validUntil: inDelhi });
    expect(answer.command?.validUntil).toBe(toInstant(at));
  });
});

describe("bodies of the two calls", () => {
  test("[IN-7, D34] a functionName that differs is 400; no text of the caller reaches the provider", async () => {
    const { owner, device } = await scene(powerOneDoor);
    for (const functionName of ["ctrl_relay2", "reboot", "../ping", "ctrl_relay1 ", ""]) {
      const body = { deviceId: device.id, functionName, argument: "on", relayNumber: 1 };
      const answer = await owner.browser.post("/api/powerone-relay-command", body);
      expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION", issues: [{ path: "functionName" }] } });
    }
    expect(callsTo(product, device)).toHaveLength(0);
  });

  test("[CM-1] a bad Idempotency-Key is 400 under the name of the header", async () => {
    const { owner, device } = await scene(oneRelayDoor);
    const body = { deviceId: device.id, command: "relay_on" };
    for (const key of ["x", "k".repeat(256), "with a blank"]) {
      const answer = await owner.browser.post("/api/relay-command", body, { "idempotency-key": key });
      expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION", issues: [{ path: "Idempotency-Key" }] } });
    }
    expect(callsTo(product, device)).toHaveLength(0);
  });

  test("[CM-1] Idempotency-Key given twice is 400", async () => {
    const { owner, device } = await scene(oneRelayDoor);
    const body = { deviceId: device.id, command: "relay_on" };
    const answer = await owner.browser.post("/api/relay-command", body, { "idempotency-key": ["key-a", "key-a"] });
    expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION", issues: [{ path: "Idempotency-Key" }] } });
    expect(callsTo(product, device)).toHaveLength(0);
  });

  test("[IN-5] a relay that the device does not have is 400, on a one-relay device 2 already", async () => {
    const { owner, device } = await scene(oneRelayDoor);
    const answer = await owner.browser.post("/api/relay-command", { deviceId: device.id, command: "relay_on", relayNumber: 2 });
    expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION", issues: [{ path: "relayNumber" }] } });
  });

  test("[D34] the PowerOne call finds no device of another model, as its reading does not; the other call switches both", async () => {
    const { owner, device } = await scene(oneRelayDoor);
    const reading = await owner.browser.get(`/api/devices/${device.id}/powerone-data`);
    const refused = await powerOneDoor.send(owner, { deviceId: device.id });
    expect([reading.status, refused.status]).toEqual([404, 404]);
    expect(refused.answer).toMatchObject({ code: "NOT_FOUND", message: "Not found", commandId: null, state: null });
    expect(callsTo(product, device)).toHaveLength(0);
    const powerOne = await scene(powerOneDoor);
    expect(await oneRelayDoor.send(powerOne.owner, { deviceId: powerOne.device.id, relayNumber: 2 })).toMatchObject({
      status: 200,
    });
  });

  test("without session: 401 Unauthorized, whatever the body is", async () => {
    for (const path of ["/api/relay-command", "/api/powerone-relay-command"]) {
      const answer = await product.browser().post(path, { nonsense: true });
      expect([answer.status, answer.json]).toEqual([401, { message: "Unauthorized", code: "SESSION_REQUIRED" }]);
    }
  });
});

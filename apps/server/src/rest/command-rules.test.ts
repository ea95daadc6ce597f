/** The rules of commands over real doors, database and cloud. [checklist 15] */
import { toInstant } from "@relaydeck/contract/instants";
import { findCommand, findCommandByKey } from "@relaydeck/db/relays/commands";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callsTo, commandDoors, powerOneDoor, rpcDoor, type CommandDoor, type Said } from "../testing/commanding.ts";
import { addDevice, addPerson, share, signedIn, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct({ simulator: { contacts: 40 } }));
});
afterEach(() => product.simulator.control.clearFaults());
afterAll(() => close());

async function ownedDevice(): Promise<{ owner: Person; device: OwnedDevice }> {
  const owner = await addPerson(product);
  return { owner, device: await addDevice(product, owner) };
}

const delayed = (device: OwnedDevice, ms: number, times = 1) =>
  product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms }, times });
const hung = (device: OwnedDevice) =>
  product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "hang" } });
const row = (said: Said) => findCommand(product.store.read, said.answer.commandId ?? "");

describe("one key", () => {
  test.each([20, 50])(
    "[CM-1, C2] %i parallel uses of one key over REST and tRPC mixed: one call, equal answers",
    async (uses) => {
      const { owner, device } = await ownedDevice();
      const again = await signedIn(product, owner);
      const wish = { deviceId: device.id, key: `parallel-${uses}`, validUntil: toInstant(product.clock.now() + 10_000) };
      await delayed(device, 500);
      const doors: readonly CommandDoor[] = [powerOneDoor, rpcDoor];
      const asked = Array.from({ length: uses }, (_, index) =>
        (doors[index % 2] ?? rpcDoor).send(index % 3 === 0 ? again : owner, wish),
      );
      const said = await product.whileTimePasses(Promise.all(asked));
      expect(new Set(said.map(({ answer }) => answer.commandId)).size).toBe(1);
      expect(new Set(said.map(({ status, answer }) => `${status} ${answer.success} ${answer.message}`))).toEqual(
        new Set(["200 true Device answered. Waiting for confirmation."]),
      );
      expect(said.filter(({ answer }) => !answer.repeat)).toHaveLength(1);
      expect(callsTo(product, device)).toHaveLength(1);
    },
  );

  test("[CM-1] two people may use the same key: each has a command of their own", async () => {
    const { owner, device } = await ownedDevice();
    const alex = await addPerson(product);
    await share(product, { owner, deviceId: device.id }, { person: alex, permission: "control" });
    const first = await rpcDoor.send(owner, { deviceId: device.id, key: "same" });
    const second = await rpcDoor.send(alex, { deviceId: device.id, key: "same", target: "off" });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.answer.commandId).not.toBe(second.answer.commandId);
  });

  test.each(["ab", "~".repeat(255), "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"])(
    "[CM-1] key %j is accepted and kept as it is",
    async (key) => {
      const { owner, device } = await ownedDevice();
      for (const door of [powerOneDoor, rpcDoor]) expect((await door.send(owner, { deviceId: device.id, key })).status).toBe(200);
      expect(callsTo(product, device)).toHaveLength(1);
      expect(await findCommandByKey(product.store.read, { actorId: owner.userId, key })).not.toBeNull();
    },
  );

  test("[C2] relays.command finds the command by its key, for its actor only", async () => {
    const { owner, device } = await ownedDevice();
    const stranger = await addPerson(product);
    const { answer } = await rpcDoor.send(owner, { deviceId: device.id, key: "mine" });
    const found = await owner.browser.query("relays.command", { key: "mine" });
    expect(found.json).toMatchObject({ result: { data: { commandId: answer.commandId } } });
    for (const input of [{ key: "mine" }, { commandId: answer.commandId }, { commandId: stranger.userId }]) {
      const refused = await stranger.browser.query("relays.command", input);
      expect(refused).toMatchObject({ status: 404, json: { error: { message: "Not found", data: { code: "NOT_FOUND" } } } });
    }
  });
});

describe("sending", () => {
  test("[CM-3] a command that waits behind another is never sent after its deadline", async () => {
    const { owner, device } = await ownedDevice();
    await hung(device);
    const first = powerOneDoor.send(owner, { deviceId: device.id, key: "first" });
    await until(() => callsTo(product, device).length === 1);
    const validUntil = product.clock.now() + 5_000;
    const second = await product.whileTimePasses(
      rpcDoor.send(owner, { deviceId: device.id, key: "second", validUntil: toInstant(validUntil) }),
    );
    expect(second).toMatchObject({ status: 503, answer: { state: "expired", message: "Expired, never sent" } });
    expect(product.clock.now()).toBeLessThanOrEqual(validUntil + 1_000 + 200);
    expect(await product.whileTimePasses(first)).toMatchObject({ status: 504 });
    await product.advance(5_000);
    expect(callsTo(product, device)).toHaveLength(1);
  });

  test("[CM-3, TI-1] a jump of the wall clock neither fires nor spares a deadline", async () => {
    const { owner, device } = await ownedDevice();
    await delayed(device, 4_000);
    const first = powerOneDoor.send(owner, { deviceId: device.id, key: "first" });
    await until(() => callsTo(product, device).length === 1);
    const second = rpcDoor.send(owner, { deviceId: device.id, key: "second" });
    await until(async () => (await findCommandByKey(product.store.read, { actorId: owner.userId, key: "second" })) !== null);
    await product.age(3_600_000);
    const answers = await product.whileTimePasses(Promise.all([first, second]));
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    await hung(device);
    const begunAt = product.clock.monotonic();
    const third = rpcDoor.send(owner, { deviceId: device.id, key: "third" });
    await until(() => callsTo(product, device).length === 3);
    await product.age(-3_600_000);
    expect(await product.whileTimePasses(third)).toMatchObject({ status: 504, answer: { state: "unconfirmed" } });
    expect(product.clock.monotonic() - begunAt).toBeLessThanOrEqual(15_200);
  });

  test("[CM-4] `sent` is durable before the first byte: another process reads it while the call is on its way", async () => {
    const { owner, device } = await ownedDevice();
    await hung(device);
    const waiting = rpcDoor.send(owner, { deviceId: device.id, key: "durable" });
    await until(() => callsTo(product, device).length === 1);
    const file = new DatabaseSync(product.settings.databaseUrl.slice("file:".length), { readOnly: true });
    const stored = file.prepare("select state, sent_at from relay_commands where key = 'durable'").get();
    file.close();
    expect(stored).toMatchObject({ state: "sent", sent_at: expect.any(Number) });
    await product.whileTimePasses(waiting);
  });

  test("[CM-4, S16-3] a restart during the call: unconfirmed, never sent again", async () => {
    const { owner, device } = await ownedDevice();
    await hung(device);
    const cut = rpcDoor.send(owner, { deviceId: device.id, key: "restart" }).catch(() => "cut");
    await until(() => callsTo(product, device).length === 1);
    await product.restart();
    await cut;
    const again = await rpcDoor.send(owner, { deviceId: device.id, key: "restart" });
    expect(again).toMatchObject({ status: 504, answer: { state: "unconfirmed", repeat: true } });
    await product.advance(20_000);
    expect(callsTo(product, device)).toHaveLength(1);
  });

  test("[CM-5] nobody listens at the cloud's address: not sent, 503 on both doors", async () => {
    const { owner, device } = await ownedDevice();
    await product.cutCloud();
    for (const door of [powerOneDoor, rpcDoor]) {
      const said = await product.whileTimePasses(door.send(owner, { deviceId: device.id }));
      expect(said).toMatchObject({
        status: 503,
        answer: {
          success: false,
          state: "failed",
          code: "PROVIDER_UNAVAILABLE",
          message: "Not sent: the device cloud refused the connection",
        },
      });
    }
    await product.restoreCloud();
    await product.passUntil(() => product.deps.link.stream.state === "connected");
    expect(callsTo(product, device)).toHaveLength(0);
  });

  test("[CM-7] commands of one relay leave one at a time in order of acceptance; another relay does not wait", async () => {
    const { owner, device } = await ownedDevice();
    await delayed(device, 1_000, 4);
    const answers: Promise<Said>[] = [];
    for (const [index, target] of (["on", "on", "on"] as const).entries()) {
      answers.push(rpcDoor.send(owner, { deviceId: device.id, key: `order-${index}`, target }));
      await until(
        async () => (await findCommandByKey(product.store.read, { actorId: owner.userId, key: `order-${index}` })) !== null,
      );
    }
    await quiet();
    expect(callsTo(product, device)).toHaveLength(1);
    answers.push(rpcDoor.send(owner, { deviceId: device.id, key: "other", relayNumber: 2 }));
    await until(() => callsTo(product, device).length === 2);
    const said = await product.whileTimePasses(Promise.all(answers));
    const rows = await Promise.all(said.slice(0, 3).map(row));
    const [first, second, third] = rows.map((found) => ({ sentAt: found?.sentAt ?? 0, answeredAt: found?.answeredAt ?? 0 }));
    expect([first, second, third].map((at) => (at?.answeredAt ?? 0) - (at?.sentAt ?? 0))).toEqual([1_000, 1_000, 1_000]);
    expect(second?.sentAt).toBeGreaterThanOrEqual(first?.answeredAt ?? 0);
    expect(third?.sentAt).toBeGreaterThanOrEqual(second?.answeredAt ?? 0);
    expect(callsTo(product, device).map(({ name }) => name)).toEqual([
      "ctrl_relay1",
      "ctrl_relay2",
      "ctrl_relay1",
      "ctrl_relay1",
    ]);
  });
});

const sample = (device: OwnedDevice, contacts: readonly number[], facts: { at: number; seq: number }) =>
  product.door("POST", "/emit", {
    device: device.serial,
    name: "powerone/data",
    data: { i: [0, 0, 0, 0], s: contacts, ps: 1, bat: 80, cell: 60, seq: facts.seq, up: 100_000 },
    publishedAt: toInstant(facts.at),
  });

describe("what data prove", () => {
  test("[CM-7, D35] a report proves a command before its answer: the next one still waits for that answer", async () => {
    const { owner, device } = await ownedDevice();
    await delayed(device, 3_000);
    const first = rpcDoor.send(owner, { deviceId: device.id, key: "held" });
    await until(() => callsTo(product, device).length === 1);
    await product.advance(100);
    await sample(device, [1, 0, 0, 0], { at: product.clock.now(), seq: 1_000_000 });
    const key = { actorId: owner.userId, key: "held" };
    await until(async () => (await findCommandByKey(product.store.read, key))?.state === "confirmed");
    const second = rpcDoor.send(owner, { deviceId: device.id, key: "next", target: "off" });
    await product.advance(1_000);
    expect(callsTo(product, device)).toHaveLength(1);
    const said = await product.whileTimePasses(Promise.all([first, second]));
    const [held, next] = await Promise.all(said.map(row));
    expect(said[0]?.answer).toMatchObject({
      success: true,
      state: "confirmed",
      message: "Device answered. Waiting for confirmation.",
    });
    expect(next?.sentAt).toBeGreaterThanOrEqual(held?.callEndedAt ?? Number.POSITIVE_INFINITY);
    expect(callsTo(product, device).map(({ argument }) => argument)).toEqual(["on", "off"]);
  });

  test("[CM-6, D36] data measured before the send or at its very moment confirm nothing, data after it do", async () => {
    const { owner, device } = await ownedDevice();
    await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "no-execute" } });
    const said = await rpcDoor.send(owner, { deviceId: device.id });
    const sentAt = (await row(said))?.sentAt ?? 0;
    for (const [index, at] of [sentAt - 1, sentAt].entries()) {
      await sample(device, [1, 0, 0, 0], { at, seq: 1_000_000 + index });
      await product.advance(100);
      expect(await row(said)).toMatchObject({ state: "acknowledged", confirmedAt: null });
    }
    await sample(device, [1, 0, 0, 0], { at: sentAt + 1, seq: 1_000_010 });
    await until(async () => (await row(said))?.state === "confirmed");
    expect((await row(said))?.disagrees).toBe(false);
  });

  test("[CM-6, S17-2] the device answers and its contact says otherwise twice: command and device disagree", async () => {
    const { owner, device } = await ownedDevice();
    await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "no-execute" } });
    const said = await rpcDoor.send(owner, { deviceId: device.id });
    await product.advance(1_000);
    await sample(device, [0, 0, 0, 0], { at: product.clock.now(), seq: 1_000_000 });
    await product.deps.ingest.idle();
    await quiet();
    expect(await row(said)).toMatchObject({ state: "acknowledged", disagrees: false });
    await product.advance(1_000);
    await sample(device, [0, 0, 0, 0], { at: product.clock.now(), seq: 1_000_001 });
    await until(async () => (await row(said))?.disagrees === true);
    const shown = await owner.browser.query("relays.command", { commandId: said.answer.commandId });
    expect(shown.json).toMatchObject({ result: { data: { state: "acknowledged", disagrees: true } } });
  });
});

describe("limits", () => {
  test("[CM-1, CM-10] ten begun commands in 10 s per device, then 429 unsent and keyless; a known key is still answered", async () => {
    const started = await startProduct({ environment: { RATE_LIMIT_FACTOR: "1" } });
    const own = started.product;
    const owner = await addPerson(own);
    const device = await addDevice(own, owner);
    for (let index = 0; index < 10; index += 1) {
      const target = index % 2 === 0 ? "on" : "off";
      expect((await powerOneDoor.send(owner, { deviceId: device.id, key: `k-${index}`, target })).status).toBe(200);
    }
    for (const door of [powerOneDoor, rpcDoor]) {
      const refused = await door.send(owner, { deviceId: device.id, key: "k-10" });
      expect(refused).toMatchObject({ status: 429, answer: { code: "RATE_LIMITED", commandId: null, state: null } });
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    }
    expect(await powerOneDoor.send(owner, { deviceId: device.id, key: "k-0" })).toMatchObject({
      status: 200,
      answer: { repeat: true },
    });
    expect(callsTo(own, device)).toHaveLength(10);
    await own.advance(10_500);
    expect(await powerOneDoor.send(owner, { deviceId: device.id, key: "k-10" })).toMatchObject({
      status: 200,
      answer: { repeat: false },
    });
    await started.close();
  });
});

test("[CM-8, D35] without an answer the caller hears at the latest 5 s after validUntil, on every door", async () => {
  for (const door of commandDoors) {
    const owner = await addPerson(product);
    const device = await addDevice(product, owner, door.kind);
    await hung(device);
    const validUntil = product.clock.now() + 2_000;
    const said = await product.whileTimePasses(door.send(owner, { deviceId: device.id, validUntil: toInstant(validUntil) }));
    expect(said).toMatchObject({ status: 504, answer: { state: "unconfirmed" } });
    expect(product.clock.now()).toBeLessThanOrEqual(validUntil + 5_000);
  }
});

test("[CM-9] in all of this each call at the cloud had exactly one command that was sent", async () => {
  const calls = product.simulator.control.requests().filter(({ operation }) => operation === "function").length;
  const { db, t } = product.store.read;
  const sent = (await db.select().from(t.relayCommands)).filter(({ sentAt }) => sentAt !== null);
  // Two found nobody listening: they were claimed, and not a byte left.
  const notListening = sent.filter(({ reason }) => reason === "the device cloud refused the connection");
  expect(calls).toBe(sent.length - notListening.length);
  expect(notListening).toHaveLength(2);
});

/**
 * A command that left and whose end nobody knows, under a newer one that changed nothing: whoever looks, and whenever, is told
 * that the last report is older than it. [C1, HD-5]
 */
import { toInstant } from "@relaydeck/contract/instants";
import { relaysOf } from "@relaydeck/db/devices/store";
import { findCommand } from "@relaydeck/db/relays/commands";
import { present } from "@relaydeck/kit/assert";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, share, type OwnedDevice } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { seenDevice } from "../testing/seeing.ts";
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

/** A device that reports nothing of itself, its owner, and a viewer who watches it through a share. */
async function scene() {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  await product.door("PATCH", `/devices/${device.serial}`, { telemetry: false });
  const other = await addPerson(product);
  await share(product, { owner, deviceId: device.id }, { person: other, permission: "control" });
  const viewers = [await Viewer.watch(product, owner), await Viewer.watch(product, other)];
  /** The relay as a fresh read, a fresh stream and everybody who watched from the start have it. */
  async function relayOfAll() {
    await quiet();
    const fresh = await Viewer.watch(product, other);
    const [seen, ...heard] = [fresh, ...viewers].map((viewer) =>
      present(viewer.world().devices.find(({ id }) => id === device.id)?.relays[0], "Everybody sees the relay"),
    );
    fresh.close();
    const listed = present((await seenDevice(owner, device.id)).relays[0], "The owner's list has it");
    for (const one of [...heard, listed]) {
      expect({ ...one, command: one.command?.commandId }).toEqual({ ...seen, command: seen?.command?.commandId });
    }
    return present(seen, "A fresh stream has it");
  }
  return { owner, device, other, viewers, relayOfAll };
}

test("an unconfirmed command under somebody else's refused one; a report ends the doubt", async () => {
  const { owner, device, other, viewers, relayOfAll } = await scene();
  await fault(device, { kind: "drop-reply" });
  const lost = await rpcDoor.send(owner, { deviceId: device.id, target: "on" });
  expect(lost.answer.state).toBe("unconfirmed");
  expect((await relayOfAll()).unproved).toEqual([]);
  await product.advance(1_000);
  await fault(device, no);
  const refused = await rpcDoor.send(other, { deviceId: device.id, target: "off" });
  expect(refused.answer.state).toBe("failed");
  expect(await relayOfAll()).toMatchObject({
    command: { commandId: refused.answer.commandId, state: "failed" },
    unproved: [
      {
        commandId: lost.answer.commandId,
        acceptedOrder: lost.answer.command?.acceptedOrder,
        sentAt: lost.answer.command?.sentAt,
        isAnswered: false,
      },
    ],
  });
  await product.advance(1_000);
  const data = { i: [1_240, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: 1_000_000, up: 100_000 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
  await until(() => viewers.every((viewer) => viewer.world().devices[0]?.relays[0]?.state === "on"));
  expect(await relayOfAll()).toMatchObject({ state: "on", unproved: [] });
  // What failed has moved nothing: the report proves what was sent before it, and by whom.
  expect(await findCommand(product.store.read, lost.answer.commandId ?? "")).toMatchObject({ state: "confirmed" });
  for (const [index, person] of [owner, other].entries()) {
    const [listed] = (await person.browser.get("/api/activity-logs")).json as unknown[];
    expect(viewers[index]?.ofKind("activity").at(-1)?.entry).toEqual(listed);
    const userName = person === owner ? "Maria Lind" : null;
    expect(listed).toMatchObject({ commandId: lost.answer.commandId, commandState: "confirmed", userName });
  }
  for (const viewer of viewers) viewer.close();
});

const late = { kind: "delay", ms: 20_000 };

test.each([
  { answer: "yes: nothing has proved it", effects: [late], state: "acknowledged", unproved: [{ isAnswered: true }] },
  { answer: "no: then nothing is open", effects: [late, no], state: "failed", unproved: [] },
])("its late answer is $answer", async ({ effects, state, unproved }) => {
  const { owner, device, viewers, relayOfAll } = await scene();
  for (const effect of effects) await fault(device, effect);
  const validUntil = toInstant(product.clock.now() + 2_000);
  const hung = await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id, target: "on", validUntil }));
  expect(hung.answer.state).toBe("unconfirmed");
  await fault(device, no);
  expect((await rpcDoor.send(owner, { deviceId: device.id, target: "off" })).answer.state).toBe("failed");
  expect((await relayOfAll()).unproved).toMatchObject([{ commandId: hung.answer.commandId, isAnswered: false }]);
  const stored = async () => (await findCommand(product.store.read, hung.answer.commandId ?? ""))?.state;
  await product.passUntil(async () => (await stored()) === state, 25_000);
  const relay = await relayOfAll();
  expect(relay).toMatchObject({ command: { state: "failed", target: "off" }, unproved });
  expect(relay.unproved).toHaveLength(unproved.length);
  const [row] = await relaysOf(product.store.read, [device.id]);
  expect(row).toMatchObject({ acknowledged: state === "acknowledged" ? "on" : null });
  for (const viewer of viewers) viewer.close();
});

/** A wall clock that is set, texts and numbers that no column holds: what they spoil is not believed, and nothing else is lost. */
import { listGaps } from "@relaydeck/db/telemetry/gaps";
import { assert } from "@relaydeck/kit/assert";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rpcDoor, traceOf } from "../testing/commanding.ts";
import { addDevice, addPerson } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet } from "../testing/quiet.ts";
import { seenDevice } from "../testing/seeing.ts";

const dayMs = 24 * 60 * 60_000;

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

function jumpWall(ms: number): void {
  assert(product.clock instanceof ManualClock, "Moved by hand");
  product.clock.jumpWall(ms);
}

test.each([365 * dayMs, 60 * 60_000, -365 * dayMs])(
  "[TI-1] by %d ms while a command is in flight: the device's answer is stored all the same",
  async (ms) => {
    const owner = await addPerson(product);
    const device = await addDevice(product, owner);
    await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 3_000 } });
    const sending = rpcDoor.send(owner, { deviceId: device.id, key: `jump ${ms}`.replaceAll(" ", "-") });
    await quiet();
    await product.advance(1_000);
    jumpWall(ms);
    const { status, answer } = await product.whileTimePasses(sending);
    expect([status, answer.state]).toEqual([200, expect.stringMatching(/^(acknowledged|confirmed)$/)]);
    await product.advance(20_000);
    const { row, history } = await traceOf(product, { deviceId: device.id, commandId: answer.commandId });
    expect([row?.returnValue, row?.answeredAt === null, history.length]).toEqual([1, false, 1]);
    jumpWall(-ms);
  },
);

test("[checklist 17] of vitals with a number that no column holds the rest is believed", async () => {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  await product.passUntil(() => product.deps.link.stream.state === "connected");
  const { failed, accepted } = product.deps.ingest.counts;
  const data = { device: { system: { uptime: 1e20 } } };
  await product.door("POST", "/emit", { device: device.serial, name: "spark/device/diagnostics/update", data });
  await product.passUntil(() => product.deps.ingest.counts.accepted > accepted);
  expect(product.deps.ingest.counts.failed).toBe(failed);
  const { db, t } = product.store.read;
  expect((await db.select().from(t.deviceMetrics)).map(({ uptime }) => uptime)).not.toContain(1e20);
});

test("[checklist 17] a report with a text that no database keeps is believed for the rest of it", async () => {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  await product.passUntil(() => product.deps.link.stream.state === "connected");
  const before = product.deps.ingest.counts.failed;
  const data = { n: 1, s: 1, cause: "but\0ton", seq: 9_000_001 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/relay", data });
  await product.passUntil(async () => (await seenDevice(owner, device.id)).relays[0]?.state === "on");
  expect(product.deps.ingest.counts.failed).toBe(before);
  const all = { from: 0, to: product.clock.now() + dayMs, limit: 99 };
  expect((await listGaps(product.store.read, all)).filter(({ reason }) => reason.startsWith("Reports"))).toEqual([]);
});

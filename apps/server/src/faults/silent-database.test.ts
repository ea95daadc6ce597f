/** A database that falls silent while somebody switches: what is not known is never told as "not sent". [C1, ST-2, CM-5] */
import { toInstant } from "@relaydeck/contract/instants";
import { openPlainSql, type PlainSql } from "@relaydeck/db/testing/plain-sql";
import { createTestDatabase } from "@relaydeck/db/testing/postgres";
import { doorBefore, type TcpDoor } from "@relaydeck/db/testing/tcp-door";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { powerOneDoor, rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let door: TcpDoor;
let started: StartedProduct;
let sees: PlainSql;
let owner: Person;
let device: OwnedDevice;

beforeEach(async () => {
  database = await createTestDatabase();
  const through = await doorBefore(database.url);
  door = through.door;
  started = await startProduct({ clock: "real", environment: { DATABASE_URL: through.url } });
  sees = openPlainSql(database.url);
  owner = await addPerson(started.product);
  device = await addDevice(started.product, owner);
}, 60_000);
afterEach(async () => {
  door.thaw();
  await sees.close();
  await started.close();
  await door.close();
  await database.drop();
});

const unknown = {
  status: 504,
  answer: {
    success: false,
    code: "UNCONFIRMED",
    message: "The database did not answer. Whether this was sent is not known yet.",
  },
};
const stateOf = async (key: string) => (await sees.all(`select state from relay_commands where key = '${key}'`))[0]?.["state"];

test.each([rpcDoor, powerOneDoor])(
  "[C1, ST-2] $name of a command whose COMMIT came too late: not known, and asked by its key it is what became of it",
  async (commandDoor) => {
    await sees.all("create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(2.8); return null; end'");
    await sees.all(
      "create constraint trigger slow after insert on relay_commands deferrable initially deferred for each row execute function slow()",
    );
    const said = await commandDoor.send(owner, { deviceId: device.id, target: "on", key: "too-late" });
    expect(said).toMatchObject(unknown);
    expect(said.retryAfter).toBeUndefined();
    await until(async () => (await stateOf("too-late")) === "confirmed");
    const asked = await owner.browser.query("relays.command", { key: "too-late" });
    expect(asked.json).toMatchObject({ result: { data: { state: "confirmed" } } });
  },
  30_000,
);

test("[C1, CM-5, ST-2] sent, and then the database is silent: not known, with the command's id", async () => {
  await started.product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 1_500 } });
  const validUntil = toInstant(started.product.clock.now() + 1_500);
  const asked = rpcDoor.send(owner, { deviceId: device.id, target: "on", key: "silent", validUntil });
  await until(async () => (await stateOf("silent")) === "sent");
  door.freeze();
  const said = await asked;
  expect(said).toMatchObject(unknown);
  const [row] = await sees.all("select id, state from relay_commands where key = 'silent'");
  expect([row?.["id"], row?.["state"]]).toEqual([said.answer.commandId, "sent"]);
}, 30_000);

describe("cancelling a command that waits behind another one", () => {
  let commandId: string;
  let asked: readonly Promise<unknown>[];

  beforeEach(async () => {
    const isOne = { match: { device: device.serial, operation: "function" }, times: 1 } as const;
    await started.product.fault({ ...isOne, effect: { kind: "delay", ms: 9_000 } });
    const first = rpcDoor.send(owner, { deviceId: device.id, target: "off", key: "first" });
    await until(async () => (await stateOf("first")) === "sent");
    const second = rpcDoor.send(owner, { deviceId: device.id, target: "off", key: "second" });
    asked = [first, second];
    await until(async () => (await stateOf("second")) === "requested");
    commandId = String((await sees.all("select id from relay_commands where key = 'second'"))[0]?.["id"]);
  }, 30_000);
  afterEach(async () => void (await Promise.all(asked)), 30_000);

  /** The COMMIT of a cancelled command takes so long. */
  async function commitTakes(seconds: number): Promise<void> {
    const body = `begin perform pg_sleep(${seconds}); return null; end`;
    await sees.all(`create function slow() returns trigger language plpgsql as '${body}'`);
    await sees.all(
      `create constraint trigger slow after update on relay_commands deferrable initially deferred
       for each row when (new.state = 'cancelled') execute function slow()`,
    );
  }
  const cancel = () => owner.browser.mutate("relays.cancel", { commandId });
  const notKnown = {
    status: unknown.status,
    json: { error: { message: unknown.answer.message, data: { code: "UNCONFIRMED", httpStatus: 504 } } },
  };

  test("[C1, ST-2] its COMMIT came too late: whether it was cancelled is not known, and never told as nothing stored", async () => {
    await commitTakes(2.8);
    expect(await cancel()).toMatchObject(notKnown);
    await until(async () => (await stateOf("second")) === "cancelled");
  }, 30_000);

  test("[C1, ST-2] it is cancelled and cannot be read any more: not known", async () => {
    await commitTakes(1);
    const locks = openPlainSql(database.url);
    const said = cancel();
    await until(async () => (await sees.all("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).length > 0);
    // It stands in line for the table, and has it as soon as the command is stored.
    const locked = locks.all("do 'begin lock table relay_commands; perform pg_sleep(4); end'");
    expect(await said).toMatchObject(notKnown);
    await locked;
    await locks.close();
    expect(await stateOf("second")).toBe("cancelled");
  }, 30_000);

  test("[C1, ST-2] no COMMIT was on the way: refused, as nothing is stored", async () => {
    const locks = openPlainSql(database.url);
    const locked = locks.all("do 'begin lock table relay_commands; perform pg_sleep(4); end'");
    await until(async () => (await sees.all("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).length > 0);
    expect(await cancel()).toMatchObject({ status: 503, json: { error: { data: { code: "DATABASE_UNAVAILABLE" } } } });
    await locked;
    await locks.close();
    expect(await stateOf("second")).toBe("requested");
  }, 30_000);
});

test("[AZ-2, SE-5] a call that waits for a connection does not leave while a right that ends behind it would not be heard", async () => {
  const { product } = started;
  const others = await Promise.all(Array.from({ length: 5 }, () => addPerson(product)));
  const devices = await Promise.all(others.flatMap((person) => Array.from({ length: 5 }, () => addDevice(product, person))));
  await product.fault({ match: { operation: "function" }, effect: { kind: "delay", ms: 20_000 }, times: 0 });
  const validUntil = toInstant(product.clock.now() + 55_000);
  const calls = () => product.simulator.control.requests().filter(({ operation }) => operation === "function");
  const busy: Promise<unknown>[] = [];
  for (const [index, { id }] of devices.entries()) {
    const person = others[Math.floor(index / 5)] ?? owner;
    for (const relayNumber of [1, 2, 3, 4])
      busy.push(rpcDoor.send(person, { deviceId: id, relayNumber, key: `${id}-${relayNumber}`, validUntil }));
    await until(() => calls().length >= busy.length);
  }
  const waiting = rpcDoor.send(owner, { deviceId: device.id, key: "waits", validUntil });
  await until(async () => (await stateOf("waits")) === "sent");
  door.freeze();
  await until(() => calls().every(({ status }) => status !== null), 30_000);
  door.thaw();
  await Promise.all([...busy, waiting]);
  await until(async () => (await stateOf("waits")) !== "sent", 30_000);
  expect(["failed", "unconfirmed"]).toContain(await stateOf("waits"));
  expect(calls()).toHaveLength(100);
}, 120_000);

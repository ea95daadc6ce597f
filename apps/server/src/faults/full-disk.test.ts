/** A database without room for one more row while people switch: nothing is sent that could not be stored, and reads go on. [ST-1, CM-4] */
import { toInstant } from "@relaydeck/contract/instants";
import { findCommandByKey } from "@relaydeck/db/relays/commands";
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";
import { StorageFull } from "@relaydeck/db/trouble";
import { assert } from "@relaydeck/kit/assert";
import { afterEach, expect, test } from "vitest";
import { callsTo, commandDoors, rpcDoor, type CommandDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { seenDevice } from "../testing/seeing.ts";

const left: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of left.splice(0).toReversed()) await end();
});

/** A product whose database can be left without room. */
interface Stage {
  readonly product: Product;
  readonly fillUp: () => Promise<unknown>;
  readonly makeRoom: () => Promise<unknown>;
}

/** The file gets no further page, and small entries of the live log, to which every command adds, use up those it has. */
async function file(): Promise<Stage> {
  const { product, close } = await startProduct();
  left.push(close);
  return {
    product,
    fillUp: async () => {
      await bound(product, 1);
      while (await isStored(product));
    },
    makeRoom: () => bound(product, 1_000_000),
  };
}

/** In pages; where the file is larger, what it has. The bound is of the one connection that writes. */
function bound({ store }: Product, pages: number): Promise<void> {
  return store.write(async (tx) => {
    const db: object = tx.db;
    assert("all" in db && typeof db.all === "function", "SQLite's queries take plain text");
    db.all(`pragma max_page_count = ${pages}`);
  });
}

async function isStored({ store }: Product): Promise<boolean> {
  try {
    await store.write((tx) => tx.live([{ kind: "layouts", userId: "nobody", body: { kind: "layouts" } }]));
    return true;
  } catch (error) {
    assert(error instanceof StorageFull, "It is refused for want of room");
    return false;
  }
}

/** A Postgres says of a full disk what this one says; it has no bound of its own that could be set. */
async function postgres(): Promise<Stage> {
  const { product, close } = await startProduct({ database: "postgres" });
  left.push(close);
  const sql = openPlainSql(product.settings.databaseUrl);
  left.push(() => sql.close());
  await sql.all(
    "create function full_up() returns trigger language plpgsql as 'begin raise exception ''could not extend file'' using errcode = ''disk_full''; end'",
  );
  return {
    product,
    fillUp: () => sql.all("create trigger full_up before insert on live_events for each row execute function full_up()"),
    makeRoom: () => sql.all("drop trigger full_up on live_events"),
  };
}

const stages = [
  { name: "a SQLite file without a free page", stage: file },
  { name: "a Postgres that cannot extend a table", stage: postgres },
] as const;

/** What a door is asked, and of which device. */
interface Asked {
  readonly door: CommandDoor;
  readonly device: OwnedDevice;
  readonly key: string;
}

async function askedOf(product: Product, owner: Person): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const [index, door] of commandDoors.entries())
    asked.push({ door, device: await addDevice(product, owner, door.kind), key: `full-${index}` });
  return asked;
}

const refused = {
  status: 507,
  answer: {
    ...{ success: false, code: "STORAGE_FULL", message: "The server's disk is full. Nothing was sent." },
    ...{ commandId: null, state: null, repeat: false, command: null },
  },
};

test.each(stages)(
  "[ST-1] $name: each door says so and sends nothing, reads go on, and with room the same key works once",
  async ({ stage }) => {
    const { product, fillUp, makeRoom } = await stage();
    const owner = await addPerson(product);
    const asked = await askedOf(product, owner);
    const callsNow = () => asked.map(({ device }) => callsTo(product, device).length);
    const send = ({ door, device, key }: Asked) => door.send(owner, { deviceId: device.id, key });

    await fillUp();
    // Asked twice: what was refused has bound no key.
    for (const each of [...asked, ...asked]) expect(await send(each)).toMatchObject(refused);
    for (const { device } of asked)
      expect((await seenDevice(owner, device.id)).relays[0]).toMatchObject({ state: "off", command: null });
    // Longer than any of them was valid.
    await product.advance(15_000);
    expect(callsNow()).toEqual(asked.map(() => 0));

    await makeRoom();
    for (const { key } of asked) expect(await findCommandByKey(product.store.read, { actorId: owner.userId, key })).toBeNull();
    for (const each of asked) expect(await send(each)).toMatchObject({ status: 200, answer: { success: true, repeat: false } });
    for (const each of asked) expect(await send(each)).toMatchObject({ status: 200, answer: { success: true, repeat: true } });
    expect(callsNow()).toEqual(asked.map(() => 1));
  },
);

test("[ST-1, CM-4] a command stored before the file is full is not sent, and leaves once when there is room in time", async () => {
  const { product, fillUp, makeRoom } = await file();
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const stateNow = async () => (await findCommandByKey(product.store.read, { actorId: owner.userId, key: "before" }))?.state;
  const callsNow = (operation: string) =>
    product.simulator.control.requests().filter((call) => call.operation === operation && call.device === device.providerId);

  // A device that was silent for so long is asked first whether it is there; meanwhile the command is stored and unsent.
  await product.age(6 * 60_000);
  await product.fault({ match: { device: device.serial, operation: "ping" }, effect: { kind: "delay", ms: 3_000 }, times: 1 });
  const validUntil = toInstant(product.clock.now() + 50_000);
  const asked = rpcDoor.send(owner, { deviceId: device.id, key: "before", validUntil });
  await product.passUntil(async () => (await stateNow()) === "requested" && callsNow("ping").length === 1);
  await fillUp();
  await product.passUntil(() => callsNow("ping").at(-1)?.status === 200);
  await product.advance(10_000);
  expect([await stateNow(), callsTo(product, device)]).toEqual(["requested", []]);

  await makeRoom();
  expect(await product.whileTimePasses(asked)).toMatchObject({ status: 200, answer: { success: true, repeat: false } });
  expect(callsTo(product, device)).toHaveLength(1);
});

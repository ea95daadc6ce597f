/** After a cut: every event once and in order, or one resync, whatever was cut and whoever's id it is. [WS-8, WS-9, US-1] */
import { toLiveEvent } from "@relaydeck/api/live/append";
import { mostMissed } from "@relaydeck/api/live/opening";
import { logRetention } from "@relaydeck/contract/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, share, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { openStockDoor, type StockDoor } from "../testing/stock-door.ts";
import { pulseEveryMs } from "../status-pulse.ts";
import { Viewer, type HeardItem } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
let stock: StockDoor;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  stock = await openStockDoor(product);
});
afterAll(async () => {
  await stock.close();
  await close();
});

let sequence = 1_000_000;

/** Numbered events of the device: each has its number as the current of relay 1. */
async function number(device: OwnedDevice, count: number): Promise<number[]> {
  const numbers: number[] = [];
  for (let index = 0; index < count; index += 1) {
    sequence += 1;
    const milliamps = sequence - 1_000_000 + 50;
    numbers.push(milliamps);
    const data = { i: [milliamps, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: sequence, up: 100_000 };
    await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
    await quiet(20);
    await product.deps.ingest.idle();
  }
  await quiet();
  return numbers;
}

function numbersIn(items: readonly HeardItem[], device: OwnedDevice): number[] {
  return items.flatMap(({ item }) =>
    item.kind === "device" && item.device.id === device.id ? [item.device.relays[0]?.milliamps ?? -1] : [],
  );
}

/** The same where the device was read back in between, which tells it anew with the number that it has; told in the same words is twice. */
function numbersHeard(items: readonly HeardItem[], device: OwnedDevice): number[] {
  const told = items.filter(({ item }) => item.kind === "device" && item.device.id === device.id);
  const news = told.filter((each, index) => {
    const [before, now] = [told[index - 1], each].map((one) => (one === undefined ? [] : numbersIn([one], device)));
    return before?.[0] !== now?.[0] || JSON.stringify(told[index - 1]?.item) === JSON.stringify(each.item);
  });
  return numbersIn(news, device);
}

async function scene(): Promise<{ owner: Person; device: OwnedDevice }> {
  const owner = await addPerson(product);
  return { owner, device: await addDevice(product, owner) };
}

async function expectTruth(viewer: Viewer, person: Person, before: readonly HeardItem[] = []): Promise<void> {
  viewer.items.unshift(...before);
  // Numbers of the hop to the cloud are told every ten seconds.
  await product.advance(pulseEveryMs);
  const { serverTime: _told, ...world } = viewer.world();
  const fresh = await Viewer.watch(product, person);
  const { serverTime: _now, ...truth } = fresh.world();
  fresh.close();
  const timeless = ({ status: { serverTime: _at, lastSync: _sync, ...status }, ...rest }: typeof world) => ({ ...rest, status });
  expect(timeless(world)).toEqual(timeless(truth));
}

describe.each([
  ["our socket", (): string | undefined => undefined],
  ["tRPC's own socket", (): string | undefined => stock.url],
])("%s", (_name, urlOf) => {
  const watch = (person: Person, lastEventId?: string) => {
    const url = urlOf();
    return Viewer.watch(product, person, {
      ...(url === undefined ? {} : { url }),
      ...(lastEventId === undefined ? {} : { lastEventId }),
    });
  };

  test("[WS-8, US-1] cut after any event, resuming gives exactly the missed ones, in order", async () => {
    const { owner, device } = await scene();
    const whole = await watch(owner);
    const numbers = await number(device, 6);
    await until(() => numbersIn(whole.items, device).length === 6);
    for (const [index, last] of whole.items.entries()) {
      const again = await watch(owner, last.id);
      const missed = whole.items.slice(index + 1);
      await until(() => again.items.length >= missed.length);
      await quiet();
      expect(again.items).toEqual(missed);
      again.close();
    }
    expect(numbersIn(whole.items, device)).toEqual(numbers);
    whole.close();
  });

  test("[WS-8] what is committed while a stream resumes comes once, after what was missed", async () => {
    const { owner, device } = await scene();
    const first = await watch(owner);
    const before = await number(device, 3);
    const from = first.items[0]?.id ?? "";
    first.close();
    const opening = Promise.all(Array.from({ length: 5 }, () => watch(owner, from)));
    const meanwhile = await number(device, 5);
    for (const viewer of await opening) {
      await until(() => numbersIn(viewer.items, device).length === 8);
      expect(numbersIn(viewer.items, device)).toEqual([...before, ...meanwhile]);
      viewer.close();
    }
  });

  test("[WS-8] an id from beyond the retention: one resync that is a full snapshot, then events", async () => {
    const { owner, device } = await scene();
    const first = await watch(owner);
    first.close();
    await number(device, 1);
    await product.age(logRetention.ms + 1_000);
    await number(device, 1);
    const again = await watch(owner, first.lastEventId);
    const later = await number(device, 2);
    await until(() => numbersIn(again.items, device).length === 2);
    expect(again.items.map(({ item }) => item.kind).filter((kind) => kind === "resync" || kind === "snapshot")).toEqual([
      "resync",
    ]);
    expect(again.items[0]?.item.kind).toBe("resync");
    expect(numbersIn(again.items, device)).toEqual(later);
    again.close();
  });

  test("[WS-8] however much of others came meanwhile, resuming gives exactly one's own", async () => {
    const { owner, device } = await scene();
    const stranger = await scene();
    const first = await watch(owner);
    first.close();
    const before = await number(device, 2);
    const body = { kind: "gap", from: "", to: null } as const;
    const ofStranger = toLiveEvent({ deviceId: stranger.device.id, userId: stranger.owner.userId, body });
    await product.store.write((tx) => tx.live(Array.from({ length: 4_000 }, () => ofStranger)));
    const after = await number(device, 2);
    const again = await watch(owner, first.lastEventId);
    await until(() => numbersIn(again.items, device).length === 4);
    expect(numbersIn(again.items, device)).toEqual([...before, ...after]);
    expect([again.ofKind("resync"), again.ofKind("snapshot"), again.ofKind("gap")]).toEqual([[], [], []]);
    again.close();
  });

  test("[WS-8] as many as may be told come each by itself and in order; of one more there is one resync", async () => {
    const { owner } = await scene();
    const first = await watch(owner);
    first.close();
    const own = toLiveEvent({ deviceId: null, userId: owner.userId, body: { kind: "layouts" } });
    await product.store.write((tx) => tx.live(Array.from({ length: mostMissed.told }, () => own)));
    const again = await watch(owner, first.lastEventId);
    await until(() => again.items.length >= mostMissed.told);
    const [log, from = ""] = first.lastEventId.split("-");
    expect(again.items).toEqual(
      Array.from({ length: mostMissed.told }, (_, index) => ({
        id: `${log}-${Number(from) + 1 + index}`,
        item: { kind: "layouts" },
      })),
    );
    again.close();
    await product.store.write((tx) => tx.live([own]));
    const anew = await watch(owner, first.lastEventId);
    await quiet();
    expect(anew.items.map(({ item }) => item.kind)).toEqual(["resync"]);
    anew.close();
  });

  test.each([
    ["raised", { permission: "view" }, { permission: "control" }],
    ["prolonged", { permission: "view", expiresInMs: 60 * 60_000 }, { permission: "view" }],
  ] as const)("[WS-8, C6] a right that was %s while away hides nothing of before", async (_change, earlier, later) => {
    const { owner, device } = await scene();
    const alex = await addPerson(product);
    await share(product, { owner, deviceId: device.id }, { person: alex, ...earlier });
    const whole = await watch(alex);
    await number(device, 1);
    await share(product, { owner, deviceId: device.id }, { person: alex, ...later });
    await number(device, 1);
    await until(() => numbersIn(whole.items, device).length === 2);
    const again = await watch(alex, whole.items[0]?.id ?? "");
    await until(() => again.items.length >= whole.items.length - 1);
    await quiet();
    expect(again.items.map(({ id }) => id)).toEqual(whole.items.slice(1).map(({ id }) => id));
    expect(again.ofKind("access-granted")).toHaveLength(1);
    for (const viewer of [whole, again]) viewer.close();
  });

  test("[WS-9] another person's id or a made-up one: one resync, and nothing of anybody else", async () => {
    const { owner, device } = await scene();
    const stranger = await scene();
    const [mine, theirs] = [await watch(owner), await watch(stranger.owner)];
    await number(stranger.device, 2);
    await number(device, 1);
    await number(stranger.device, 2);
    await until(() => numbersIn(theirs.items, stranger.device).length === 4 && numbersIn(mine.items, device).length === 1);
    const [log = "", digits = ""] = mine.lastEventId.split("-");
    const madeUp = [
      "",
      "x",
      "1",
      "-1",
      `${log}-`,
      `${log}-0`,
      `${log}-99999999`,
      `other-${digits}`,
      `${log}-${digits}-x`,
      `${log}-1e3`,
      "ü",
    ];
    for (const id of [...theirs.items.map((heard) => heard.id), ...madeUp]) {
      const again = await watch(owner, id);
      await until(() => again.items.length > 0);
      await quiet();
      expect([id, ...again.items.map(({ item }) => item.kind)]).toEqual([id, "resync"]);
      expect(again.frames.join()).not.toContain(stranger.device.id);
      again.close();
    }
    mine.close();
    theirs.close();
  });
});

test("[C3, WS-8] a PING that is sent with the subscription is answered after all that was missed", async () => {
  const { owner, device } = await scene();
  const first = await Viewer.watch(product, owner);
  await number(device, 3);
  await until(() => numbersIn(first.items, device).length === 3);
  for (const [id, items] of [
    [first.items[0]?.id ?? "", first.items.length - 1],
    [first.lastEventId, 0],
    ["made up", 1],
  ] as const) {
    const again = await Viewer.connect(product, owner);
    again.subscribe(1, id);
    again.ws.send("PING");
    again.ws.send("PING");
    await until(() => again.frames.at(-1) === "PONG" && again.frames.at(-2) === "PONG");
    expect([again.items.length, again.frames.length]).toEqual([items, items + 3]);
    again.close();
  }
  first.close();
});

describe("cuts", () => {
  test("[US-1, WS-8] the server restarts in the middle: the union is every event once, in order", async () => {
    const { owner, device } = await scene();
    const first = await Viewer.watch(product, owner);
    const before = await number(device, 3);
    await until(() => numbersIn(first.items, device).length === 3);
    await product.restart();
    expect(first.closeCode).toBe(1012);
    await until(() => product.deps.link.stream.state === "connected");
    const between = await number(device, 2);
    const again = await Viewer.watch(product, owner, { lastEventId: first.lastEventId });
    const after = await number(device, 2);
    await until(() => numbersIn(again.items, device).length === 4);
    expect([...numbersIn(first.items, device), ...numbersIn(again.items, device)]).toEqual([...before, ...between, ...after]);
    expect(again.ofKind("resync")).toEqual([]);
    await expectTruth(again, owner, first.items);
    again.close();
  });

  test("[US-1] the cloud's stream is cut: the gap is told, the events after it once, and the screen is the truth again", async () => {
    const { owner, device } = await scene();
    const viewer = await Viewer.watch(product, owner);
    const before = await number(device, 2);
    await product.door("POST", "/stream/cut", { refuseForMs: 3_000 });
    await until(() => product.deps.link.stream.state !== "connected");
    await number(device, 2);
    await product.passUntil(() => product.deps.link.stream.state === "connected", 60_000);
    const after = await number(device, 2);
    await until(() => viewer.ofKind("gap").length === 2 && numbersHeard(viewer.items, device).length >= 4);
    expect(numbersHeard(viewer.items, device)).toEqual([...before, ...after]);
    await product.app.listener.settled();
    await quiet();
    await expectTruth(viewer, owner);
    viewer.close();
  });

  test("[WS-8, C6] shared, switched and revoked while away: events and notices in the order of the log", async () => {
    const { owner, device } = await scene();
    const alex = await addPerson(product);
    const first = await Viewer.watch(product, alex);
    first.close();
    const given = await share(product, { owner, deviceId: device.id }, { person: alex, permission: "control" });
    const said = await rpcDoor.send(owner, { deviceId: device.id });
    const second = await Viewer.watch(product, alex, { lastEventId: first.lastEventId });
    await until(() => second.statesOf(said.answer.commandId).includes("acknowledged"));
    expect(second.items[0]?.item.kind).toBe("access-granted");
    await expectTruth(second, alex, first.items);
    second.close();
    await owner.browser.mutate("shares.revoke", { shareId: given.id });
    await number(device, 2);
    const third = await Viewer.watch(product, alex, { lastEventId: second.lastEventId });
    await until(() => third.items.length > 0);
    await quiet();
    expect(third.items.map(({ item }) => item.kind)).toEqual(["access-ended"]);
    third.close();
  });
});

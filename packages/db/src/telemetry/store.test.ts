import { expect, test } from "vitest";
import { findDevice, relaysOf } from "../devices/store.ts";
import type { Store } from "../store.ts";
import { madeAt, storedDevice } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { closeGaps, listGaps, openGap } from "./gaps.ts";
import { emptyMetric, listMetrics, pruneMetrics, storeTelemetry } from "./store.ts";
import type { MetricRow, TelemetryChange } from "./rows.ts";

const state = {
  status: "online" as const,
  relayState: "on" as const,
  lastUpdate: madeAt + 5,
  isConnected: true,
  cloudOnline: true,
  cloudOnlineAt: madeAt + 1,
  connectingSince: null,
  updating: false,
  freshness: "fresh" as const,
  lastHeardAt: madeAt + 5,
  lastObservedAt: madeAt + 4,
  lastSequence: 2 ** 40,
  powerSource: 1,
  batteryPercent: 88.5,
  cellularLevel: -1,
  overriddenAt: null,
  updatedAt: madeAt + 6,
};

function aChange(id: string, metrics: MetricRow[] = []): TelemetryChange {
  const relay = {
    deviceId: id,
    reported: "on" as const,
    reportedAt: madeAt + 4,
    evidence: "current" as const,
    load: "ok" as const,
    loadMean: 1240.25,
    loadDeviation: 4.5,
    loadSamples: 20,
  };
  return {
    device: { ...state, id },
    relays: [1, 2].map((number) => ({ ...relay, number, milliamps: 1240.5, milliampsAt: madeAt + 4, loadSeenAt: madeAt + 4 })),
    metrics,
  };
}

async function stored(store: Store, metrics: MetricRow[]): Promise<void> {
  await store.write((tx) => storeTelemetry(tx, [{ ...aChange("dev_none"), metrics }]));
}

describeOnBothStores("telemetry", (fresh) => {
  test("a batch writes the state of devices and relays, and leaves names, owners, versions and commands alone", async () => {
    const { store } = fresh();
    const [first, second, third] = [await storedDevice(store), await storedDevice(store), await storedDevice(store)];
    await store.write((tx) => storeTelemetry(tx, [aChange(first.id), aChange(second.id)]));
    for (const device of [first, second]) expect(await findDevice(store.read, device.id)).toEqual({ ...device, ...state });
    expect(await findDevice(store.read, third.id)).toEqual(third);
    const relays = await relaysOf(store.read, [first.id]);
    expect(relays.map(({ name, reported, milliamps, lastCommandId }) => [name, reported, milliamps, lastCommandId])).toEqual([
      ["Relay 1", "on", 1240.5, null],
      ["Relay 2", "on", 1240.5, null],
      ["Relay 3", null, null, null],
      ["Relay 4", null, null, null],
    ]);
    await store.write((tx) => storeTelemetry(tx, []));
  });

  test("samples of one device and instant are completed, in one batch and over two", async () => {
    const { store } = fresh();
    const relays = [{ number: 1, reported: "on" as const, milliamps: 1.5 }];
    const at = (over: Partial<MetricRow>) => ({ ...emptyMetric("dev_1", madeAt), ...over });
    await stored(store, [
      at({ isOnline: true, relays }),
      at({ batteryLevel: 50, isOnline: false }),
      emptyMetric("dev_1", madeAt + 1),
    ]);
    await stored(store, [at({ uptime: 2 ** 33, firmwareVersion: "1.2 ü" })]);
    const span = { deviceId: "dev_1", from: madeAt, to: madeAt + 1, limit: 10 };
    expect(await listMetrics(store.read, span)).toEqual([
      at({ isOnline: false, relays, batteryLevel: 50, uptime: 2 ** 33, firmwareVersion: "1.2 ü" }),
      emptyMetric("dev_1", madeAt + 1),
    ]);
  });

  test("what cannot be stored in one row leaves nothing of its batch", async () => {
    const { store } = fresh();
    const device = await storedDevice(store);
    const metrics = [{ ...emptyMetric("dev_1", madeAt), ipAddress: "a\0b" }];
    await expect(store.write((tx) => storeTelemetry(tx, [aChange(device.id, metrics)]))).rejects.toThrow();
    expect(await findDevice(store.read, device.id)).toEqual(device);
  });

  test("[DA-4] old samples go, a bounded number at a time, and no young one with them", async () => {
    const { store } = fresh();
    const rows = Array.from({ length: 10 }, (_, index) => emptyMetric(`dev_${index % 2}`, madeAt + index));
    await stored(store, rows);
    const prune = () => store.write((tx) => pruneMetrics(tx, { before: madeAt + 6, limit: 4 }));
    expect([await prune(), await prune(), await prune()]).toEqual([4, 2, 0]);
    expect(await listMetrics(store.read, { deviceId: "dev_0", from: 0, to: madeAt + 99, limit: 9 })).toHaveLength(2);
  });

  test("[C3] one gap is open at a time; it is listed where it touches the span", async () => {
    const { store } = fresh();
    const gap = { id: "gap_1", from: madeAt, reason: "stream cut" };
    const open = (id: string, from: number) => store.write((tx) => openGap(tx, { ...gap, id, from }));
    const close = (to: number) => store.write((tx) => closeGaps(tx, to));
    await open("gap_1", madeAt);
    await open("gap_2", madeAt + 1);
    const listed = () => listGaps(store.read, { from: madeAt, to: madeAt + 60, limit: 9 });
    expect(await listed()).toEqual([{ ...gap, to: null }]);
    expect(await close(madeAt + 8)).toEqual([{ ...gap, to: madeAt + 8 }]);
    expect(await close(madeAt + 20)).toEqual([]);
    // Whoever does not know that it was stored stores it again.
    await open("gap_1", madeAt);
    expect(await listed()).toEqual([{ ...gap, to: madeAt + 8 }]);
    const touching = async (from: number, to: number) => (await listGaps(store.read, { from, to, limit: 9 })).length;
    expect([
      await touching(madeAt - 9, madeAt - 1),
      await touching(madeAt + 8, madeAt + 9),
      await touching(madeAt + 9, madeAt + 10),
    ]).toEqual([0, 1, 0]);
  });
});

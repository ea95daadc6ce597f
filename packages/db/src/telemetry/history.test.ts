import { expect, test } from "vitest";
import { madeAt, storedDevice } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { reportAt, silences, thinnedMetrics } from "./history.ts";
import { emptyMetric } from "./store.ts";

const second = 1_000;
/** Begins a step of ten seconds. */
const start = Math.ceil(madeAt / 10_000) * 10_000;
const relays = [{ number: 1, reported: "on" as const, milliamps: 600 }];
const contacts = [{ number: 1, reported: "off" as const, milliamps: null }];

describeOnBothStores("a device's history", (fresh) => {
  async function withSamples(seconds: readonly number[]) {
    const { store } = fresh();
    const { id } = await storedDevice(store);
    const rows = seconds.map((at) => ({ ...emptyMetric(id, start + at * second), batteryLevel: at, relays }));
    await store.write(async ({ db, t }) => {
      await db.insert(t.deviceMetrics).values([...rows, { ...emptyMetric("dev_other", start + 500), relays }]);
      // Not a word of the device about its relays; the last is of the cloud alone.
      const vitals = [
        { ...emptyMetric(id, start + 44 * second), batteryLevel: 81 },
        { ...emptyMetric(id, start + 45 * second), signalStrength: 64 },
        { ...emptyMetric(id, start + 46 * second), ipAddress: "203.0.113.9" },
      ];
      await db.insert(t.deviceMetrics).values(vitals);
    });
    return { store, from: store.read, id };
  }

  test("each step gives its last sample, in order; steps without one give none", async () => {
    const { from, id } = await withSamples([0, 3, 9, 10, 31, 39]);
    const span = { deviceId: id, from: start, to: start + 40 * second };
    const thinned = await thinnedMetrics(from, { ...span, stepMs: 10 * second });
    expect(thinned.map((row) => [row.timestamp - start, row.batteryLevel])).toEqual([
      [9 * second, 9],
      [10 * second, 10],
      [39 * second, 39],
    ]);
    expect(await thinnedMetrics(from, { ...span, deviceId: "dev_none", stepMs: 10 * second })).toEqual([]);
  });

  test("[C3] relays, currents, battery and signal of a step each stand with their last report, none in place of another", async () => {
    const { store, from, id } = await withSamples([41, 43]);
    const change = { ...emptyMetric(id, start + 47 * second), relays: contacts };
    await store.write(({ db, t }) => db.insert(t.deviceMetrics).values(change));
    const span = { deviceId: id, from: start, to: start + 50 * second };
    const thinned = await thinnedMetrics(from, { ...span, stepMs: 10 * second });
    expect(thinned.map((row) => [row.timestamp - start, row.relays, row.batteryLevel, row.signalStrength])).toEqual([
      [43 * second, relays, 43, null],
      [44 * second, null, 81, null],
      [45 * second, null, null, 64],
      [47 * second, contacts, null, null],
    ]);
  });

  test("[C3] a silence is a time between two reports, and other words do not shorten it", async () => {
    const { from, id } = await withSamples([0, 5, 10, 60, 66, 100]);
    const span = { deviceId: id, from: start, to: start + 100 * second };
    expect(await silences(from, { ...span, longestMs: 15 * second })).toEqual([
      { from: start + 10 * second, to: start + 60 * second },
      { from: start + 66 * second, to: start + 100 * second },
    ]);
    expect(await silences(from, { ...span, longestMs: 50 * second })).toEqual([]);
    expect(await reportAt(from, { ...span, to: start + 59 * second, end: "last" })).toBe(start + 10 * second);
    expect(await reportAt(from, { ...span, from: start + 1, end: "first" })).toBe(start + 5 * second);
    expect(await reportAt(from, { ...span, to: start - 1, from: 0, end: "last" })).toBeNull();
  });
});

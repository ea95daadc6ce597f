/** Whom the sweep of every second is given, and how: along short ranges of indexes, whatever there is of devices. */
import { checkLimitMs, freshnessOf, sessionGraceMs, statusOf } from "@relaydeck/core/devices/presence";
import { describe, expect, test } from "vitest";
import type { Store } from "../store.ts";
import { openExplained } from "../testing/plans.ts";
import { aDevice, madeAt, storedDevice } from "../testing/rows.ts";
import { describeOnBothStores, openTestPostgresStore, openTestStore } from "../testing/stores.ts";
import { devicesConnectingTooLong, devicesGoneQuiet, neverHeardDevices } from "./quiet.ts";
import type { DeviceRow, NewDevice } from "./store.ts";

const now = madeAt;
const staleAfterMs = 300_000;
const limit = 500;
const quiet = { profileId: "powerone", heardBefore: now - staleAfterMs, limit };
const tooLong = { checkBefore: now - checkLimitMs, sessionBefore: now - sessionGraceMs, limit };

async function stored(store: Store, rows: readonly Partial<NewDevice>[]): Promise<DeviceRow[]> {
  const devices: DeviceRow[] = [];
  for (const row of rows) devices.push(await storedDevice(store, row));
  return devices;
}

const ids = (devices: readonly DeviceRow[]) => devices.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1));

describeOnBothStores("devices that time has overtaken", (fresh) => {
  test("[C4, TI-1] exactly those whose freshness is another by now are found, to the millisecond", async () => {
    const { store } = fresh();
    const ages = [0, staleAfterMs, staleAfterMs + 1, 10 * staleAfterMs];
    const devices = await stored(
      store,
      (["fresh", "stale"] as const).flatMap((freshness) => ages.map((age) => ({ freshness, lastHeardAt: now - age }))),
    );
    await stored(store, [
      { freshness: "never", lastHeardAt: null },
      // Stale for a session of which nothing was heard.
      { freshness: "stale", lastHeardAt: now - sessionGraceMs - 1, cloudOnline: true, cloudOnlineAt: now - sessionGraceMs },
      { freshness: "fresh", lastHeardAt: 1, profileId: "relay" },
      { freshness: "fresh", lastHeardAt: 1, deletedAt: now },
    ]);
    const overtaken = devices.filter((device) => freshnessOf(device, staleAfterMs, now) !== device.freshness);
    expect(overtaken).toHaveLength(4);
    expect(ids(await devicesGoneQuiet(store.read, quiet))).toEqual(ids(overtaken));
    expect(await devicesGoneQuiet(store.read, { ...quiet, limit: 1 })).toHaveLength(2);
  });

  test("[D32] of the connecting those are found that the rule lets connect no longer, and none that it keeps waiting", async () => {
    const { store } = fresh();
    const checks = [null, now - checkLimitMs + 1, now - checkLimitMs];
    const sessions = [null, now - sessionGraceMs + 1, now - sessionGraceMs];
    const rows = checks.flatMap((connectingSince) =>
      sessions.flatMap((cloudOnlineAt) =>
        [true, false].map((updating) => {
          const isCloudOnline = cloudOnlineAt !== null;
          return { status: "connecting", cloudOnline: isCloudOnline, connectingSince, cloudOnlineAt, updating } as const;
        }),
      ),
    );
    const devices = await stored(store, rows);
    const found = new Set(ids(await devicesConnectingTooLong(store.read, tooLong)));
    // What began neither check nor session is moved by the event that ended them, not by time.
    const movedByTime = devices.filter(
      (device) => statusOf(device, now) !== "connecting" && (device.connectingSince ?? device.cloudOnlineAt) !== null,
    );
    expect(movedByTime).not.toHaveLength(0);
    expect(movedByTime.filter(({ id }) => !found.has(id))).toEqual([]);
    const isWaiting = ({ updating, connectingSince }: DeviceRow) => updating && connectingSince === null;
    expect(devices.filter((device) => found.has(device.id) && isWaiting(device))).toEqual([]);
  });

  test("[AD-4] what an administrator said is nobody's to move by time, nor what is deleted", async () => {
    const { store } = fresh();
    const old = { status: "connecting", connectingSince: 1, cloudOnline: true, cloudOnlineAt: 1 } as const;
    await stored(store, [
      { ...old, overriddenAt: 2 },
      { ...old, deletedAt: 2 },
    ]);
    expect(await devicesConnectingTooLong(store.read, tooLong)).toEqual([]);
  });

  test("[C3] who was never heard is found behind those that are not there to be read", async () => {
    const { store } = fresh();
    await stored(store, [
      { cloudOnline: null, createdAt: 1 },
      { cloudOnline: false, createdAt: 2 },
      { cloudOnline: true, createdAt: 3, updating: true },
      { cloudOnline: true, createdAt: 4, lastHeardAt: 5 },
      { cloudOnline: true, createdAt: 5, deletedAt: 6 },
    ]);
    const [second, first] = await stored(store, [
      { cloudOnline: true, createdAt: 8 },
      { cloudOnline: true, createdAt: 7 },
    ]);
    expect((await neverHeardDevices(store.read, 2)).map(({ id }) => id)).toEqual([first?.id, second?.id]);
  });
});

describe("[C3, C4] the sweep of every second, and the reading after a break, go along ranges of indexes alone", () => {
  test.each([
    { dialect: "SQLite", open: openTestStore },
    { dialect: "Postgres", open: openTestPostgresStore },
  ])("on $dialect", async ({ open }) => {
    const { store, url, close } = await open();
    await stored(store, [{ freshness: "fresh", lastHeardAt: 1 }]);
    const crowd = Array.from({ length: 500 }, () => aDevice({ freshness: "fresh", lastHeardAt: now }));
    await store.write((tx) => tx.db.insert(tx.t.devices).values(crowd));
    const explained = openExplained(url);
    try {
      await devicesGoneQuiet(explained.read, quiet);
      await devicesConnectingTooLong(explained.read, tooLong);
      await neverHeardDevices(explained.read, limit);
      const plans = (await explained.plans()).map(({ lines }) => lines.join("\n"));
      expect(plans).toHaveLength(5);
      for (const plan of plans) expect(plan).toMatch(/devices_(heard|connecting|checked|unheard)\b/);
      for (const plan of plans) expect(plan).not.toMatch(/\bSCAN\b|Seq Scan|TEMP B-TREE|\bSort\b/);
    } finally {
      await explained.close();
      await close();
    }
  });
});

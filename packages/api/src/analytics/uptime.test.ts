/**
 * What was not there yet has no uptime: neither a device before it came, nor the installation before its first start. And what
 * comes after the asked time says nothing of it. [C3]
 */
import { updateDevice } from "@relaydeck/db/devices/store";
import type { Store } from "@relaydeck/db/store";
import { storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { insertPresence } from "@relaydeck/db/telemetry/presence";
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { silentLog } from "@relaydeck/kit/log";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { assert, present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { AlertTimes } from "../alerts/alert-times.ts";
import { soleLead } from "../cluster/lead.ts";
import { Ingest } from "../telemetry/ingest.ts";
import { consoleHouse } from "../testing/console-house.ts";
import { request } from "../testing/alerts-house.ts";
import { deviceNumbers } from "./device-numbers.ts";
import { fleetCsv } from "./fleet-csv.ts";
import { fleet } from "./fleet.ts";
import { systemDays } from "./system-days.ts";
import { worstUptimes } from "./uptime.ts";

const hour = 60 * 60_000;
const now = Date.parse("2026-11-22T18:00:00Z");

describeOnStores("uptime of what is new", (fresh) => {
  /** Six hours old, though the cloud's word on them is older: a device that was always there, and one that was there for three. */
  async function aHouse() {
    const { store } = fresh();
    const clock = new ManualClock();
    clock.jumpWall(now - clock.now());
    const createdAt = now - 6 * hour;
    await storedUser(store, { createdAt });
    const [steady, moved] = [
      await storedDevice(store, { createdAt, name: "Always" }),
      await storedDevice(store, { createdAt, name: "Half" }),
    ];
    await store.write(async (tx) => {
      const said = [steady, moved].map(({ id }) => ({ deviceId: id, at: now - 30 * hour, online: true, was: null }));
      await insertPresence(tx, [...said, { deviceId: moved.id, at: now - 3 * hour, online: false, was: true }]);
      await updateDevice(tx, { id: steady.id }, { cloudOnline: true });
      await updateDevice(tx, { id: moved.id }, { cloudOnline: false });
    });
    return { store, clock, settings: { timeZone: "UTC" }, steady, moved };
  }

  test("[C3] what a device was before it came is no data, whether it has moved since or not", async () => {
    const { store, steady, moved } = await aHouse();
    const ranked = await worstUptimes(store.read, { now, limit: 10 });
    expect(ranked.map(({ deviceId, uptime }) => [deviceId, uptime])).toEqual([
      [moved.id, 50],
      [steady.id, 100],
    ]);
    for (const { parts } of ranked) expect(parts[0]).toEqual({ from: now - 24 * hour, to: now - 6 * hour, state: "no-data" });
  });

  test("[C3] the days before it are no data in the fleet, and of its first day the hours since", async () => {
    const { devices } = await fleet(await aHouse(), { days: 2, limit: 10, offset: 0 });
    expect(devices.map(({ name, uptimes }) => [name, uptimes])).toEqual([
      ["Always", [null, 100]],
      ["Half", [null, 50]],
    ]);
  });

  test("[D26] the link to the cloud is told of the hours since the first start", async () => {
    const house = await aHouse();
    const { store } = house;
    const gap = { id: "gap", from: now - 3 * hour, to: now, reason: "cut" };
    await store.write(({ db, t }) => db.insert(t.streamGaps).values(gap));
    const [day] = await systemDays(house, { days: 1 });
    expect(day?.systemUptime).toBe(50);
  });
});

describeOnStores("uptime up to an instant", (fresh) => {
  /** Two that were online for all that is known. */
  async function steadyHouse() {
    const { store } = fresh();
    const clock = new ManualClock();
    clock.jumpWall(now - clock.now());
    const createdAt = now - 30 * 24 * hour;
    await storedUser(store, { createdAt });
    const [one, other] = [
      await storedDevice(store, { createdAt, cloudOnline: true, name: "A" }),
      await storedDevice(store, { createdAt, cloudOnline: true, name: "B" }),
    ];
    return { store, clock, settings: { timeZone: "UTC" }, log: silentLog, profiles: builtInProfiles, one, other };
  }

  function goes(store: Store, { deviceId, at }: { deviceId: string; at: number }): Promise<void> {
    return store.write(async (tx) => {
      await insertPresence(tx, [{ deviceId, at, online: false, was: true }]);
      await updateDevice(tx, { id: deviceId }, { cloudOnline: false });
    });
  }

  test("[C3] a device that goes while the file of the fleet is read was online on all of its days", async () => {
    const { one, ...house } = await steadyHouse();
    const query = { days: 3, timeZone: "UTC" };
    const file = await fleetCsv(house, { query, admin: { adminId: "adm_1" }, request });
    const told: string[] = [];
    for await (const portion of file) {
      told.push(portion);
      // The first portion is the header; the days are fixed by then.
      if (told.length === 1) await goes(house.store, { deviceId: one.id, at: now + 1_000 });
    }
    expect(told.join("")).toContain(`"${one.id}","A","${one.serialNumber}",100,100,100\r\n`);
  });

  test("[C3] a change that a cloud whose clock is ahead tells is none of the time until now", async () => {
    const { one, other, ...house } = await steadyHouse();
    await goes(house.store, { deviceId: one.id, at: now + 5_000 });
    const { devices } = await fleet(house, { days: 2, limit: 10, offset: 0 });
    expect(devices.map(({ uptimes }) => uptimes)).toEqual([
      [100, 100],
      [100, 100],
    ]);
    expect(await deviceNumbers(house, { deviceId: one.id, range: "24h" })).toMatchObject({ value: { uptime: 100 } });
    const ranked = await worstUptimes(house.store.read, { now, limit: 10 });
    expect(new Map(ranked.map(({ deviceId, uptime }) => [deviceId, uptime]))).toEqual(
      new Map([
        [one.id, 100],
        [other.id, 100],
      ]),
    );
  });
});

describeOnStores("uptime of a device that comes back from the bin", (fresh) => {
  const day = 24 * hour;

  /** One that was in the bin from three days ago until a day ago, and is as it was then. */
  async function backHouse(online: boolean) {
    const house = await consoleHouse(fresh().store);
    const { clock, admin, deps } = house;
    clock.jumpWall(now - 4 * day - clock.now());
    const { id: deviceId, providerId } = await house.device({ cloudOnline: online, createdAt: now - 5 * day });
    clock.jumpWall(day);
    await admin.removeDevice({ deviceId });
    clock.jumpWall(2 * day);
    await admin.restoreDevice({ deviceId });
    const hear = async (word: { online: boolean; at: number }) => {
      const ingest = new Ingest({ ...deps, lead: soleLead, alertTimes: new AlertTimes(clock) });
      await ingest.take({ kind: "presence", providerId: present(providerId, "It has one"), isSession: true, ...word });
    };
    const seen = { ...deps, settings: { timeZone: "UTC" } };
    const told = async () => {
      const numbers = await deviceNumbers(seen, { deviceId, range: "7d" });
      assert(numbers.ok, "It lives");
      return {
        connection: numbers.value.connection.map(({ from, state }) => [(Date.parse(from) - now) / hour, state]),
        byDay: (await fleet(seen, { days: 5, limit: 10, offset: 0 })).devices[0]?.uptimes,
        worst: (await worstUptimes(house.store.read, { now: clock.now(), limit: 10 })).map(({ uptime }) => uptime),
      };
    };
    return { ...house, hear, told };
  }

  test.each([
    [true, "online", 100],
    [false, "offline", 0],
  ] as const)(
    "[C3] nothing is known of the time in it; before and after it, what was: online %s",
    async (online, state, uptime) => {
      const { clock, told } = await backHouse(online);
      clock.jumpWall(day);
      expect(await told()).toEqual({
        connection: [
          [-120, state],
          [-72, "no-data"],
          [-24, state],
        ],
        byDay: [uptime, uptime, null, uptime, uptime],
        worst: [uptime],
      });
    },
  );

  test("[C3] a day that began in the bin is told from when it came out", async () => {
    const { clock, hear, told } = await backHouse(true);
    clock.jumpWall(6 * hour);
    await hear({ online: false, at: clock.now() });
    clock.jumpWall(6 * hour);
    expect(await told()).toMatchObject({ worst: [50] });
  });

  test("[C3] a word of the time in it that comes late stands from when it came out", async () => {
    const { clock, hear, told } = await backHouse(false);
    await hear({ online: true, at: clock.now() - 1_000 });
    clock.jumpWall(day);
    expect(await told()).toMatchObject({ byDay: [0, 0, null, 100, 100], worst: [100] });
  });
});

import { sumOfEndpoints } from "@relaydeck/core/analytics/call-numbers";
import { expect, test } from "vitest";
import { updateUser } from "../accounts/store.ts";
import { updateDevice } from "../devices/store.ts";
import { recordHistory, type NewHistory } from "../relays/history.ts";
import type { Store } from "../store.ts";
import { madeAt, storedDevice, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { callSumsByEndpoint, callSumsByTime, insertProviderCalls, pruneProviderCalls } from "./provider-calls.ts";
import { commandSums, commandTimes, countActiveUsers, countAll, countAt, listSystemDays, putSystemDay } from "./system.ts";
import { endUserSession, forgetAddresses, listUserSessions, noteUserSession, startUserSession } from "./user-sessions.ts";

const hourMs = 3_600_000;

async function storedCalls(store: Store): Promise<void> {
  const call = {
    method: "GET",
    endpoint: "/v1/devices",
    success: true,
    responseTime: 100,
    requestSize: 10,
    responseSize: 2 ** 31 - 1,
  };
  const calls = Array.from({ length: 1_200 }, (_, index) => ({
    ...call,
    id: `c${index}`,
    timestamp: madeAt + (index % 3) * hourMs + 1,
  }));
  const odd = {
    id: "x",
    method: "POST",
    endpoint: "/v1/devices/:id/:function",
    success: false,
    timestamp: madeAt + 2 * hourMs - 1,
  };
  await store.write((tx) => insertProviderCalls(tx, [...calls, { ...odd, responseTime: 401, requestSize: null }]));
}

function aResult(number: number, over: Partial<NewHistory>): NewHistory {
  return {
    id: `his_${number}`,
    deviceId: "dev_1",
    userId: "usr_1",
    relayNumber: 1,
    previousState: "off",
    newState: "on",
    command: "relay_on",
    commandId: `cmd_${number}`,
    outcome: "acknowledged",
    timestamp: madeAt + number,
    ...over,
  };
}

describeOnBothStores("analytics", (fresh) => {
  test("provider calls are summed by time, by endpoint and over all, past 32 bits", async () => {
    const { store } = fresh();
    await storedCalls(store);
    const sums = { calls: 400, failed: 0, responseSum: 40_000, responseCount: 400, bytes: 400 * (2 ** 31 - 1 + 10) };
    const span = { from: madeAt, to: madeAt + 3 * hourMs };
    const byTime = await callSumsByTime(store.read, { ...span, stretchMs: hourMs });
    expect(byTime.map((row) => [row.index, row.calls, row.failed])).toEqual([
      [0, 400, 0],
      [1, 401, 1],
      [2, 400, 0],
    ]);
    expect(byTime[0]).toEqual({ index: 0, ...sums });
    const byEndpoint = sumOfEndpoints(await callSumsByEndpoint(store.read, span));
    expect(byEndpoint.map((row) => [row.method, row.endpoint, row.calls, row.failed, row.responseSum])).toEqual([
      ["GET", "/v1/devices", 1_200, 0, 120_000],
      ["POST", "/v1/devices/:id/:function", 1, 1, 401],
    ]);
    expect(await callSumsByTime(store.read, { from: madeAt + 9 * hourMs, to: madeAt + 10 * hourMs, stretchMs: hourMs })).toEqual(
      [],
    );
    expect(await store.write((tx) => pruneProviderCalls(tx, { before: madeAt + hourMs, limit: 500 }))).toBe(400);
  });

  test("[D52] only proved results count as success or failure; times are those that were measured", async () => {
    const { store } = fresh();
    const none = { commands: 0, successful: 0, confirmed: 0, failed: 0, unconfirmed: 0, avgResponseTime: 0 };
    const all = { from: madeAt, to: madeAt + 100 };
    expect(await commandSums(store.read, all)).toEqual(none);
    await store.write(async (tx) => {
      await recordHistory(tx, aResult(1, { success: true, outcome: "confirmed", responseTime: 100, confirmationTime: 900 }));
      await recordHistory(tx, aResult(2, { success: true, responseTime: 201 }));
      await recordHistory(tx, aResult(3, { success: false, responseTime: 302, userId: "usr_2" }));
      await recordHistory(tx, aResult(4, { success: null, outcome: "unconfirmed", deviceId: "dev_2" }));
    });
    expect(await commandSums(store.read, all)).toEqual({
      commands: 4,
      successful: 2,
      confirmed: 1,
      failed: 1,
      unconfirmed: 1,
      avgResponseTime: 201,
    });
    expect(await commandSums(store.read, { ...all, userId: "usr_2" })).toEqual({
      ...none,
      commands: 1,
      failed: 1,
      avgResponseTime: 302,
    });
    expect(await commandSums(store.read, { ...all, deviceId: "dev_2" })).toEqual({ ...none, commands: 1, unconfirmed: 1 });
    expect(await commandTimes(store.read, { ...all, limit: 9 })).toEqual({ response: [302, 201, 100], confirmation: [900] });
  });

  test("[D27] the living are counted, those of some time ago too, and a day is written anew", async () => {
    const { store } = fresh();
    await storedUser(store);
    const { id } = await storedDevice(store);
    // A check of it runs, so it is not connected, whatever the cloud's word is. [D32]
    await storedDevice(store, { cloudOnline: true, status: "connecting" });
    const gone = await storedDevice(store, { cloudOnline: true, status: "online" });
    await store.write((tx) => updateDevice(tx, { id: gone.id }, { deletedAt: madeAt }));
    await storedDevice(store, { cloudOnline: true, status: "online", freshness: "stale" });
    await store.write((tx) => updateDevice(tx, { id }, { cloudOnline: true, status: "online", freshness: "fresh" }));
    expect(await countAll(store.read)).toEqual({ users: 1, devices: 3, connected: 2, notHeard: 1 });
    expect(await countAt(store.read, madeAt)).toEqual({ users: 0, devices: 0 });
    expect(await countAt(store.read, madeAt + 1)).toEqual({ users: 1, devices: 3 });
    await store.write((tx) => updateDevice(tx, { id: gone.id }, { deletedAt: madeAt + 5 }));
    expect(await countAt(store.read, madeAt + 5)).toEqual({ users: 1, devices: 4 });
    const day = { date: "2026-11-21", totalUsers: 1, activeUsers: 1, totalDevices: 2, onlineDevices: 1, totalRelayCommands: 0 };
    const rest = { successfulCommands: 0, averageResponseTime: 0.5, systemUptime: 99.9, updatedAt: madeAt, timeZone: "UTC" };
    for (const totalUsers of [1, 2]) await store.write((tx) => putSystemDay(tx, { ...day, ...rest, totalUsers }));
    await store.write((tx) => putSystemDay(tx, { ...day, ...rest, date: "2026-11-20" }));
    expect((await listSystemDays(store.read, "2026-11-20")).map((row) => [row.date, row.totalUsers])).toEqual([
      ["2026-11-20", 1],
      ["2026-11-21", 2],
    ]);
  });

  test("a session's use adds up, ends once, and its address is forgotten in time", async () => {
    const { store } = fresh();
    const { id: userId } = await storedUser(store);
    const session = {
      id: "u1",
      userId,
      sessionStart: madeAt,
      lastSeenAt: madeAt,
      ipAddress: "203.0.113.9",
      userAgent: "x",
    };
    await store.write((tx) => startUserSession(tx, session));
    await store.write((tx) => noteUserSession(tx, { id: "u1", now: madeAt + 60, actions: 2, deviceIds: ["d1", "d2"] }));
    await store.write((tx) => noteUserSession(tx, { id: "u1", now: madeAt + 90, actions: 1, deviceIds: ["d2", "d3"] }));
    for (const now of [madeAt + 100, madeAt + 999]) await store.write((tx) => endUserSession(tx, { id: "u1", now }));
    expect(await countActiveUsers(store.read, { from: madeAt + 90, to: madeAt + 200 })).toBe(1);
    expect(await countActiveUsers(store.read, { from: madeAt + 91, to: madeAt + 200 })).toBe(0);
    expect(await countActiveUsers(store.read, { from: 0, to: madeAt })).toBe(0);
    await store.write((tx) => updateUser(tx, { id: userId }, { deletedAt: madeAt + 150 }));
    const active = (to: number) => countActiveUsers(store.read, { from: madeAt, to });
    expect([await active(madeAt + 150), await active(madeAt + 151)]).toEqual([1, 0]);
    expect(await store.write((tx) => forgetAddresses(tx, { before: madeAt, limit: 9 }))).toBe(0);
    expect(await store.write((tx) => forgetAddresses(tx, { before: madeAt + 1, limit: 9 }))).toBe(1);
    expect(await store.write((tx) => forgetAddresses(tx, { before: madeAt + 1, limit: 9 }))).toBe(0);
    const end = { sessionEnd: madeAt + 100, duration: 100, lastSeenAt: madeAt + 90, ipAddress: null, userAgent: null };
    expect(await listUserSessions(store.read, { userId, limit: 9 })).toEqual([
      { ...session, ...end, actionsPerformed: 3, devicesAccessed: ["d1", "d2", "d3"] },
    ]);
  });
});

/**
 * A week of commands, calls and comings and goings around a change of clocks, over a cut of the provider's stream, and an
 * administrator to ask for its numbers. The product stands still at `scene.now`.
 */
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { beginAdminSession } from "@relaydeck/api/admin/admin-session";
import { insertAdmin } from "@relaydeck/db/admin/store";
import { insertProviderCalls } from "@relaydeck/db/analytics/provider-calls";
import { startUserSession } from "@relaydeck/db/analytics/user-sessions";
import { insertNotice } from "@relaydeck/db/alerts/history";
import { updateDevice } from "@relaydeck/db/devices/store";
import { beginCommand, transition } from "@relaydeck/db/relays/commands";
import { insertRelayChanges } from "@relaydeck/db/relays/changes";
import type { NewHistory } from "@relaydeck/db/relays/history";
import type { Tx } from "@relaydeck/db/store";
import { insertPresence, insertUnheard } from "@relaydeck/db/telemetry/presence";
import { aCommand, storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { newId } from "@relaydeck/contract/ids";
import { assert, present } from "@relaydeck/kit/assert";
import { integerBetween, seededRandom, type Random } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import type { Browser } from "./http-client.ts";
import type { Product } from "./product.ts";

const minute = 60_000;
const hour = 60 * minute;
export const sceneNow = Date.parse("2026-10-26T10:07:31.500Z");
const begin = Date.parse("2026-10-20T00:00:00Z");

function below(random: Random, limit: number): number {
  return integerBetween(random, 0, limit - 1);
}

/** Some moment of every third quarter of an hour: enough for every border, and sums of few quarters. */
function sometime(random: Random): number {
  const step = 45 * minute;
  const within = begin + step * below(random, Math.floor((sceneNow - begin) / step)) + below(random, 15 * minute);
  return Math.min(within, sceneNow - 1);
}

export interface NumbersScene {
  readonly admin: Browser;
  readonly deviceIds: readonly string[];
}

export async function numbersScene(product: Product): Promise<NumbersScene> {
  assert(product.clock instanceof ManualClock, "The scene stands at a moment of its own");
  product.clock.jumpWall(sceneNow - product.clock.now());
  const { store } = product;
  const made = (text: string) => ({ createdAt: Date.parse(text) });
  const maria = await storedUser(store, made("2026-10-19T08:00:00Z"));
  const alex = await storedUser(store, made("2026-10-24T12:00:00Z"));
  await storedUser(store, made("2026-10-25T23:30:00Z"));
  await storedUser(store, { ...made("2026-10-21T00:00:00Z"), deletedAt: Date.parse("2026-10-25T20:00:00Z") });
  const device = () => storedDevice(store, { ownerId: maria.id, ...made("2026-10-19T09:00:00Z") });
  const deviceIds = (await Promise.all([device(), device(), device(), device(), device()])).map(({ id }) => id);
  await store.write(async (tx) => {
    await tx.db.delete(tx.t.streamGaps);
    await tx.db.insert(tx.t.streamGaps).values([
      { id: "gap_night", from: Date.parse("2026-10-24T21:30:10Z"), to: Date.parse("2026-10-25T01:30:20Z"), reason: "cut" },
      { id: "gap_morning", from: Date.parse("2026-10-26T08:00:00Z"), to: Date.parse("2026-10-26T08:59:59.999Z"), reason: "cut" },
    ]);
    await addResults(tx, deviceIds, [maria.id, alex.id]);
    await addUnsent(tx, { deviceId: present(deviceIds[0], "Five devices"), actorId: maria.id });
    await addCalls(tx);
    await addPresence(tx, deviceIds);
    await addSessions(tx, [maria.id, alex.id]);
    await addNotices(tx, present(deviceIds[0], "Five devices"));
    await addReports(tx, deviceIds);
  });
  return { admin: await adminOf(product), deviceIds };
}

async function addResults(tx: Tx, deviceIds: readonly string[], userIds: readonly string[]): Promise<void> {
  const random = seededRandom(7);
  const count = 900;
  const rows = Array.from({ length: count }, (_, index): NewHistory => {
    const outcome = present(
      (["confirmed", "confirmed", "acknowledged", "failed", "unconfirmed"] as const)[below(random, 5)],
      "Of five",
    );
    const responseTime = outcome === "unconfirmed" ? null : 20 + below(random, index % 40 === 0 ? 60_000 : 4_000);
    return {
      id: newId("history", random),
      deviceId: deviceIds[index % deviceIds.length] ?? "",
      userId: userIds[index % userIds.length] ?? null,
      relayNumber: 1 + (index % 4),
      previousState: "unknown",
      newState: index % 2 === 0 ? "on" : "off",
      command: index % 2 === 0 ? "relay_on" : "relay_off",
      commandId: newId("command", random),
      outcome,
      timestamp: sometime(random),
      responseTime,
      confirmationTime: outcome === "confirmed" ? (responseTime ?? 0) + below(random, 9_000) : null,
      success: outcome === "unconfirmed" ? null : outcome !== "failed",
    };
  });
  // On the border of days and quarters, to the millisecond.
  for (const [index, text] of [
    "2026-10-24T22:00:00Z",
    "2026-10-24T21:59:59.999Z",
    "2026-10-25T18:30:00Z",
    "2026-10-26T00:00:00Z",
  ].entries())
    rows.push({
      ...present(rows[index], "A row"),
      id: newId("history", random),
      commandId: newId("command", random),
      timestamp: Date.parse(text),
    });
  for (let from = 0; from < rows.length; from += 300) await tx.db.insert(tx.t.relayHistory).values(rows.slice(from, from + 300));
}

async function addUnsent(tx: Tx, who: { deviceId: string; actorId: string }): Promise<void> {
  const at = ["2026-10-23T10:00:00Z", "2026-10-24T22:30:00Z", "2026-10-26T09:59:00Z"].map((text) => Date.parse(text));
  for (const [index, requestedAt] of at.entries()) {
    const { command } = await beginCommand(tx, aCommand({ ...who, requestedAt, relayNumber: index + 1 }));
    await transition(
      tx,
      { id: command.id, from: ["requested"] },
      { state: index === 1 ? "cancelled" : "expired", endedAt: requestedAt },
    );
  }
}

async function addCalls(tx: Tx): Promise<void> {
  const random = seededRandom(8);
  const endpoints = [
    ["POST", "/v1/devices/:id/:function"],
    ["GET", "/v1/devices"],
    ["PUT", "/v1/devices/:id/ping"],
  ] as const;
  const calls = Array.from({ length: 1_500 }, (_, index) => {
    const [method, endpoint] = present(endpoints[below(random, 3)], "Of three");
    const success = below(random, 20) > 0;
    const answered = { responseTime: 50 + below(random, 900), responseSize: below(random, 2_000) };
    return {
      id: `call_${index}`,
      method,
      endpoint,
      success,
      requestSize: 30 + below(random, 50),
      ...(below(random, 30) === 0 ? {} : answered),
      // Some within the last hour, so that the shortest period has something to say.
      timestamp: index % 10 === 0 ? sceneNow - below(random, hour) : sometime(random),
    };
  });
  await insertProviderCalls(tx, calls);
}

/** When the first of those that come and go was in the bin, where it was put while it was online. */
const inBin = { from: Date.parse("2026-10-25T10:00:00Z"), to: Date.parse("2026-10-26T03:00:00Z") };

/**
 * Some come and go by chance; one is always there, one always gone, and of one nothing is known before yesterday. Their
 * `status` follows, but of the one that is always there: a check of it runs, so it is not connected now.
 */
async function addPresence(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const random = seededRandom(9);
  const [restless = "", often = "", steady = "", gone = "", late = ""] = deviceIds;
  const long = Date.parse("2026-10-19T12:00:00Z");
  const last = new Map([
    [steady, true],
    [gone, false],
  ]);
  await insertPresence(tx, [
    { deviceId: steady, at: long, online: true, was: null },
    { deviceId: gone, at: long, online: false, was: null },
  ]);
  for (const [deviceId, from, everyMs] of [
    [restless, long, 9 * hour],
    [often, long, 40 * minute],
    [late, Date.parse("2026-10-25T15:00:00Z"), 3 * hour],
  ] as const) {
    let was: boolean | null = null;
    for (let at = from; at < sceneNow; at += 1 + below(random, everyMs)) {
      const isInBin: boolean = deviceId === restless && at > inBin.from && at < inBin.to;
      if (isInBin && was !== null) await insertUnheard(tx, { deviceId, online: was, ...inBin });
      if (isInBin) continue;
      const online: boolean = was !== true;
      await insertPresence(tx, [{ deviceId, at, online, was }]);
      was = online;
      last.set(deviceId, online);
    }
  }
  for (const [id, online] of last) {
    const status = id === steady ? "connecting" : online ? "online" : "offline";
    await updateDevice(tx, { id }, { cloudOnline: online, status, isConnected: status === "online" });
  }
}

async function addSessions(tx: Tx, userIds: readonly string[]): Promise<void> {
  const spans = [
    ["2026-10-21T10:00:00Z", "2026-10-22T01:00:00Z"],
    ["2026-10-24T20:00:00Z", "2026-10-24T22:10:00Z"],
    ["2026-10-25T17:00:00Z", "2026-10-25T19:00:00Z"],
    ["2026-10-26T09:00:00Z", "2026-10-26T10:00:00Z"],
  ] as const;
  for (const [index, [from, to]] of spans.entries()) {
    const id = `use_${index}`;
    await startUserSession(tx, {
      id,
      userId: userIds[index % 2] ?? "",
      sessionStart: Date.parse(from),
      lastSeenAt: Date.parse(to),
    });
  }
}

/**
 * What the last day and a half reported: one device steadily, one with silences, one since this morning only, one not at all.
 * Relays move now and then; reports and moves fall into the cut of the stream, too, as an answered question brings them.
 */
async function addReports(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const random = seededRandom(11);
  const since = [sceneNow - 36 * hour, sceneNow - 30 * hour, Date.parse("2026-10-26T05:12:07Z")];
  const reports: (typeof tx.t.deviceMetrics.$inferInsert)[] = [];
  for (const [index, from] of since.entries()) {
    const deviceId = deviceIds[index] ?? "";
    for (let at = from; at < sceneNow; at += 90_000 + below(random, index === 1 && below(random, 12) === 0 ? 2 * hour : minute)) {
      const relays = [1, 2, 3, 4].map((number) => ({ number, reported: null, milliamps: below(random, 900) }));
      reports.push({
        deviceId,
        timestamp: at,
        relays,
        batteryLevel: below(random, 100) + 0.25,
        signalStrength: below(random, 100),
      });
    }
    const moves = Array.from({ length: 40 }, (_, move) => ({
      deviceId,
      relayNumber: 1 + (move % 4),
      at: from + below(random, sceneNow - from),
      state: below(random, 2) === 0 ? ("on" as const) : ("off" as const),
      commandId: null,
      cause: null,
    }));
    await insertRelayChanges(tx, moves);
  }
  for (let from = 0; from < reports.length; from += 300)
    await tx.db.insert(tx.t.deviceMetrics).values(reports.slice(from, from + 300));
}

async function addNotices(tx: Tx, deviceId: string): Promise<void> {
  const random = seededRandom(10);
  for (let number = 0; number < 13; number += 1) {
    const told = {
      deviceId,
      alertType: "battery_low",
      severity: "warning",
      title: `Notice ${number}`,
      message: "Battery at 19 %",
    } as const;
    await insertNotice(tx, { id: newId("alertHistory", random), ...told, timestamp: sceneNow - number * hour });
  }
}

/** Signed in past the password, which is no matter here. */
export async function adminOf(product: Product): Promise<Browser> {
  const { deps, store } = product;
  const now = deps.clock.now();
  const request = { requestId: "req_scene", door: "rest", address: "127.0.0.1", userAgent: "scene" } as const;
  const adminId = newId("admin", deps.random);
  const { token } = await store.write(async (tx) => {
    await insertAdmin(tx, { id: adminId, username: adminId, passwordHash: "none", createdAt: now, updatedAt: now });
    return beginAdminSession(deps, tx, { adminId, request, presentedToken: null, isDemo: false });
  });
  return product.browser({ [cookieName("admin", product.origin)]: token });
}

/**
 * An installation in which every number of the console stands at a border of the document: 12 commands of which 10 were proved and
 * one of these failed, uptimes and rates just on and just below their thresholds. The product stands at `sceneNow`.
 */
import { newId } from "@relaydeck/contract/ids";
import { insertNotice } from "@relaydeck/db/alerts/history";
import { insertProviderCalls } from "@relaydeck/db/analytics/provider-calls";
import { updateDevice } from "@relaydeck/db/devices/store";
import type { NewHistory } from "@relaydeck/db/relays/history";
import type { Tx } from "@relaydeck/db/store";
import { insertPresence } from "@relaydeck/db/telemetry/presence";
import { storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { present } from "@relaydeck/kit/assert";
import { seededRandom } from "@relaydeck/kit/random";
import { sceneNow } from "./numbers-scene.ts";
import type { Product } from "./product.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Minutes offline of the last 24 hours: 95 %, a little less, 80 %, a little less. */
const offlineMinutes = [72, 72.06, 288, 288.06];
/** Calls and failures: 95 %, 94.96 %, 90 %, 89.96 %. */
const endpoints = [
  ["/v1/a", 100, 5],
  ["/v1/b", 2_500, 126],
  ["/v1/c", 100, 10],
  ["/v1/d", 2_500, 251],
] as const;

export async function factsScene({ store }: Product): Promise<void> {
  const createdAt = sceneNow - 48 * hour;
  const owner = await storedUser(store, { createdAt });
  const made = { ownerId: owner.id, status: "online", isConnected: true, createdAt } as const;
  const devices = await Promise.all(offlineMinutes.map(() => storedDevice(store, made)));
  await store.write(async (tx) => {
    await tx.db.delete(tx.t.streamGaps);
    await tx.db.delete(tx.t.particleApiCalls);
    await addAbsences(
      tx,
      devices.map(({ id }) => id),
    );
    const deviceId = present(devices[0], "Four devices").id;
    await tx.db.insert(tx.t.relayHistory).values(results(deviceId, owner.id));
    await addNotices(tx, deviceId);
    await addCalls(tx);
  });
}

async function addAbsences(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const gone = sceneNow - 12 * hour;
  for (const [index, deviceId] of deviceIds.entries()) {
    await insertPresence(tx, [
      { deviceId, at: sceneNow - 40 * hour, online: true, was: null },
      { deviceId, at: gone, online: false, was: true },
      { deviceId, at: gone + Math.round((offlineMinutes[index] ?? 0) * minute), online: true, was: false },
    ]);
    await updateDevice(tx, { id: deviceId }, { cloudOnline: true });
  }
}

/** The newest three differ; of the ten that were answered the mean is 1,050.8 ms. */
function results(deviceId: string, userId: string): NewHistory[] {
  const random = seededRandom(3);
  const outcomes = ["confirmed", "failed", "unconfirmed", "unconfirmed"] as const;
  return Array.from({ length: 12 }, (_, index): NewHistory => {
    const outcome = outcomes[index] ?? "confirmed";
    const responseTime = outcome === "unconfirmed" ? null : outcome === "failed" ? 3_200 : 812;
    const newState = index % 2 === 0 ? "on" : "off";
    return {
      id: newId("history", random),
      deviceId,
      userId,
      relayNumber: 1 + ((index + 1) % 4),
      previousState: "unknown",
      newState,
      command: `relay_${newState}`,
      commandId: newId("command", random),
      outcome,
      timestamp: Date.parse("2026-10-26T10:07:09Z") - index * minute,
      responseTime,
      confirmationTime: outcome === "confirmed" ? 2_000 : null,
      success: outcome === "unconfirmed" ? null : outcome === "confirmed",
    };
  });
}

async function addNotices(tx: Tx, deviceId: string): Promise<void> {
  const random = seededRandom(4);
  const told = [
    ["critical", "Pump off", "Nobody home"],
    ["warning", "Battery low", "Battery at 19 %"],
    ["info", "Back again", "Cabin is online"],
  ] as const;
  for (const [index, [severity, title, message]] of told.entries()) {
    const timestamp = Date.parse("2026-10-26T09:05:00Z") - index * hour;
    await insertNotice(tx, {
      id: newId("alertHistory", random),
      deviceId,
      alertType: "battery_low",
      severity,
      title,
      message,
      timestamp,
    });
  }
}

async function addCalls(tx: Tx): Promise<void> {
  for (const [endpoint, calls, failures] of endpoints) {
    const rows = Array.from({ length: calls }, (_, index) => ({
      id: `call_${endpoint.at(-1)}${index}`,
      method: "GET",
      endpoint,
      success: index >= failures,
      requestSize: 36,
      responseTime: 200,
      responseSize: 1_500,
      timestamp: sceneNow - hour - index,
    }));
    for (let from = 0; from < rows.length; from += 1_000) await insertProviderCalls(tx, rows.slice(from, from + 1_000));
  }
}

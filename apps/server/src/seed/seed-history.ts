/** Past switches as the product would have left them: command, history row, log entry, and the sample that confirmed it. */
import { newId } from "@relaydeck/contract/ids";
import { toldOfCommand } from "@relaydeck/core/activity/entry";
import { rollUpAgain } from "@relaydeck/db/analytics/rollups";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { portion, seededAgeMs, type SeedDeps } from "./seed-ground.ts";
import type { SeededDevice } from "./seed-devices.ts";

/** One past switch; instants in epoch milliseconds. */
interface PastSwitch {
  readonly device: SeededDevice;
  readonly relayNumber: number;
  readonly target: "on" | "off";
  readonly requestedAt: number;
}

const answeredAfterMs = 900;
const confirmedAfterMs = 1_700;
const validForMs = 10_000;
/** The newest seeded switch is this old, so that nothing that happens now comes before it. */
const quietMs = 60_000;

/** Spread evenly over the seeded age and over the devices' relays, oldest first. */
export async function seedHistory(deps: SeedDeps, count: number, devices: readonly SeededDevice[]): Promise<void> {
  if (count === 0) return;
  const begin = deps.clock.now() - seededAgeMs;
  await deps.store.write((tx) => rollUpAgain(tx, "commands", begin));
  const stepMs = (seededAgeMs - quietMs) / count;
  for (let from = 0; from < count; from += portion) {
    const switches = Array.from({ length: Math.min(portion, count - from) }, (_, index): PastSwitch => {
      const number = from + index;
      const device = present(devices[number % devices.length], "History is seeded with its devices");
      const round = Math.floor(number / devices.length);
      return {
        device,
        relayNumber: 1 + (round % device.relays),
        target: Math.floor(round / device.relays) % 2 === 0 ? "on" : "off",
        requestedAt: Math.floor(begin + number * stepMs),
      };
    });
    await deps.store.write((tx) => addSwitches(deps, tx, switches));
  }
}

async function addSwitches(deps: SeedDeps, tx: Tx, switches: readonly PastSwitch[]): Promise<void> {
  const { t, db } = tx;
  const lastOrder = await tx.prepared.takeNumbers("accepted", switches.length);
  const all = switches.map((past, index) => ({
    past,
    commandId: newId("command", deps.random),
    acceptedOrder: lastOrder - switches.length + 1 + index,
  }));
  await db.insert(t.relayCommands).values(all.map(commandRow));
  await db.insert(t.relayHistory).values(all.map((one) => ({ id: newId("history", deps.random), ...historyRow(one) })));
  await db.insert(t.activityLogs).values(all.map((one) => ({ id: newId("activity", deps.random), ...activityRow(one) })));
  // Two switches of one device in one millisecond share their sample.
  await db.insert(t.deviceMetrics).values(all.map(sampleRow)).onConflictDoNothing();
}

interface Numbered {
  readonly past: PastSwitch;
  readonly commandId: string;
  readonly acceptedOrder: number;
}

function commandRow({ past, commandId, acceptedOrder }: Numbered) {
  const { device, relayNumber, target, requestedAt } = past;
  const acknowledgedAt = requestedAt + answeredAfterMs;
  const confirmedAt = requestedAt + confirmedAfterMs;
  return {
    id: commandId,
    actorId: device.ownerId,
    deviceId: device.id,
    relayNumber,
    target,
    state: "confirmed" as const,
    returnValue: 1,
    door: "rest",
    acceptedOrder,
    requestedAt,
    validUntil: requestedAt + validForMs,
    sentAt: requestedAt,
    answeredAt: acknowledgedAt,
    callEndedAt: acknowledgedAt,
    acknowledgedAt,
    confirmedAt,
    endedAt: confirmedAt,
    previousState: opposite(target),
    createdAt: requestedAt,
  };
}

function historyRow({ past, commandId }: Numbered) {
  const { device, relayNumber, target, requestedAt } = past;
  return {
    deviceId: device.id,
    userId: device.ownerId,
    relayNumber,
    previousState: opposite(target),
    newState: target,
    command: `relay_${target}`,
    commandId,
    outcome: "confirmed" as const,
    timestamp: requestedAt,
    responseTime: answeredAfterMs,
    confirmationTime: confirmedAfterMs,
    success: true,
  };
}

function activityRow({ past, commandId }: Numbered) {
  const { device, relayNumber, target, requestedAt } = past;
  const command = { state: "confirmed", target, reason: null, reasonCode: null, returnValue: 1 } as const;
  return {
    ...present(
      toldOfCommand({ ...command, previousState: opposite(target) }, `Relay ${relayNumber}`),
      "The log speaks of what was confirmed",
    ),
    deviceId: device.id,
    userId: device.ownerId,
    timestamp: requestedAt + confirmedAfterMs,
    relayNumber,
    commandId,
  };
}

function sampleRow({ past }: Numbered) {
  const { device, relayNumber, target, requestedAt } = past;
  const relay = { number: relayNumber, reported: target, milliamps: target === "on" ? 600 : 0 };
  const timestamp = requestedAt + confirmedAfterMs;
  return { deviceId: device.id, timestamp, isOnline: true, batteryLevel: 88.5, lastHeard: timestamp, relays: [relay] };
}

function opposite(target: "on" | "off"): "on" | "off" {
  return target === "on" ? "off" : "on";
}

/**
 * Results of commands, calls to the provider, and comings and goings of devices by the million: what the console's numbers are
 * made of, without the log entries and samples that `--history` brings.
 *
 * What they tell follows from their number alone, so that two seedings of one size are alike.
 */
import { rollUp } from "@relaydeck/api/analytics/roll-up";
import { openBulk, type Bulk, type BulkRow } from "@relaydeck/db/bulk/bulk";
import { rollUpAgain } from "@relaydeck/db/analytics/rollups";
import { setPresence } from "@relaydeck/db/telemetry/presence";
import { present } from "@relaydeck/kit/assert";
import { base62 } from "@relaydeck/kit/random";
import type { SeededDevice } from "./seed-devices.ts";
import { portionsOf, seededAgeMs, type SeedDeps } from "./seed-ground.ts";

export interface NumbersWish {
  readonly results: number;
  readonly calls: number;
  readonly moves: number;
}

/** Nothing seeded is younger. */
const quietMs = 60_000;
const idDigits = 22;
const longestOutageMs = 3 * 60 * 60_000;

export async function seedNumbers(deps: SeedDeps, wish: NumbersWish, devices: readonly SeededDevice[]): Promise<void> {
  if (wish.results + wish.calls + wish.moves === 0) return;
  const begin = deps.clock.now() - seededAgeMs;
  const spread = { begin, ms: seededAgeMs - quietMs, salt: base62(deps.random, 6) };
  const bulk = openBulk(deps.databaseUrl);
  try {
    await bulk.insert("relayHistory", resultRows(wish.results, spread, devices));
    await bulk.insert("particleApiCalls", callRows(wish.calls, spread, devices));
    if (wish.moves > 0) await seedMoves(deps, bulk, { ...spread, moves: wish.moves, devices });
  } finally {
    await bulk.close();
  }
  await deps.store.write(async (tx) => {
    await rollUpAgain(tx, "commands", begin);
    await rollUpAgain(tx, "calls", begin);
  });
  await rollUp(deps);
}

interface Spread {
  readonly begin: number;
  readonly ms: number;
  /** Makes the ids of this seeding its own. */
  readonly salt: string;
}

/** Rises with the number, so that rows stand in the database as they were written. */
function idOf(salt: string, number: number): string {
  return `${salt}${number.toString(36).padStart(idDigits - salt.length, "0")}`;
}

/** A fraction that looks like chance and follows from the numbers. */
function chance(number: number, of: number): number {
  let mixed = Math.imul(number ^ (of * 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

function* resultRows(
  count: number,
  { begin, ms, salt }: Spread,
  devices: readonly SeededDevice[],
): Generator<BulkRow<"relayHistory">> {
  for (let number = 0; number < count; number += 1) {
    const device = present(devices[Math.floor(chance(number, 1) * devices.length)], "Results are seeded with their devices");
    const on = chance(number, 2) < 0.5;
    const end = chance(number, 3);
    const outcome = end < 0.9 ? "confirmed" : end < 0.95 ? "acknowledged" : end < 0.98 ? "unconfirmed" : "failed";
    const responseTime = outcome === "unconfirmed" ? null : 300 + Math.floor(2_500 * chance(number, 4) ** 3);
    yield {
      id: `his_${idOf(salt, number)}`,
      deviceId: device.id,
      userId: device.ownerId,
      relayNumber: 1 + Math.floor(chance(number, 5) * device.relays),
      previousState: on ? "off" : "on",
      newState: on ? "on" : "off",
      command: on ? "relay_on" : "relay_off",
      commandId: `cmd_${idOf(salt, number)}`,
      outcome,
      timestamp: Math.floor(begin + (number / count) * ms),
      responseTime,
      confirmationTime: outcome === "confirmed" ? (responseTime ?? 0) + 500 + Math.floor(4_000 * chance(number, 6) ** 2) : null,
      success: outcome === "unconfirmed" ? null : outcome !== "failed",
      errorMessage: outcome === "failed" ? "The device refused the command (-1)" : null,
    };
  }
}

const endpoints = [
  ["POST", "/v1/devices/:id/:function"],
  ["GET", "/v1/devices"],
  ["GET", "/v1/devices/:id"],
  ["GET", "/v1/devices/:id/:variable"],
  ["PUT", "/v1/devices/:id/ping"],
  ["GET", "/v1/diagnostics/:id/last"],
  ["POST", "/v1/diagnostics/:id/update"],
] as const;

function* callRows(
  count: number,
  { begin, ms, salt }: Spread,
  devices: readonly SeededDevice[],
): Generator<BulkRow<"particleApiCalls">> {
  for (let number = 0; number < count; number += 1) {
    const [method, endpoint] = present(endpoints[Math.floor(chance(number, 7) * endpoints.length)], "There are endpoints");
    const success = chance(number, 8) < 0.97;
    yield {
      id: idOf(salt, number),
      endpoint,
      method,
      deviceId: devices[number % devices.length]?.id ?? null,
      responseStatus: success ? 200 : 408,
      responseTime: 80 + Math.floor(1_500 * chance(number, 9) ** 4),
      success,
      errorMessage: success ? null : "Timed out.",
      requestSize: 40 + Math.floor(60 * chance(number, 10)),
      responseSize: 100 + Math.floor(900 * chance(number, 11)),
      timestamp: Math.floor(begin + (number / count) * ms),
    };
  }
}

/** At first everybody comes; then one device after the other goes for a while, and the last to go may still be gone. */
async function seedMoves(
  deps: SeedDeps,
  bulk: Bulk,
  { begin, ms, moves, devices }: Spread & { moves: number; devices: readonly SeededDevice[] },
): Promise<void> {
  const gone = new Set<string>();
  await bulk.insert("devicePresence", moveRows());
  const ids = devices.slice(0, moves).map(({ id }) => id);
  const there = ids.filter((id) => !gone.has(id));
  for (const part of portionsOf(there)) await deps.store.write((tx) => setPresence(tx, part, true));
  for (const part of portionsOf([...gone])) await deps.store.write((tx) => setPresence(tx, part, false));

  function* moveRows(): Generator<BulkRow<"devicePresence">> {
    const first = devices.slice(0, moves);
    for (const { id: deviceId } of first) yield { deviceId, at: begin, online: true, was: null };
    const outages = Math.floor((moves - first.length) / 2);
    for (let number = 0; number < outages; number += 1) {
      const { id: deviceId } = present(devices[number % devices.length], "Moves are seeded with their devices");
      const wentAt = Math.floor(begin + 1 + ((number + 1) / (outages + 1)) * ms);
      const backAt = wentAt + 60_000 + Math.floor(longestOutageMs * chance(number, 12) ** 2);
      yield { deviceId, at: wentAt, online: false, was: true };
      if (backAt < begin + ms) yield { deviceId, at: backAt, online: true, was: false };
      else gone.add(deviceId);
    }
  }
}

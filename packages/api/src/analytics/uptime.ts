/**
 * Whose connection held worst in the last 24 hours. [C3]
 *
 * Only devices that moved are looked at one by one; of the others a word says it all: online all the while, or never.
 */
import type { Uptime, UptimeQuery } from "@relaydeck/contract/analytics-overview";
import { toInstant } from "@relaydeck/contract/instants";
import { grouped } from "@relaydeck/core/analytics/grouped";
import type { Stretch } from "@relaydeck/core/analytics/quarters";
import {
  gapMsIn,
  gapsBefore,
  gapsWithin,
  presenceParts,
  uptimeOf,
  type PresenceChange,
  type PresencePart,
} from "@relaydeck/core/analytics/uptime";
import { findDevicesByIds } from "@relaydeck/db/devices/store";
import { bornWithin } from "@relaydeck/db/devices/born";
import type { Reader } from "@relaydeck/db/store";
import { listGaps } from "@relaydeck/db/telemetry/gaps";
import { movesSince, steadyDevices } from "@relaydeck/db/telemetry/presence";
import type { AnalyticsDeps } from "./analytics-deps.ts";

const dayMs = 24 * 60 * 60_000;
/** Breaks of the stream that are looked at; it opens at most 50 times in five minutes, and a day with more is no day to rank. */
const mostGaps = 5_000;

interface RankedDevice {
  readonly deviceId: string;
  /** Percent. */
  readonly uptime: number;
  readonly parts: readonly PresencePart[];
}

/** Times without the provider's stream, cut to the stretch and joined. */
export async function gapsOf(from: Reader, stretch: Stretch): Promise<Stretch[]> {
  return gapsWithin(stretch, await listGaps(from, { ...stretch, limit: mostGaps }));
}

/** Worst first, then by id; devices of which nothing is known are absent. */
export async function worstUptimes(from: Reader, { now, limit }: { now: number; limit: number }): Promise<RankedDevice[]> {
  const stretch = { from: now - dayMs, to: now };
  const gaps = await gapsOf(from, stretch);
  // Without a known moment nothing can be said of anybody.
  if (gapMsIn(stretch, gaps) === dayMs) return [];
  const born = await bornWithin(from, stretch);
  const gapsOfDevice = (id: string) => gapsBefore(born.get(id) ?? stretch.from, { stretch, gaps });
  const steady = { since: stretch.from, limit };
  const stayedAway = await steadyDevices(from, { ...steady, online: false });
  // Who comes in between is read again with the move.
  const moves = grouped(await movesSince(from, stretch.from), ({ deviceId }) => deviceId);
  const moved = [...moves].flatMap(([id, changes]) => rankedDevice(id, { changes, stateNow: null }));
  const gone = stayedAway.filter((id) => !moves.has(id)).flatMap((id) => rankedDevice(id, { changes: [], stateNow: false }));
  const missing = limit - gone.length - moved.length;
  const there = missing <= 0 ? [] : await steadyDevices(from, { ...steady, online: true, limit: missing });
  const ranked = [...gone, ...moved, ...there.flatMap((id) => rankedDevice(id, { changes: [], stateNow: true }))];
  return ranked.toSorted((a, b) => a.uptime - b.uptime || (a.deviceId < b.deviceId ? -1 : 1)).slice(0, limit);

  /** None where nothing is known. */
  function rankedDevice(
    deviceId: string,
    known: { changes: readonly PresenceChange[]; stateNow: boolean | null },
  ): RankedDevice[] {
    const parts = presenceParts(stretch, { ...known, gaps: gapsOfDevice(deviceId) });
    const uptime = uptimeOf(parts);
    return uptime === null ? [] : [{ deviceId, uptime, parts }];
  }
}

/** The same with names and times, for the grid. */
export async function uptimes({ store, clock }: Pick<AnalyticsDeps, "store" | "clock">, { limit }: UptimeQuery): Promise<Uptime> {
  const now = clock.now();
  const ranked = await worstUptimes(store.read, { now, limit });
  const found = await findDevicesByIds(
    store.read,
    ranked.map(({ deviceId }) => deviceId),
  );
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return {
    from: toInstant(now - dayMs),
    to: toInstant(now),
    devices: ranked.flatMap(({ deviceId, uptime, parts }) => {
      const name = names.get(deviceId);
      return name === undefined ? [] : [{ deviceId, name, uptime, parts: parts.map(toldPart) }];
    }),
  };
}

export function toldPart({ from, to, state }: PresencePart) {
  return { from: toInstant(from), to: toInstant(to), state };
}

/** From when on nobody listened before a leader begins. [C3] */
import { briefStopMs } from "@relaydeck/core/analytics/uptime";
import { findLease, noteAlive } from "@relaydeck/db/cluster/leases";
import type { Reader, Tx } from "@relaydeck/db/store";
import { findOpenGap, openGap } from "@relaydeck/db/telemetry/gaps";
import { base62, type Random } from "@relaydeck/kit/random";

/** Under this name whoever leads keeps when it heard the cloud last, beside the lease, which says only that it led. */
const heardName = "heard";

/** Epoch ms; null where it was never noted. */
export async function findHeard(from: Reader): Promise<number | null> {
  return (await findLease(from, heardName))?.renewedAt ?? null;
}

/** `at` null: this leader heard nothing yet, so what the one before it noted stays. */
export async function noteHeard(tx: Tx, at: number | null): Promise<void> {
  if (at !== null) await noteAlive(tx, { name: heardName, at });
}

/** Null where the only process was away for so short a time that nobody minds; epoch ms. */
export function unlessBrief(heardUntil: number | null, now: number): number | null {
  return heardUntil !== null && now - heardUntil > briefStopMs ? heardUntil : null;
}

/**
 * Since when nobody listens, epoch ms: a gap that is open already goes on, so that it ends as the same one. A new one is stored
 * at once, because this leader, too, may end before it hears anything; the first byte closes it.
 */
export async function beginGap(tx: Tx, random: Random, heardUntil: number | null): Promise<number | null> {
  if (heardUntil === null) return (await findOpenGap(tx))?.from ?? null;
  return openGap(tx, { id: base62(random, 22), from: heardUntil, reason: "Nobody listened" });
}

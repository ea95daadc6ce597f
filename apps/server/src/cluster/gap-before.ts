/** From when on nobody listened before a leader begins. [C3] */
import { briefStopMs } from "@relaydeck/core/analytics/uptime";
import type { Reader } from "@relaydeck/db/store";
import { findOpenGap } from "@relaydeck/db/telemetry/gaps";

/** Null where the only process was away for so short a time that nobody minds; epoch ms. */
export function unlessBrief(heardUntil: number | null, now: number): number | null {
  return heardUntil !== null && now - heardUntil > briefStopMs ? heardUntil : null;
}

/** Since when nobody listens, epoch ms: a gap that is open already goes on, so that it ends as the same one. */
export async function gapFrom(from: Reader, heardUntil: number | null): Promise<number | null> {
  return (await findOpenGap(from))?.from ?? heardUntil;
}

/** A device's samples as points of a chart. A report is a reading only of what it speaks of: vitals come by reports of their own. Pure. [C3] */
import type { HistorySample } from "@relaydeck/contract/history";
import { fromInstant } from "@relaydeck/contract/instants";
import { toDecimalsIfKnown, type Point } from "./chart-data.ts";

/** The current of the relay at that place, in mA; where the others were told and it was not, nothing is known of it. */
export function currentPoints(samples: readonly HistorySample[], relay: number, decimals: number): readonly Point[] {
  return samples
    .filter(tellsCurrent)
    .map(({ at, milliamps }) => ({ at: fromInstant(at), value: toDecimalsIfKnown(milliamps[relay] ?? null, decimals) }));
}

/**
 * Battery or signal in percent. Where the device tells it beside the currents, a report without it says that it could not be
 * measured; where it has reports of its own, the others say nothing of it.
 */
export function vitalPoints(samples: readonly HistorySample[], what: "batteryPercent" | "signalPercent"): readonly Point[] {
  const isBeside = samples.some((sample) => tellsCurrent(sample) && sample[what] !== null);
  return samples
    .filter((sample) => sample[what] !== null || (isBeside && tellsCurrent(sample)))
    .map((sample) => ({ at: fromInstant(sample.at), value: toDecimalsIfKnown(sample[what], 1) }));
}

function tellsCurrent({ milliamps }: HistorySample): boolean {
  return milliamps.some((value) => value !== null);
}

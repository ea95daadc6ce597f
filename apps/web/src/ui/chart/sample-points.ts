/** A device's samples as points of a chart. A report is a reading only of what it speaks of: vitals come by reports of their own. Pure. [C3] */
import type { HistorySample } from "@relaydeck/contract/history";
import { fromInstant } from "@relaydeck/contract/instants";
import { toDecimals, toDecimalsIfKnown, type Point } from "./chart-data.ts";

/** The current of the relay at that place, in mA; where the others were told and it was not, nothing is known of it. */
export function currentPoints(samples: readonly HistorySample[], relay: number, decimals: number): readonly Point[] {
  return samples
    .filter(({ milliamps }) => milliamps.some((value) => value !== null))
    .map(({ at, milliamps }) => ({ at: fromInstant(at), value: toDecimalsIfKnown(milliamps[relay] ?? null, decimals) }));
}

/** Battery or signal in percent, where it was told. */
export function vitalPoints(samples: readonly HistorySample[], what: "batteryPercent" | "signalPercent"): readonly Point[] {
  return samples.flatMap((sample) => {
    const value = sample[what];
    return value === null ? [] : [{ at: fromInstant(sample.at), value: toDecimals(value, 1) }];
  });
}

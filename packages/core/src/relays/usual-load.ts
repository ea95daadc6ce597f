/**
 * What a relay usually draws while it is on, learned from its own reports. [C12]
 *
 * A moving mean and mean deviation. Once the band is known, a reading outside of it counts as the band's edge: a fault
 * does not become the habit within an hour, and a new load does within a day or so.
 */

/** As the relay's row keeps it; mA. */
export interface LearnedLoad {
  readonly loadMean: number | null;
  readonly loadDeviation: number | null;
  readonly loadSamples: number;
}

/** mA. */
export interface UsualLoad {
  readonly low: number;
  readonly high: number;
}

/** Reports after which the band is known. */
export const samplesToKnow = 20;
/** Weight of a new report once the band is settled: about the last two hundred count. */
const settledWeight = 1 / 200;
/** The band is so many mean deviations wide on each side, and never narrower than a tenth or 25 mA. */
const deviations = 4;
const leastShare = 0.1;
const leastMilliamps = 25;

export const nothingLearned: LearnedLoad = { loadMean: null, loadDeviation: null, loadSamples: 0 };

/** After one more report of a relay that is on and draws current. */
export function learnLoad(before: LearnedLoad, milliamps: number): LearnedLoad {
  const { loadMean, loadDeviation, loadSamples } = before;
  if (loadMean === null || loadDeviation === null) return { loadMean: milliamps, loadDeviation: 0, loadSamples: 1 };
  const band = usualLoad(before);
  const taken = band === null ? milliamps : Math.min(Math.max(milliamps, band.low), band.high);
  const weight = Math.max(settledWeight, 1 / (loadSamples + 1));
  return {
    loadMean: loadMean + weight * (taken - loadMean),
    loadDeviation: loadDeviation + weight * (Math.abs(taken - loadMean) - loadDeviation),
    loadSamples: Math.min(loadSamples + 1, 1 / settledWeight),
  };
}

/** Null while too little was seen. */
export function usualLoad({ loadMean, loadDeviation, loadSamples }: LearnedLoad): UsualLoad | null {
  if (loadMean === null || loadDeviation === null || loadSamples < samplesToKnow) return null;
  const half = Math.max(deviations * loadDeviation, leastShare * loadMean, leastMilliamps);
  return { low: Math.max(0, Math.round(loadMean - half)), high: Math.round(loadMean + half) };
}

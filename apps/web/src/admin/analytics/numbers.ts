/** What a number means: good or bad, more or less than before. Compared before it is rounded. [D27] Pure. */
import type { IconName } from "../../ui/icon.tsx";
import type { Tone } from "../../ui/badge.tsx";
import { toDecimals, toDecimalsIfKnown } from "../../ui/chart/chart-data.ts";

export type Rating = "good" | "warning" | "bad";

/** Percent from which a number is good, and from which it is not yet bad. */
export const thresholds = {
  uptime: { good: 95, warning: 80 },
  endpoint: { good: 95, warning: 90 },
} as const;

export function ratingOf(percent: number, of: keyof typeof thresholds): Rating {
  const { good, warning } = thresholds[of];
  if (percent >= good) return "good";
  return percent >= warning ? "warning" : "bad";
}

/** How it looks: shape and colour. */
export const ratingLooks = {
  good: { tone: "ok", icon: "tick" },
  warning: { tone: "warn", icon: "clock" },
  bad: { tone: "bad", icon: "triangle" },
} as const satisfies Record<Rating, { tone: Tone; icon: IconName }>;

/** More than this, in milliseconds, is slow for an answer and for a proof. */
export const slowMs = 3_000;

/** Bytes of one KB. */
const kilobyte = 1_024;

/** Bytes as KB, to one decimal. */
export function toKilobytes(bytes: number): number {
  return toDecimals(bytes / kilobyte, 1);
}

/** A rate of nothing is none; the documented calls say 0 then. */
export function rateOf(calls: number, percent: number): number | null {
  return calls === 0 ? null : percent;
}

/** A mean without a single time is none; the documented calls say 0 then. */
export function averageOf(milliseconds: number): number | null {
  return milliseconds === 0 ? null : milliseconds;
}

/** The same in whole milliseconds, as tables show it. */
export function averageInFull(milliseconds: number): number | null {
  return toDecimalsIfKnown(averageOf(milliseconds), 0);
}

export interface Change {
  readonly direction: "up" | "down" | "same";
  /** Never below 0; to `decimals`. */
  readonly amount: number;
}

/** Of two numbers as they are shown, so that nobody finds another difference; null where one of them is not known. */
export function changeOf(now: number | null, before: number | null, decimals = 0): Change | null {
  if (now === null || before === null) return null;
  const factor = 10 ** decimals;
  const difference = Math.round(now * factor) - Math.round(before * factor);
  const direction = difference === 0 ? "same" : difference > 0 ? "up" : "down";
  return { direction, amount: Math.abs(difference) / factor };
}

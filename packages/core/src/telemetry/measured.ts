/**
 * When a report was measured. The cloud stamps arrivals, and a device on a bad line sends again what it measured before: such a
 * report would prove a command that was sent after it. The device's own count of seconds says how old it is at least. [CM-6]
 */
import type { Observation } from "./observe.ts";

/** What a report said of the device's count; `at`: its stamp, epoch ms. It was measured then or before. */
export interface Counted {
  readonly at: number;
  readonly uptimeSeconds: number;
}

/** Whole seconds are told. */
const roundingMs = 1_000;

/**
 * The latest moment at which it may have been measured, epoch ms: its stamp, or sooner where the device has counted on from the
 * report before by less than has passed. A count that did not go on says nothing: the device began anew, or does not count.
 */
export function measuredBy(
  { measuredAt, uptimeSeconds }: Pick<Observation, "measuredAt" | "uptimeSeconds">,
  before: Counted | null,
): number {
  if (before === null || uptimeSeconds === null || uptimeSeconds <= before.uptimeSeconds) return measuredAt;
  return Math.min(measuredAt, before.at + (uptimeSeconds - before.uptimeSeconds) * 1_000 + roundingMs);
}

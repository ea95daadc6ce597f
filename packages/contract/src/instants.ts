import * as z from "zod/mini";

/** An instant on the wire: UTC, ISO 8601 with milliseconds, such as `2026-11-21T14:02:10.123Z`. [D0.7] */
export const Instant = z.iso.datetime({ precision: 3, error: "Not an ISO instant" });

/** An instant in a request: any ISO 8601 date-time with an offset. */
export const InstantInput = z.iso.datetime({ offset: true, error: "Use an ISO date and time with an offset" });

/** Epoch milliseconds as the wire writes them. */
export function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Like `toInstant`; absent stays null. */
export function toInstantOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : toInstant(ms);
}

/** Epoch milliseconds of an instant that a schema has accepted. */
export function fromInstant(instant: string): number {
  return Date.parse(instant);
}

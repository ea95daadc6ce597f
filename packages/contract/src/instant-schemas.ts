import * as z from "zod/mini";

/** An instant on the wire: UTC, ISO 8601 with milliseconds, such as `2026-11-21T14:02:10.123Z`. [D0.7] */
export const Instant = z.iso.datetime({ precision: 3, error: "Not an ISO instant" });

/** An instant in a request: any ISO 8601 date-time with an offset. */
export const InstantInput = z.iso.datetime({ offset: true, error: "Use an ISO date and time with an offset" });

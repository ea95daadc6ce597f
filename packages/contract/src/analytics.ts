/** Numbers about commands at the doors: here those of one person; those of the installation are in analytics-admin.ts. [D7, D27] */
import * as z from "zod/mini";

/** Days that the overview of one person looks back, today included. */
export const overviewDays = 7;

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    // Intl says by throwing that it does not know the zone.
    return false;
  }
}

/** Name of a zone whose days are meant. */
export const ZoneName = z.string().check(z.maxLength(64, "Too long"), z.refine(isZone, "Not an IANA time zone"));

/** The zone whose days are meant; the viewer's own. */
export const MyNumbersQuery = z.strictObject({ timeZone: z._default(ZoneName, "UTC") });

/** What became of the caller's own commands. In the rate an answer counts, a lost one does not. [D52] */
export const MyNumbers = z.strictObject({
  timeZone: z.string(),
  commandsToday: z.int(),
  /** Percent over all days shown, 0 to 100, not rounded; null without a proved result. */
  successRate: z.nullable(z.number()),
  /** Milliseconds from request to confirmation over all days shown; null without one. */
  medianConfirmMs: z.nullable(z.number()),
  /** Oldest first; the last one is today. */
  days: z.array(
    z.strictObject({
      date: z.string(),
      /** Answered as done, proved or not. */
      successful: z.int(),
      /** Those of them that a report has proved. */
      confirmed: z.int(),
      failed: z.int(),
      unconfirmed: z.int(),
    }),
  ),
});
export type MyNumbers = z.infer<typeof MyNumbers>;

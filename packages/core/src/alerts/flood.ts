/**
 * How many mails the alerts of a person may cause. What is over the bound is held and told by one later mail. [OB-2, D48]
 */
import type { AlertOccurrence, HeldOccurrences } from "@relaydeck/contract/alerts";
import { ends } from "./alert.ts";

/** After a mail of an alert its next one waits for so long, in milliseconds. [D48] */
const alertCooldownMs = 5 * 60_000;
/** Mails of one alert in any hour. [OB-2] */
export const mostMailsPerAlertAndHour = 12;
/** Alert mails to one person in any day. [OB-2] */
export const mostMailsPerUserAndDay = 50;

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** What was mailed before; instants in epoch ms, null where there were fewer mails than that. */
export interface MailedBefore {
  /** Milliseconds since the alert's last mail, on a steady clock; null: it never sent one. [TI-1] */
  readonly sinceLastMs: number | null;
  /** The alert's twelfth mail, counted back from now. */
  readonly alertsTwelfthAt: number | null;
  /** The person's fiftieth. */
  readonly personsFiftiethAt: number | null;
}

/** Null: a mail may leave. Else the moment from which on it may be asked again, a whole millisecond as every stored moment. */
export function heldUntil(before: MailedBefore, now: number): number | null {
  const waits = [
    before.sinceLastMs === null ? 0 : alertCooldownMs - before.sinceLastMs,
    waitOf(before.alertsTwelfthAt, hourMs, now),
    waitOf(before.personsFiftiethAt, dayMs, now),
  ];
  const wait = Math.ceil(Math.max(...waits));
  return wait > 0 ? now + wait : null;
}

/** What one mail has to tell once this came: one more of it where the alert goes off, or that the last of it is over. */
export function heldAfter(
  before: HeldOccurrences | null,
  { occurrence, fires }: { readonly occurrence: AlertOccurrence; readonly fires: boolean },
): HeldOccurrences | null {
  const { at } = occurrence;
  if (fires) return { count: (before?.count ?? 0) + 1, since: before?.since ?? at, last: occurrence };
  const isOver = before !== null && before.over === undefined && ends(before.last, occurrence);
  return isOver ? { ...before, over: at } : before;
}

function waitOf(mailedAt: number | null, windowMs: number, now: number): number {
  return mailedAt === null ? 0 : Math.min(mailedAt + windowMs - now, windowMs);
}

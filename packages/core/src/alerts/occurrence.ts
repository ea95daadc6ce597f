/**
 * What one word of a device says that an alert may speak of: the difference between its state before and after. [D48]
 *
 * Only differences count, so a word that is told twice, or told again after a crash, is nothing the second time, and one
 * that was lost is seen by the next. [S16-5] A relay or a presence that was never known before is no change; whether power
 * after a report without it is one, each alert knows by what it saw (alert.ts).
 */
import type { AlertOccurrence, MovedRelay } from "@relaydeck/contract/alerts";

export interface AlertFacts {
  readonly cloudOnline: boolean | null;
  readonly lastHeardAt: number | null;
  readonly powerSource: number | null;
  readonly batteryPercent: number | null;
}

/** A battery at or under this, in percent, is low. [D48] */
export const batteryLowPercent = 20;
/** From this on, in percent, it is well again: five above, so that a wavering value does not tell the same again. [D48] */
export const batteryWellPercent = 25;

/** In the order in which they are told. `at`: when the word was measured; `now`: when it came. */
export function occurrencesIn(
  before: AlertFacts,
  after: AlertFacts,
  word: { readonly moved: readonly MovedRelay[]; readonly at: number; readonly now: number },
): AlertOccurrence[] {
  const { moved, at, now } = word;
  return [
    ...presenceIn(before, after, now),
    ...powerIn(before, after, at),
    ...batteryIn(before, after, at),
    ...(moved.length === 0 ? [] : [{ kind: "relays", moved, at } as const]),
  ];
}

/** What a device is by now, in the words of what would have made it so; nothing of what is not known. */
export function standingOf(facts: AlertFacts, now: number): AlertOccurrence[] {
  const { cloudOnline, lastHeardAt, powerSource, batteryPercent: percent } = facts;
  const isOn = isPowered(powerSource);
  return [
    ...(cloudOnline === true ? [{ kind: "online", at: now } as const] : []),
    ...(cloudOnline === false ? [{ kind: "offline", lastHeardAt, at: now } as const] : []),
    ...(isOn === null ? [] : [{ kind: "power", on: isOn, at: now } as const]),
    ...(percent === null || percent < 0 ? [] : [{ kind: "battery", percent, at: now } as const]),
  ];
}

function presenceIn(before: AlertFacts, after: AlertFacts, now: number): AlertOccurrence[] {
  if (before.cloudOnline === true && after.cloudOnline === false)
    return [{ kind: "offline", lastHeardAt: before.lastHeardAt, at: now }];
  return before.cloudOnline === false && after.cloudOnline === true ? [{ kind: "online", at: now }] : [];
}

function powerIn(before: AlertFacts, after: AlertFacts, at: number): AlertOccurrence[] {
  const [was, is] = [isPowered(before.powerSource), isPowered(after.powerSource)];
  if (is === null || was === is) return [];
  return [{ kind: "power", on: is, ...(was === null ? { afterGap: true } : {}), at }];
}

/** As the card says it: sources 1 and 2 are power, others are none, negative ones as well; null: not told. [D41] */
export function isPowered(powerSource: number | null): boolean | null {
  if (powerSource === null) return null;
  return powerSource === 1 || powerSource === 2;
}

/** A low battery is told with every report, so that an alert made meanwhile hears of it; a well one when it has become so. [D41] */
function batteryIn(before: AlertFacts, after: AlertFacts, at: number): AlertOccurrence[] {
  const percent = after.batteryPercent;
  if (percent === null || percent < 0) return [];
  const hasRecovered = percent >= batteryWellPercent && (before.batteryPercent ?? -1) < batteryWellPercent;
  return percent <= batteryLowPercent || hasRecovered ? [{ kind: "battery", percent, at }] : [];
}

/** Calendar days of a zone as stretches of time; a day is as long as its zone makes it. */

import { present } from "@relaydeck/kit/assert";

export interface Day {
  /** `YYYY-MM-DD` in the zone. */
  readonly date: string;
  /** Epoch ms at which it begins. */
  readonly from: number;
  /** Epoch ms at which the next one begins. */
  readonly to: number;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** The last `count` days of the zone, oldest first; the last one is the day of `now`. */
export function lastDays(now: number, timeZone: string, count: number): Day[] {
  const wall = wallClock(timeZone);
  const today = Math.floor(wall(now) / dayMs);
  const days = Array.from({ length: count + 1 }, (_, index) => today - (count - 1) + index);
  return between(wall, days);
}

/** The calendar month of the zone that holds `now`, and the ones before it, oldest first; `date` is its first day. */
export function lastMonths(now: number, timeZone: string, count: number): Day[] {
  const wall = wallClock(timeZone);
  const shown = new Date(wall(now));
  const firstDay = (month: number) => Math.floor(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() + month, 1) / dayMs);
  const days = Array.from({ length: count + 1 }, (_, index) => firstDay(index - count + 1));
  return between(wall, days);
}

/** The hour of the zone that holds `now`, and the ones before it, oldest first; all of the same length. */
export function lastHours(now: number, timeZone: string, count: number): { readonly from: number; readonly to: number }[] {
  const begin = Math.floor(now / 1_000) * 1_000 - (wallClock(timeZone)(now) % hourMs);
  return Array.from({ length: count }, (_, index) => {
    const from = begin - (count - 1 - index) * hourMs;
    return { from, to: from + hourMs };
  });
}

/** The stretches from each of these days to the next of them. */
function between(wall: WallClock, days: readonly number[]): Day[] {
  const begins = days.map((day) => ({ date: new Date(day * dayMs).toISOString().slice(0, 10), from: startOf(wall, day) }));
  return begins.slice(1).map((next, index) => ({ ...present(begins[index], "Each has one before it"), to: next.from }));
}

/** What clocks of the zone show at an instant, as if it were UTC. */
type WallClock = (at: number) => number;

function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  };
}

/** The first instant of the day. Where clocks skip midnight, it is the one they skip to. */
function startOf(wall: WallClock, day: number): number {
  const midnight = day * dayMs;
  const first = midnight - (wall(midnight) - midnight);
  const second = midnight - (wall(first) - first);
  return wall(second) >= midnight ? Math.min(...[first, second].filter((at) => wall(at) >= midnight)) : Math.max(first, second);
}

/**
 * Numbers, spans and instants as people read them, by `Intl` and the catalogue. All instants are epoch milliseconds on
 * the server's clock; anything ahead of `now` counts as now. [D0.7, D0.9, D53]
 */
import type { CommonTexts } from "./en/shell.ts";
import type { Language } from "@relaydeck/contract/languages";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export interface Formats {
  /** `1,240` */
  number(value: number): string;
  /** `84%`; takes 0–100. */
  percent(value: number): string;
  /** `14:02` today, else with the day: `20 Nov, 14:02`, and in another year with that too: `4 Jan 2027, 14:02`. */
  time(at: number, now: number): string;
  /** `14:02:10` today, else with the day. */
  timeWithSeconds(at: number, now: number): string;
  /** `21 November 2026 at 14:02:10 CET` */
  exact(at: number): string;
  /** `4 Dec` in the year of `now`, else `4 Jan 2027`. */
  day(at: number, now: number): string;
  /** `4 Dec 2026` */
  date(at: number): string;
  /** `8 s`, `12 min`, `3 h`, `2 days`: a length of time in its largest unit. */
  span(ms: number): string;
  /** `8 s ago`: ages of values and command steps, which count seconds. */
  age(at: number, now: number): string;
  /** `Just now`, `1 minute ago`, `2 days ago`: times of lists. [D0.9] */
  relative(at: number, now: number): string;
}

/** `timeZone` is the viewer's own unless given. */
export function formatsFor(language: Language, texts: CommonTexts["time"], timeZone?: string): Formats {
  const locale = language === "en" ? "en-GB" : language;
  const zone = timeZone === undefined ? {} : { timeZone };
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const hourMinute = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", ...zone });
  const hourSecond = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit", ...zone });
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...zone });
  const dayOfYear = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric", ...zone });
  const year = new Intl.DateTimeFormat(locale, { year: "numeric", ...zone });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...zone });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "long", ...zone });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  const dayOf = (at: number, now: number) => (year.format(at) === year.format(now) ? day : dayOfYear).format(at);
  const onItsDay = (at: number, now: number, clock: Intl.DateTimeFormat) =>
    dayOfYear.format(at) === dayOfYear.format(now) ? clock.format(at) : `${dayOf(at, now)}, ${clock.format(at)}`;

  function span(ms: number): string {
    if (ms < minuteMs) return texts.seconds(Math.max(0, Math.floor(ms / 1000)));
    if (ms < hourMs) return texts.minutes(Math.floor(ms / minuteMs));
    if (ms < dayMs) return texts.hours(Math.floor(ms / hourMs));
    return texts.days(Math.floor(ms / dayMs));
  }

  return {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    time: (at, now) => onItsDay(at, now, hourMinute),
    timeWithSeconds: (at, now) => onItsDay(at, now, hourSecond),
    exact: (at) => exact.format(at),
    day: dayOf,
    date: (at) => date.format(at),
    span,
    age: (at, now) => texts.ago(span(now - at)),
    relative(at, now) {
      const ms = now - at;
      if (ms < minuteMs) return texts.justNow;
      if (ms < hourMs) return relative.format(-Math.floor(ms / minuteMs), "minute");
      if (ms < dayMs) return relative.format(-Math.floor(ms / hourMs), "hour");
      return relative.format(-Math.floor(ms / dayMs), "day");
    },
  };
}

/** Numbers, days and times as this page tells them. Days are those of the page's zone, instants those of the viewer's. [D0.7, D27] */
import { useMemo } from "react";
import type { Language } from "@relaydeck/contract/languages";
import { useFormats, useLanguage } from "../../texts/texts.tsx";
import type { Formats } from "../../texts/formats.ts";
import { useAnalyticsWords } from "./analytics-words.ts";

export interface Told {
  /** `1,240` */
  readonly number: (value: number) => string;
  /** `98.4%`, always with one decimal; a dash where nothing is known. */
  readonly percent: (value: number | null) => string;
  /** `840 ms`, whole; a dash where nothing is known. */
  readonly ms: (value: number | null) => string;
  /** `840` of `ms`, whole, for where the unit stands by itself; without one a dash where nothing is known. */
  readonly measured: (value: number | null, unit: string) => { readonly value: string; readonly unit?: string };
  /** `3.1`, always with one decimal. */
  readonly decimal: (value: number) => string;
  /** `Nov 21` of a `2026-11-21`. */
  readonly day: (date: string) => string;
  /** `Nov 21, 14:02:10`: the document's form for commands. */
  readonly second: (at: number) => string;
  /** `Nov 21, 14:02`: the document's form for alerts. */
  readonly minute: (at: number) => string;
}

interface ToldOptions {
  readonly language: Language;
  readonly dash: string;
  /** The viewer's own unless given. */
  readonly timeZone?: string;
}

export function toldIn({ language, dash, timeZone }: ToldOptions): Told {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const oneDecimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(language, { month: "short", day: "2-digit", timeZone: "UTC" });
  const minute = { month: "short", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const zone = timeZone === undefined ? {} : { timeZone };
  const toMinute = new Intl.DateTimeFormat(language, { ...minute, ...zone });
  const toSecond = new Intl.DateTimeFormat(language, { ...minute, second: "2-digit", ...zone });
  return {
    number: (value) => whole.format(value),
    percent: (value) => (value === null ? dash : percent.format(value / 100)),
    ms: (value) => (value === null ? dash : `${whole.format(Math.round(value))} ms`),
    measured: (value, unit) => (value === null ? { value: dash } : { value: whole.format(Math.round(value)), unit }),
    decimal: (value) => oneDecimal.format(value),
    day: (date) => day.format(Date.parse(`${date}T00:00:00Z`)),
    second: (at) => toSecond.format(at),
    minute: (at) => toMinute.format(at),
  };
}

export function useTold(): Told & { readonly formats: Formats } {
  const language = useLanguage();
  const { dash } = useAnalyticsWords();
  const formats = useFormats();
  return useMemo(() => ({ ...toldIn({ language, dash }), formats }), [language, dash, formats]);
}

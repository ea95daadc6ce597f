/**
 * What the page shows stands in its address: tab, days, zone, device and its range, period, search and page of the fleet; so a
 * link opens the same. What is as usual is left out. [D15, D26]
 */
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import type { CallPeriod } from "@relaydeck/contract/analytics-admin";
import type { HistoryRange } from "@relaydeck/contract/history";
import { lookedFor } from "@relaydeck/contract/visible-text";

export const tabIds = ["system", "device", "api"] as const;
export type TabId = (typeof tabIds)[number];

/** Days that can be looked back, today included. */
export const dayCounts = [1, 7, 14, 30] as const;
const usualDays = 7;

export const ranges: readonly HistoryRange[] = ["1h", "24h", "7d", "30d"];
const usualRange = "24h";

export const periods: readonly CallPeriod[] = ["hour", "day", "week", "month", "year"];
const usualPeriod = "week";

export interface AnalyticsAddress {
  readonly tab: TabId;
  readonly days: number;
  /** Null: that of the server. */
  readonly zone: string | null;
  readonly deviceId: string | null;
  readonly range: HistoryRange;
  readonly period: CallPeriod;
  readonly search: string;
  /** 0 is the first. */
  readonly page: number;
}

type Field = "tab" | "days" | "zone" | "device" | "range" | "period" | "search" | "page";
/** Null: as usual. */
export type Changes = Partial<Readonly<Record<Field, string | null>>>;

export function readAddress(search: URLSearchParams): AnalyticsAddress {
  const asked = (name: Field) => search.get(name);
  const zone = asked("zone");
  const page = Number(asked("page") ?? "1");
  const device = lookedFor(asked("device") ?? "", longestId);
  return {
    tab: tabIds.find((id) => id === asked("tab")) ?? "system",
    days: dayCounts.find((count) => String(count) === asked("days")) ?? usualDays,
    zone: zone !== null && isZone(zone) ? zone : null,
    deviceId: device === "" ? null : device,
    range: ranges.find((range) => range === asked("range")) ?? usualRange,
    period: periods.find((period) => period === asked("period")) ?? usualPeriod,
    search: lookedFor(asked("search") ?? "", longestSearch),
    page: Number.isInteger(page) && page > 0 && page <= mostPages ? page - 1 : 0,
  };
}

/** The server takes no more. */
export const longestSearch = 100;
const longestId = 64;
/** As far as the server goes through the fleet. */
const mostPages = 100_000;

/** The address with the changes; one that says nothing special is empty. */
export function changed(search: URLSearchParams, changes: Changes): URLSearchParams {
  const after = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "" || value === undefined) after.delete(name);
    else after.set(name, value);
  }
  return after;
}

export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Changes, { replace = true }: { replace?: boolean } = {}) =>
      setSearch((before) => changed(before, changes), { replace }),
    [setSearch],
  );
  const hrefOf = (changes: Changes) => `?${changed(search, changes)}`;
  return { ...readAddress(search), change, hrefOf };
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    // Intl says by throwing that it does not know the zone.
    return false;
  }
}

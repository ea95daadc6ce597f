/** The provider's calls by period and by endpoint, beside what the provider allows. [D26, C14] */
import {
  providerOverviewDays,
  type CallBucket,
  type CallPeriod,
  type CallsQuery,
  type EndpointsQuery,
  type EndpointStat,
  type ProviderOverview,
  type ZoneQuery,
} from "@relaydeck/contract/analytics-admin";
import type { ProviderUse } from "@relaydeck/contract/analytics-overview";
import { toInstant } from "@relaydeck/contract/instants";
import { averageCallOf, callRateOf, sumOfCalls } from "@relaydeck/core/analytics/call-numbers";
import { lastDays, lastHours, lastMonths } from "@relaydeck/core/analytics/days";
import type { Stretch } from "@relaydeck/core/analytics/quarters";
import { limitSlotMs } from "@relaydeck/db/analytics/call-quarters";
import { callNumbersOf, endpointNumbersOf } from "@relaydeck/db/analytics/spans";
import type { Ground } from "../ground.ts";
import { zoneOf, type AnalyticsDeps } from "./analytics-deps.ts";

/** The buckets of a period, oldest first; the last one holds `now`. */
function bucketsOf(period: CallPeriod, now: number, timeZone: string): readonly Stretch[] {
  switch (period) {
    case "hour":
      return lastSlots(now, 12);
    case "day":
      return lastHours(now, timeZone, 24);
    case "week":
      return lastDays(now, timeZone, 7);
    case "month":
      return lastDays(now, timeZone, providerOverviewDays);
    case "year":
      return lastMonths(now, timeZone, 12);
  }
}

function lastSlots(now: number, count: number): Stretch[] {
  const last = Math.floor(now / limitSlotMs);
  return Array.from({ length: count }, (_, index) => {
    const slot = last - count + 1 + index;
    return { from: slot * limitSlotMs, to: (slot + 1) * limitSlotMs };
  });
}

export async function providerUse(deps: AnalyticsDeps & Pick<Ground, "provider">, asked: CallsQuery): Promise<ProviderUse> {
  const timeZone = zoneOf(deps, asked);
  const { used, max, windowSeconds } = deps.provider.budget();
  const buckets = await callNumbersOf(deps.store.read, bucketsOf(asked.period, deps.clock.now(), timeZone));
  return {
    period: asked.period,
    timeZone,
    limitCalls: max,
    limitWindowSeconds: windowSeconds,
    usedNow: used,
    buckets: buckets.map((bucket) => ({
      start: toInstant(bucket.from),
      end: toInstant(bucket.to),
      totalCalls: bucket.calls,
      failedCalls: bucket.failed,
      avgResponseTime: averageCallOf(bucket),
      dataTransferred: bucket.bytes,
      allowedCalls: Math.floor(((bucket.to - bucket.from) / (windowSeconds * 1_000)) * max),
      busiest: bucket.busiest,
    })),
  };
}

/** The same as it is documented. */
export async function providerCalls(deps: AnalyticsDeps & Pick<Ground, "provider">, asked: CallsQuery): Promise<CallBucket[]> {
  const { buckets } = await providerUse(deps, asked);
  return buckets.map(({ start, totalCalls, failedCalls, avgResponseTime, dataTransferred }) => ({
    start,
    totalCalls,
    failedCalls,
    avgResponseTime,
    dataTransferred,
  }));
}

export async function providerOverview(deps: AnalyticsDeps, asked: ZoneQuery): Promise<ProviderOverview> {
  const buckets = await callNumbersOf(deps.store.read, bucketsOf("month", deps.clock.now(), zoneOf(deps, asked)));
  const sum = sumOfCalls(buckets);
  return {
    totalCalls: sum.calls,
    successRate: callRateOf(sum),
    failedCalls: sum.failed,
    avgResponseTime: averageCallOf(sum),
    totalDataTransferred: sum.bytes,
    days: providerOverviewDays,
  };
}

/** Most calls first. */
export async function providerEndpoints(deps: AnalyticsDeps, asked: EndpointsQuery): Promise<EndpointStat[]> {
  const buckets = bucketsOf(asked.period, deps.clock.now(), zoneOf(deps, asked));
  const span = { from: buckets.at(0)?.from ?? 0, to: buckets.at(-1)?.to ?? 0 };
  return (await endpointNumbersOf(deps.store.read, span)).map((numbers) => ({
    endpoint: numbers.endpoint,
    method: numbers.method,
    totalCalls: numbers.calls,
    successRate: callRateOf(numbers),
    avgResponseTime: averageCallOf(numbers),
  }));
}

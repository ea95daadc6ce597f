/** The documented calls about analytics, for administrators alone. [rest-shapes section 7; D21] */
import * as z from "zod/mini";
import {
  CallBucket,
  CallPeriod,
  Dashboard,
  EndpointStat,
  MetricsSynced,
  ProviderOverview,
  RelayResult,
  SystemDay,
} from "./analytics-admin.ts";
import { queryNumber } from "./rest-query.ts";
import type { RestRow } from "./rest.ts";

const zone = { timeZone: z.optional(z.string()) };
const period = { period: z.optional(CallPeriod) };
const quiet = { body: "none", status: 200, input: ({ query }: { query: unknown }) => query } as const;

/** Their rows of the REST table. */
export const analyticsRows: readonly RestRow[] = [
  {
    method: "GET",
    path: "/api/analytics/dashboard",
    procedure: "analytics.dashboard",
    query: z.strictObject(zone),
    result: Dashboard,
    ...quiet,
  },
  {
    method: "GET",
    path: "/api/analytics/relay-history",
    procedure: "analytics.relayHistory",
    query: z.strictObject({ limit: z.optional(queryNumber) }),
    result: z.array(RelayResult),
    ...quiet,
  },
  {
    method: "GET",
    path: "/api/analytics/system",
    procedure: "analytics.system",
    query: z.strictObject({ days: z.optional(queryNumber) }),
    result: z.array(SystemDay),
    ...quiet,
  },
  {
    method: "GET",
    path: "/api/analytics/particle-api-calls",
    procedure: "analytics.providerCalls",
    query: z.strictObject({ ...period, ...zone }),
    result: z.array(CallBucket),
    ...quiet,
  },
  {
    method: "GET",
    path: "/api/analytics/particle-overview",
    procedure: "analytics.providerOverview",
    query: z.strictObject(zone),
    result: ProviderOverview,
    ...quiet,
  },
  {
    method: "GET",
    path: "/api/analytics/particle-endpoints",
    procedure: "analytics.providerEndpoints",
    query: z.strictObject({ ...period, ...zone }),
    result: z.array(EndpointStat),
    ...quiet,
  },
  {
    method: "POST",
    path: "/api/analytics/sync-metrics",
    procedure: "analytics.syncMetrics",
    body: "none",
    query: "none",
    status: 200,
    result: MetricsSynced,
    input: () => undefined,
  },
];

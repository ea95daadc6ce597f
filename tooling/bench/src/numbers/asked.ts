/** What an administrator's analytics ask for, each with its heaviest usual question. The lists: asked-lists.ts, and asked-together.ts. */
export interface Asked {
  readonly name: string;
  /** Path and query, of tRPC or REST. */
  readonly path: string;
}

export const monthMs = 30 * 24 * 60 * 60_000;

/** Ids of things that are there. */
export interface Found {
  readonly deviceId: string;
  readonly userId: string;
  readonly mailId: string;
  /** Instants, a month apart; between them is all that was seeded but most of the audit. */
  readonly from: string;
  readonly until: string;
}

export function askedOfNumbers({ deviceId }: Pick<Found, "deviceId">): readonly Asked[] {
  return [
    { name: "GET /api/analytics/dashboard", path: "/api/analytics/dashboard" },
    { name: "GET /api/analytics/relay-history", path: "/api/analytics/relay-history?limit=200" },
    { name: "GET /api/analytics/system", path: "/api/analytics/system?days=30" },
    { name: "GET /api/analytics/system, year", path: "/api/analytics/system?days=365" },
    { name: "GET /api/analytics/particle-api-calls, year", path: "/api/analytics/particle-api-calls?period=year" },
    { name: "GET /api/analytics/particle-api-calls, hour", path: "/api/analytics/particle-api-calls?period=hour" },
    { name: "GET /api/analytics/particle-overview", path: "/api/analytics/particle-overview" },
    { name: "GET /api/analytics/particle-endpoints", path: "/api/analytics/particle-endpoints" },
    { name: "GET /api/analytics/particle-endpoints, year", path: "/api/analytics/particle-endpoints?period=year" },
    rpc("analytics.overview", { days: 7, timeZone: "Europe/Berlin" }),
    rpc("analytics.overview", { days: 30, timeZone: "Asia/Kolkata" }),
    rpc("analytics.uptime", { limit: 200 }),
    rpc("analytics.providerUse", { period: "month", timeZone: "Asia/Kolkata" }),
    rpc("analytics.device", { deviceId, range: "30d" }),
    rpc("analytics.fleet", { days: 30, limit: 100, offset: 50_000 }),
    rpc("analytics.fleet", { days: 7, search: "0500" }),
    rpc("analytics.fleet", { days: 7, search: "seeded", limit: 100, offset: 50_000 }),
  ];
}

export function rpc(procedure: string, input?: object): Asked {
  if (input === undefined) return { name: procedure, path: `/trpc/${procedure}` };
  const given = JSON.stringify(input);
  return { name: `${procedure} ${given.slice(0, 80)}`, path: `/trpc/${procedure}?input=${encodeURIComponent(given)}` };
}

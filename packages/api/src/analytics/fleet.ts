/** Devices × days: how the connection of each held on each day. [C3] */
import type { Fleet, FleetQuery } from "@relaydeck/contract/analytics-overview";
import { toInstant } from "@relaydeck/contract/instants";
import { lastDays, type Day } from "@relaydeck/core/analytics/days";
import { grouped } from "@relaydeck/core/analytics/grouped";
import { gapsBefore, presenceParts, uptimeOf, type PresencePart } from "@relaydeck/core/analytics/uptime";
import { listAllDevices } from "@relaydeck/db/admin/lists";
import { presenceOf } from "@relaydeck/db/telemetry/presence";
import { present } from "@relaydeck/kit/assert";
import { zoneOf, type AnalyticsDeps } from "./analytics-deps.ts";
import { gapsOf } from "./uptime.ts";

export async function fleet(deps: AnalyticsDeps, asked: FleetQuery): Promise<Fleet> {
  const from = deps.store.read;
  const now = deps.clock.now();
  const timeZone = zoneOf(deps, asked);
  const { search, limit, offset } = asked;
  const page = { ...(search === undefined ? {} : { search }), sort: "name", order: "asc", limit, offset } as const;
  const { rows, total } = await listAllDevices(from, page);
  const days = lastDays(now, timeZone, asked.days);
  const stretch = { from: present(days[0], "At least one day").from, to: now };
  const gaps = await gapsOf(from, stretch);
  const ids = rows.map(({ id }) => id);
  const changes = grouped(await presenceOf(from, ids, stretch), ({ deviceId }) => deviceId);
  return {
    timeZone,
    total,
    days: days.map((day) => ({ date: day.date, from: toInstant(day.from), to: toInstant(day.to) })),
    devices: rows.map(({ id: deviceId, name, serialNumber, status, freshness, createdAt, cloudOnline: stateNow }) => {
      const known = { changes: changes.get(deviceId) ?? [], stateNow, gaps: gapsBefore(createdAt, { stretch, gaps }) };
      return { deviceId, name, serialNumber, status, freshness, uptimes: byDay(days, presenceParts(stretch, known)) };
    }),
  };
}

function byDay(days: readonly Day[], parts: readonly PresencePart[]): (number | null)[] {
  return days.map((day) => {
    const within = parts.filter((part) => part.from < day.to && part.to > day.from);
    return uptimeOf(
      within.map(({ state, ...part }) => ({ state, from: Math.max(part.from, day.from), to: Math.min(part.to, day.to) })),
    );
  });
}

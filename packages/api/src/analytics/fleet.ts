/** Devices × days: how the connection of each held on each day. [C3] */
import type { Fleet, FleetQuery } from "@relaydeck/contract/analytics-overview";
import { toInstant } from "@relaydeck/contract/instants";
import { lastDays, type Day } from "@relaydeck/core/analytics/days";
import { grouped } from "@relaydeck/core/analytics/grouped";
import { gapsBefore, presenceParts, uptimeOf, type PresencePart } from "@relaydeck/core/analytics/uptime";
import { listAllDevices } from "@relaydeck/db/admin/lists";
import { presenceSince } from "@relaydeck/db/telemetry/presence";
import { present } from "@relaydeck/kit/assert";
import { zoneOf, type AnalyticsDeps } from "./analytics-deps.ts";
import { gapsOf } from "./uptime.ts";

type FleetRow = Awaited<ReturnType<typeof listAllDevices>>["rows"][number];

export async function fleet(deps: AnalyticsDeps, asked: FleetQuery): Promise<Fleet> {
  const { search, limit, offset } = asked;
  const page = { ...(search === undefined ? {} : { search }), sort: "name", order: "asc", limit, offset } as const;
  const { rows, total } = await listAllDevices(deps.store.read, page);
  const { days, uptimesOf } = await fleetDays(deps, asked);
  const uptimes = await uptimesOf(rows);
  return {
    timeZone: zoneOf(deps, asked),
    total,
    days: days.map((day) => ({ date: day.date, from: toInstant(day.from), to: toInstant(day.to) })),
    devices: rows.map(({ id: deviceId, name, serialNumber, status, freshness }, index) => ({
      deviceId,
      name,
      serialNumber,
      status,
      freshness,
      uptimes: uptimes[index] ?? [],
    })),
  };
}

/** The last days, and for any of the devices the uptime of each of those days, in the order of the devices. */
export async function fleetDays(deps: AnalyticsDeps, asked: Pick<FleetQuery, "days" | "timeZone">) {
  const from = deps.store.read;
  const now = deps.clock.now();
  const days = lastDays(now, zoneOf(deps, asked), asked.days);
  const stretch = { from: present(days[0], "At least one day").from, to: now };
  const gaps = await gapsOf(from, stretch);
  return {
    days,
    uptimesOf: async (rows: readonly FleetRow[]): Promise<(number | null)[][]> => {
      const ids = rows.map(({ id }) => id);
      const changes = grouped(await presenceSince(from, ids, stretch.from), ({ deviceId }) => deviceId);
      return rows.map(({ id, createdAt, cloudOnline: stateNow }) => {
        const known = { changes: changes.get(id) ?? [], stateNow, gaps: gapsBefore(createdAt, { stretch, gaps }) };
        return byDay(days, presenceParts(stretch, known));
      });
    },
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

/** The documented cards: today's commands, who is there, what alerts told, how the devices' connections held. [D27] */
import type { Dashboard, RecentAlert, RelayHistoryQuery, RelayResult, ZoneQuery } from "@relaydeck/contract/analytics-admin";
import { mostUptimes } from "@relaydeck/contract/analytics-admin";
import { toInstant } from "@relaydeck/contract/instants";
import { averageResponseOf, noNumbers, successRateOf } from "@relaydeck/core/analytics/command-numbers";
import { lastDays } from "@relaydeck/core/analytics/days";
import { recentNotices } from "@relaydeck/db/analytics/recent-alerts";
import { commandNumbersOf } from "@relaydeck/db/analytics/spans";
import { countAll } from "@relaydeck/db/analytics/system";
import { listHistory } from "@relaydeck/db/relays/history";
import type { Reader } from "@relaydeck/db/store";
import { zoneOf, type AnalyticsDeps } from "./analytics-deps.ts";
import { worstUptimes } from "./uptime.ts";

const recentAlerts = 10;

export async function dashboard(deps: AnalyticsDeps, asked: ZoneQuery): Promise<Dashboard> {
  const from = deps.store.read;
  const now = deps.clock.now();
  const timeZone = zoneOf(deps, asked);
  const [today = noNumbers] = await commandNumbersOf(from, lastDays(now, timeZone, 1), "times");
  const counted = await countAll(from);
  const uptimes = await worstUptimes(from, { now, limit: mostUptimes });
  return {
    relayCommandsToday: today.commands,
    successRate: successRateOf(today) ?? 0,
    averageResponseTime: Math.round(averageResponseOf(today) ?? 0),
    activeDevices: counted.connected,
    totalDevices: counted.devices,
    recentAlerts: await alertsOf(from),
    deviceUptime: Object.fromEntries(uptimes.map(({ deviceId, uptime }) => [deviceId, uptime])),
    unconfirmedToday: today.unconfirmed,
    timeZone,
  };
}

async function alertsOf(from: Reader): Promise<RecentAlert[]> {
  const notices = await recentNotices(from, recentAlerts);
  return notices.map(({ id, title, message, severity, timestamp }) => ({
    id,
    title,
    message,
    severity,
    timestamp: toInstant(timestamp),
  }));
}

/** What became of the newest commands. [D52] */
export async function relayHistory(
  { store }: Pick<AnalyticsDeps, "store">,
  { limit }: RelayHistoryQuery,
): Promise<RelayResult[]> {
  const rows = await listHistory(store.read, { limit });
  return rows.map(({ commandId: _command, confirmationTime: _time, timestamp, ...row }) => ({
    ...row,
    timestamp: toInstant(timestamp),
  }));
}

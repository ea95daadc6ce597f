/** One device: its connection, what it measured, how long its relays were on, and what became of its commands. [C3, C12] */
import { historyRanges } from "@relaydeck/contract/history-ranges";
import type { DeviceNumbers, DeviceNumbersQuery } from "@relaydeck/contract/analytics-overview";
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { Stretch } from "@relaydeck/core/analytics/quarters";
import { gapsWithin, presenceParts, silenceAfterMs, uptimeOf } from "@relaydeck/core/analytics/uptime";
import { commandNumbers } from "@relaydeck/db/analytics/command-quarters";
import { findDevice, type DeviceRow } from "@relaydeck/db/devices/store";
import { presenceSince } from "@relaydeck/db/telemetry/presence";
import { ok, type Result } from "@relaydeck/kit/result";
import { profileOf } from "../devices/facts.ts";
import type { Ground } from "../ground.ts";
import { deviceReports } from "../history/device-history.ts";
import type { AnalyticsDeps } from "./analytics-deps.ts";
import { toldFigures } from "./figures.ts";
import { relayOnTime } from "./relay-on-time.ts";
import { gapsOf, toldPart } from "./uptime.ts";

export async function deviceNumbers(
  deps: AnalyticsDeps & Pick<Ground, "profiles">,
  { deviceId, range }: DeviceNumbersQuery,
): Promise<Result<DeviceNumbers, Refusal>> {
  const from = deps.store.read;
  const now = deps.clock.now();
  const device = await findDevice(from, deviceId);
  if (device === null) return refuse("NOT_FOUND");
  const stretch = { from: Math.max(now - historyRanges[range], device.createdAt), to: now };
  const cuts = await gapsOf(from, stretch);
  const changes = await presenceSince(from, [deviceId], stretch.from);
  const connection = presenceParts(stretch, { changes, stateNow: device.cloudOnline, gaps: cuts });
  const { staleAfterMs } = profileOf(deps.profiles, device);
  const reports = await deviceReports(from, { span: { deviceId, ...stretch }, silenceMs: silenceAfterMs(staleAfterMs) });
  const silent = gapsWithin(stretch, [...reports.gaps.map(stretchOf), ...cuts]);
  return ok({
    from: toInstant(stretch.from),
    to: toInstant(stretch.to),
    device: described(device),
    connection: connection.map(toldPart),
    uptime: uptimeOf(connection),
    samples: reports.samples,
    gaps: reports.gaps,
    relays: await Promise.all(
      reports.relays.map(async (relay) => ({
        ...relay,
        ...(await relayOnTime(from, { deviceId, relayNumber: relay.number, stretch, gaps: silent })),
      })),
    ),
    commands: toldFigures(await commandNumbers(from, { ...stretch, deviceId })),
  });
}

function stretchOf({ from, to }: { readonly from: string; readonly to: string }): Stretch {
  return { from: Date.parse(from), to: Date.parse(to) };
}

function described(device: DeviceRow): DeviceNumbers["device"] {
  const { id, name, serialNumber, model, status, freshness, lastHeardAt, ownerId } = device;
  return { id, name, serialNumber, model, status, freshness, lastHeardAt: toInstantOrNull(lastHeardAt), ownerId };
}

/** What devices and the cloud say of signal, battery, memory and firmware, as samples of `device_metrics`. [dialect section 8] */
import { findDevicesByProviderIds, listDevices, type DeviceRow } from "@relaydeck/db/devices/store";
import type { MetricRow } from "@relaydeck/db/telemetry/rows";
import { emptyMetric } from "@relaydeck/db/telemetry/store";
import type { ReadFailure } from "@relaydeck/provider/outcomes";
import type { ProviderDevice } from "@relaydeck/provider/provider-device";
import type { ProviderVitals } from "@relaydeck/provider/vitals";
import type { Ground } from "../ground.ts";

/** A percentage that the device could measure; the firmware says "not available" with a negative number. [D41] */
export function measured(percent: number | null): number | null {
  return percent !== null && percent >= 0 ? percent : null;
}

/** `memoryUsage` is percent of the whole. */
export function metricOfVitals(deviceId: string, at: number, vitals: ProviderVitals): MetricRow {
  const { memoryUsedBytes: used, memoryTotalBytes: total, uptimeSeconds } = vitals;
  return {
    ...emptyMetric(deviceId, at),
    isOnline: true,
    signalStrength: measured(vitals.signalPercent),
    batteryLevel: measured(vitals.batteryPercent),
    uptime: uptimeSeconds === null ? null : Math.round(uptimeSeconds),
    memoryUsage: used === null || total === null || total <= 0 ? null : (100 * used) / total,
    lastHeard: at,
  };
}

/** What the cloud's own list says of our devices: its word on presence, their firmware and address. */
export async function noteListed(store: Ground["store"], listed: readonly ProviderDevice[], at: number): Promise<void> {
  const described = new Map(listed.map((device) => [device.providerId, device]));
  await store.write(async (tx) => {
    const ours = await findDevicesByProviderIds(tx, [...described.keys()]);
    await tx.prepared.insertMetrics(
      ours.flatMap((device) => {
        const said = described.get(device.providerId ?? "");
        return said === undefined ? [] : [metricOfListed(device.id, at, said)];
      }),
    );
  });
}

function metricOfListed(deviceId: string, at: number, said: ProviderDevice): MetricRow {
  return {
    ...emptyMetric(deviceId, at),
    isOnline: said.online,
    firmwareVersion: said.firmwareVersion === null ? said.systemFirmwareVersion : String(said.firmwareVersion),
    lastHeard: said.lastHeardAt,
    ipAddress: said.ipAddress,
  };
}

/** What the provider says of one device, and not of itself. */
export const failuresOfDevice: ReadonlySet<ReadFailure> = new Set(["NOT_FOUND", "NONSENSE", "OFFLINE"]);

/** How often a portion of the devices is asked for their vitals, in milliseconds; between handshakes they send none. */
export const askVitalsEveryMs = 10 * 60_000;
/** Devices of one portion: at most 200 calls of the cloud's 10,000 in five minutes. [C14] */
const portion = 200;

/** Goes round the devices that are there, a portion at a time; the answers come as events. */
export class VitalsRound {
  readonly #deps: Pick<Ground, "store" | "provider" | "lead">;
  #afterId: string | undefined;

  constructor(deps: Pick<Ground, "store" | "provider" | "lead">) {
    this.#deps = deps;
  }

  async next(): Promise<void> {
    const { store, provider, lead } = this.#deps;
    const of = { limit: portion, ...(this.#afterId === undefined ? {} : { afterId: this.#afterId }) };
    // In a write of the leader, which asks whether it still is that. [LE-1]
    const page = await store.write((tx) => listDevices(tx, of));
    this.#afterId = page.length < portion ? undefined : page.at(-1)?.id;
    for (const providerId of page.flatMap(idIfThere)) {
      if (!lead.holds()) return;
      const asked = await provider.requestVitals(providerId);
      // A cloud that is busy or gone is not asked for what can wait.
      if (asked.kind === "failed" && !failuresOfDevice.has(asked.code)) return;
    }
  }
}

function idIfThere({ providerId, cloudOnline, updating }: DeviceRow): string[] {
  return providerId !== null && cloudOnline === true && !updating ? [providerId] : [];
}

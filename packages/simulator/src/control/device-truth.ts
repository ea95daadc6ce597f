/** The physical truth of a device as the control door shows it. */
import type { Device, LastCall } from "../devices/device.ts";
import type { Supply } from "../devices/physical-device.ts";

export interface DeviceTruth {
  readonly id: string;
  readonly serial: string;
  readonly name: string | null;
  readonly powered: boolean;
  readonly reachable: boolean;
  /** What the cloud believes. */
  readonly cloudOnline: boolean;
  readonly supply: Supply;
  readonly batteryPercent: number;
  readonly cellularLevel: number;
  readonly telemetry: boolean;
  readonly safeMode: boolean;
  readonly contacts: boolean;
  readonly presenceLagMs: number;
  /** When its last telemetry left; null = never. */
  readonly lastTelemetryAt: string | null;
  readonly relays: readonly RelayTruth[];
  readonly executedCalls: number;
  readonly lastCall: LastCall | null;
}

export interface RelayTruth {
  readonly number: number;
  readonly contact: "open" | "closed";
  readonly loadMilliamps: number;
  /** What flows now. */
  readonly milliamps: number;
  readonly welded: boolean;
  readonly fuseBlown: boolean;
}

export function truthOf(device: Device): DeviceTruth {
  const { physical } = device;
  return {
    id: device.id,
    serial: device.serial,
    name: device.record.name,
    powered: physical.powered,
    reachable: physical.reachable,
    cloudOnline: device.presence.cloudOnline,
    supply: physical.supply,
    batteryPercent: physical.batteryPercent,
    cellularLevel: physical.cellularLevel,
    telemetry: device.telemetry,
    safeMode: device.safeMode,
    contacts: device.settings.contacts === true,
    presenceLagMs: device.presence.lagMs,
    lastTelemetryAt: device.lastTelemetryAt === null ? null : new Date(device.lastTelemetryAt).toISOString(),
    relays: physical.relays.map((relay) => ({
      number: relay.number,
      contact: relay.closed ? "closed" : "open",
      loadMilliamps: relay.loadMilliamps,
      milliamps: physical.milliamps(relay),
      welded: relay.welded,
      fuseBlown: relay.fuseBlown,
    })),
    executedCalls: device.executedCalls,
    lastCall: device.lastCall,
  };
}

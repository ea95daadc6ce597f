/** The physical truth as JSON, and back: so that a second start of the demo finds the same world. */
import type { DeviceSnapshot } from "./devices/device-snapshot.ts";
import type { Result } from "@relaydeck/kit/result";
import { InputReader } from "./control/input-reader.ts";
import type { World } from "./world.ts";

export interface SimulatorSnapshot {
  readonly version: 1;
  readonly at: string;
  readonly devices: readonly DeviceSnapshot[];
}

export function snapshotOf(world: World): SimulatorSnapshot {
  const devices = world.devices.map(
    ({ serial, physical, presence, record, telemetry, safeMode, seq, bootedAt, lastTelemetryAt }) => ({
      serial,
      name: record.name,
      owner: record.owner,
      powered: physical.powered,
      reachable: physical.reachable,
      cloudOnline: presence.cloudOnline,
      supply: physical.supply,
      batteryPercent: physical.batteryPercent,
      cellularLevel: physical.cellularLevel,
      telemetry,
      safeMode,
      seq,
      bootedAt,
      lastHeardAt: presence.lastHeardAt,
      lastHandshakeAt: presence.lastHandshakeAt,
      lastTelemetryAt,
      relays: physical.relays.map((relay) => ({ ...relay })),
    }),
  );
  return { version: 1, at: world.time.iso(), devices };
}

export function readSnapshot(value: unknown): Result<SimulatorSnapshot, string> {
  const input = new InputReader(value);
  if (input.number("version") !== 1) input.problem("version", "must be 1");
  const at = input.required("at", input.text("at")) ?? "";
  const devices = input.required("devices", input.list("devices", readDevice)) ?? [];
  return input.finish({ version: 1, at, devices });
}

function readDevice(reader: InputReader): DeviceSnapshot {
  const orNull = <T>(name: string, read: () => T | undefined): T | null =>
    reader.json(name) === null ? null : (reader.required(name, read()) ?? null);
  const instant = (name: string) => reader.required(name, reader.number(name)) ?? 0;
  const flag = (name: string) => reader.required(name, reader.boolean(name)) ?? false;
  const level = (name: string) => reader.required(name, reader.number(name, { min: -1, max: 100 })) ?? 0;
  return {
    serial: reader.required("serial", reader.text("serial")) ?? "",
    name: orNull("name", () => reader.text("name")),
    owner: orNull("owner", () => reader.text("owner")),
    powered: flag("powered"),
    reachable: flag("reachable"),
    cloudOnline: flag("cloudOnline"),
    supply: reader.required("supply", reader.oneOf("supply", ["mains", "battery"])) ?? "mains",
    batteryPercent: level("batteryPercent"),
    cellularLevel: level("cellularLevel"),
    telemetry: flag("telemetry"),
    safeMode: flag("safeMode"),
    seq: instant("seq"),
    bootedAt: instant("bootedAt"),
    lastHeardAt: instant("lastHeardAt"),
    lastHandshakeAt: instant("lastHandshakeAt"),
    lastTelemetryAt: orNull("lastTelemetryAt", () => reader.number("lastTelemetryAt")),
    relays:
      reader.required(
        "relays",
        reader.list("relays", (relay) => ({
          number: relay.required("number", relay.number("number")) ?? 0,
          closed: relay.required("closed", relay.boolean("closed")) ?? false,
          loadMilliamps: relay.required("loadMilliamps", relay.number("loadMilliamps", { min: 0 })) ?? 0,
          welded: relay.required("welded", relay.boolean("welded")) ?? false,
          fuseBlown: relay.required("fuseBlown", relay.boolean("fuseBlown")) ?? false,
        })),
      ) ?? [],
  };
}

/** A device says less than this: one word a second, and its answers. */
const mostWordsPerSecond = 10;

/**
 * Devices the world does not have are left out; devices the snapshot does not have stay as they are.
 *
 * What a device said after the snapshot, before its world ended without a word, is not in it: room is left in its
 * numbering for that, because a device that used a number twice would rightly not be heard. [C5]
 */
export function restoreInto(world: World, snapshot: SimulatorSnapshot): void {
  const sinceMs = Math.max(0, world.time.now() - Date.parse(snapshot.at));
  const unsaved = Math.ceil((sinceMs / 1000) * mostWordsPerSecond);
  for (const saved of snapshot.devices) {
    const device = world.devices.find((candidate) => candidate.serial === saved.serial);
    device?.restore({ ...saved, seq: saved.seq + unsaved });
  }
}

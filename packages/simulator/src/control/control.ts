/**
 * What the control door can do, as functions. The door (control-door.ts) only parses and calls these; tests and seeded
 * worlds call them directly.
 */
import type { LoadInput } from "./load.ts";
import { type Result, err, ok } from "@relaydeck/kit/result";
import type { DeviceChange } from "../devices/device.ts";
import type { LoggedEvent } from "../event-hub.ts";
import { type Fault, type FaultSettings, faultsAtMost } from "../faults.ts";
import type { LoggedRequest, OperationCount } from "../request-log.ts";
import type { ResetSettings } from "../settings.ts";
import type { ClockMode } from "../simulated-time.ts";
import type { World } from "../world.ts";
import { type DeviceTruth, truthOf } from "./device-truth.ts";
import { type LoadResult, runLoad } from "./load.ts";

export interface EmitInput {
  /** Id or serial number; an unknown one is taken as the id of a foreign device. Absent = the cloud itself. */
  readonly device?: string | undefined;
  readonly name: string;
  readonly data: string | null;
  /** Epoch milliseconds. */
  readonly publishedAt?: number | undefined;
}

export interface Counters {
  readonly operations: Readonly<Record<string, OperationCount>>;
  readonly streams: { readonly open: number; readonly openedLast5Min: number; readonly refused: number };
  /** Provider calls of the last 5 minutes. */
  readonly callsLast5Min: number;
  readonly answered429: number;
  readonly answered529: number;
  /** Kind of fault to how often it struck. */
  readonly faultsStruck: Readonly<Record<string, number>>;
}

export interface SimulatorControl {
  /** A fresh world; what is not given is as at the creation. Open streams and unanswered calls are cut. */
  reset(settings?: ResetSettings): void;
  devices(): DeviceTruth[];
  /** By id or serial number. */
  device(named: string): DeviceTruth | undefined;
  patchDevice(named: string, change: DeviceChange): DeviceTruth | undefined;
  button(named: string, press: { relay: number; state: "on" | "off" }): DeviceTruth | undefined;
  addFault(settings: FaultSettings): Fault;
  faults(): Fault[];
  /** True when there was such a fault. */
  removeFault(id: string): boolean;
  clearFaults(): void;
  /** Answers how many streams were cut. */
  cutStreams(options?: { refuseForMs?: number | undefined; status?: number | undefined }): number;
  stallStreams(ms: number): number;
  emit(input: EmitInput): void;
  /** Resolves when the load is over, or its world is. */
  load(input: LoadInput): Promise<LoadResult>;
  requests(since?: number): LoggedRequest[];
  counters(): Counters;
  events(since?: number): LoggedEvent[];
  clock(): { readonly now: string; readonly mode: ClockMode };
  /** Only for a hand-moved clock: runs everything due, in order. */
  advance(ms: number): Result<{ readonly now: string; readonly mode: ClockMode }, string>;
}

export function createControl(deps: { world: () => World; reset: (settings: ResetSettings) => void }): SimulatorControl {
  const { world } = deps;
  const named = (name: string) => world().devices.find((device) => device.id === name || device.serial === name);
  return {
    reset: (settings = {}) => deps.reset(settings),
    devices: () => world().devices.map(truthOf),
    device(name) {
      const device = named(name);
      return device === undefined ? undefined : truthOf(device);
    },
    patchDevice(name, change) {
      const device = named(name);
      device?.change(change);
      return device === undefined ? undefined : truthOf(device);
    },
    button(name, press) {
      const device = named(name);
      device?.switch(press.relay, press.state === "on", "button");
      return device === undefined ? undefined : truthOf(device);
    },
    addFault(settings) {
      const { faults } = world();
      // Somebody who sets this many means to replace the oldest.
      const oldest = faults.list()[0];
      if (oldest !== undefined && faults.list().length >= faultsAtMost) faults.remove(oldest.id);
      return faults.add(settings);
    },
    faults: () => world().faults.list(),
    removeFault: (id) => world().faults.remove(id),
    clearFaults: () => world().faults.clear(),
    cutStreams: (options) => world().streams.cut(options),
    stallStreams: (ms) => world().streams.stall(ms),
    emit: (input) => emit(world(), input),
    load: (input) => new Promise((resolve) => runLoad(world(), input, resolve)),
    requests: (since = 0) => world().requests.log.since(since),
    counters: () => countersOf(world()),
    events: (since = 0) => world().hub.log.since(since),
    clock: () => clockOf(world()),
    advance(ms) {
      if (world().time.mode !== "manual") return err("The clock is not moved by hand; reset with clock “manual” first");
      world().time.advance(ms);
      return ok(clockOf(world()));
    },
  };
}

function emit(world: World, input: EmitInput): void {
  const device = input.device === undefined ? undefined : world.findDevice(input.device);
  if (device !== undefined) return world.publishFromDevice(device, input);
  const { productId } = world.account;
  world.publishFromCloud({
    name: input.name,
    data: input.data,
    publishedAt: input.publishedAt,
    coreid: input.device ?? "api",
    deviceId: input.device ?? null,
    productId,
  });
}

function countersOf(world: World): Counters {
  const operations = world.requests.counts();
  return {
    operations,
    streams: {
      open: world.streams.open,
      openedLast5Min: world.limits.streamOpens.used,
      refused: operations["stream"]?.errors ?? 0,
    },
    callsLast5Min: world.limits.calls.used,
    answered429: world.requests.answeredWith(429),
    answered529: world.requests.answeredWith(529),
    faultsStruck: world.faults.struck(),
  };
}

function clockOf(world: World): { now: string; mode: ClockMode } {
  return { now: world.time.iso(), mode: world.time.mode };
}

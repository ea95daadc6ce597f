/** A measured load: telemetry events of the world's devices in turn, at a steady rate on the world's clock. `done` may be told twice. */
import type { Device } from "../devices/device.ts";
import type { World } from "../world.ts";

export interface LoadInput {
  /** How many of the devices speak; default all. */
  readonly devices?: number | undefined;
  readonly eventsPerSecond: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly written: number;
  readonly seconds: number;
}

const tickMs = 5;

export function runLoad(world: World, input: LoadInput, done: (result: LoadResult) => void): void {
  const { time } = world;
  const speakers: Device[] = world.devices.filter((device) => device.linked && !device.safeMode).slice(0, input.devices);
  const startedAt = time.monotonic();
  const durationMs = input.seconds * 1000;
  let written = 0;
  const finish = () => done({ written, seconds: (time.monotonic() - startedAt) / 1000 });
  const tick = () => {
    const elapsedMs = Math.min(time.monotonic() - startedAt, durationMs);
    const due = speakers.length === 0 ? 0 : Math.floor((elapsedMs / 1000) * input.eventsPerSecond);
    for (; written < due; written += 1) speakers[written % speakers.length]?.speak();
    if (elapsedMs < durationMs) time.after(tickMs, tick);
    else finish();
  };
  time.after(tickMs, tick);
  world.ending.add(finish);
}

/**
 * What is true at the device itself, apart from what the cloud believes: power, reach, contacts, loads, supply, battery, signal.
 *
 * A welded contact cannot open any more; a blown fuse lets nothing flow; without power every contact that can fall open does.
 */
import type { DeviceSettings, RelaySettings } from "../settings.ts";

export interface Relay {
  readonly number: number;
  closed: boolean;
  loadMilliamps: number;
  welded: boolean;
  fuseBlown: boolean;
}

export type Supply = "mains" | "battery";

const usualLoadMilliamps = 600;

export class PhysicalDevice {
  powered = true;
  reachable: boolean;
  supply: Supply;
  /** Negative: no battery gauge. */
  batteryPercent: number;
  /** Negative: not available. */
  cellularLevel: number;
  readonly relays: readonly Relay[];

  constructor(settings: DeviceSettings) {
    this.reachable = settings.offline !== true;
    this.supply = settings.supply ?? "mains";
    this.batteryPercent = settings.batteryPercent ?? 88.5;
    this.cellularLevel = settings.cellularLevel ?? 64;
    const count = settings.serial.startsWith("R1") ? 1 : 4;
    this.relays = Array.from({ length: count }, (_, index) => newRelay(index + 1, settings.relays ?? []));
  }

  relay(number: number): Relay | undefined {
    return this.relays[number - 1];
  }

  /** Current that flows through the relay now. */
  milliamps(relay: Relay): number {
    const flows = this.powered && this.supply === "mains" && relay.closed && !relay.fuseBlown;
    return flows ? relay.loadMilliamps : 0;
  }

  /** Drives the relay's coil; true when the contact moved. */
  drive(relay: Relay, closed: boolean): boolean {
    if (relay.closed === closed || (relay.welded && !closed)) return false;
    relay.closed = closed;
    return true;
  }

  losePower(): void {
    this.powered = false;
    for (const relay of this.relays) this.drive(relay, false);
  }

  /** Everything that the firmware can measure at its relays, to notice a change. */
  measurable(): string {
    return this.relays.map((relay) => `${this.milliamps(relay)}${relay.closed ? "c" : "o"}`).join();
  }
}

function newRelay(number: number, settings: readonly RelaySettings[]): Relay {
  const own = settings.find((relay) => relay.number === number);
  return {
    number,
    closed: own?.contact === "closed",
    loadMilliamps: own?.loadMilliamps ?? usualLoadMilliamps,
    welded: own?.welded ?? false,
    fuseBlown: own?.fuseBlown ?? false,
  };
}

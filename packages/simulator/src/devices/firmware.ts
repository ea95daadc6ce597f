/** What runs on a device: pure answers from its physical truth. When to speak is device.ts's matter. */
import type { JsonObject, JsonValue } from "../json.ts";
import type { PhysicalDevice, Relay } from "./physical-device.ts";

export type SwitchCause = "cloud" | "button";

export interface DeviceWord {
  readonly name: string;
  readonly data: string;
}

export interface Sample {
  /** Counts everything the device ever said. */
  readonly seq: number;
  readonly uptimeSeconds: number;
}

export interface Firmware {
  readonly functions: readonly string[];
  /** Name to type, as the provider lists them. */
  readonly variables: Readonly<Record<string, "string" | "int32" | "double" | "bool">>;
  /** The relay and the wanted contact, or undefined when the argument is none it knows (it then returns −1). */
  parseCall(name: string, argument: string): { relay: Relay; closed: boolean } | undefined;
  readVariable(name: string, sample: Sample): JsonValue;
  telemetry(sample: Sample): DeviceWord;
  /** What it says when a contact moved; undefined when this variant says nothing. */
  contactMoved(relay: Relay, cause: SwitchCause, sample: Sample): DeviceWord | undefined;
}

/** What the PowerOne reports: currents, contacts where the variant measures them, supply, battery, signal. */
export function measurements(physical: PhysicalDevice, sample: Sample, withContacts: boolean): JsonObject {
  return {
    i: physical.relays.map((relay) => physical.milliamps(relay)),
    ...(withContacts ? { s: physical.relays.map((relay) => (relay.closed ? 1 : 0)) } : {}),
    ps: physical.supply === "mains" ? 1 : 0,
    bat: physical.batteryPercent,
    cell: physical.cellularLevel,
    seq: sample.seq,
    up: sample.uptimeSeconds,
  };
}

/** `on` or `off`, nothing else. */
export function parseSwitch(argument: string): boolean | undefined {
  if (argument === "on") return true;
  return argument === "off" ? false : undefined;
}

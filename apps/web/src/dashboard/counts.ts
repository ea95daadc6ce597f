/** How many devices share a concern: the filter buttons above the list, in order of urgency. */
import type { Concern } from "./device-view.ts";

export const concernOrder = [
  "failed",
  "unconfirmed",
  "offline",
  "stale",
  "connecting",
  "online",
] as const satisfies readonly Concern[];

export interface Count {
  readonly concern: Concern;
  readonly count: number;
}

/** Only concerns that some device has, and the chosen one: a filter never vanishes while it is on. */
export function countConcerns(
  devices: readonly { readonly concerns: readonly Concern[] }[],
  chosen: Concern | null,
): readonly Count[] {
  return concernOrder
    .map((concern) => ({ concern, count: devices.filter((device) => device.concerns.includes(concern)).length }))
    .filter(({ concern, count }) => count > 0 || concern === chosen);
}

/** Text is looked for in name, serial number and relay names, without regard to case. */
export function matchesFilter(
  device: {
    readonly name: string;
    readonly serialNumber: string;
    readonly relays: readonly { readonly name: string }[];
    readonly concerns: readonly Concern[];
  },
  filter: { readonly text: string; readonly concern: Concern | null },
): boolean {
  if (filter.concern !== null && !device.concerns.includes(filter.concern)) return false;
  const wanted = filter.text.trim().toLowerCase();
  return [device.name, device.serialNumber, ...device.relays.map((relay) => relay.name)].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

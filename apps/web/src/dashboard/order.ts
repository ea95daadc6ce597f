/**
 * The order of a list: what needs a person first, then by name. It is that of the moment in which somebody came to look;
 * a row that moved by itself would put another relay under a finger that is on its way.
 */
import type { Concern } from "./device-view.ts";

export interface Ordered {
  readonly id: string;
  readonly name: string;
  /** The worst first. */
  readonly concerns: readonly Concern[];
}

const ranks: Readonly<Record<Concern, number>> = { failed: 0, unconfirmed: 0, offline: 1, stale: 2, connecting: 3, online: 4 };

export function problemsFirst<T extends Ordered>(devices: readonly T[], language: string): readonly T[] {
  const byName = new Intl.Collator(language, { numeric: true });
  return devices.toSorted((a, b) => rankOf(a) - rankOf(b) || byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

/** True when a person should look at it: everything before "connecting". */
export function needsAttention(device: Pick<Ordered, "concerns">): boolean {
  return rankOf(device) < ranks.connecting;
}

/** Those with these ids, in the order of the ids. */
export function inOrder<T extends { readonly id: string }>(devices: readonly T[], ids: readonly string[]): readonly T[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function rankOf(device: Pick<Ordered, "concerns">): number {
  return Math.min(...device.concerns.map((concern) => ranks[concern]));
}

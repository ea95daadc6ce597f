/** The five things to try, and which of them this visit has seen happen: told by what the devices report, never by presses. */
import type { Device } from "@relaydeck/contract/devices";

export const checks = ["switch", "lost", "share", "alert", "move"] as const;
export type Check = (typeof checks)[number];

export interface Progress {
  readonly done: ReadonlySet<Check>;
  /** Commands that were unconfirmed at some time. */
  readonly lostIds: ReadonlySet<string>;
}

export const noProgress: Progress = { done: new Set(), lostIds: new Set() };

/** The same reference when nothing new was seen. */
export function progressAfter(before: Progress, devices: readonly Device[]): Progress {
  const own = devices.flatMap((device) => device.relays.flatMap((relay) => (relay.command?.by === "you" ? [relay.command] : [])));
  const lostIds = before.lostIds.union(
    new Set(own.filter((command) => command.state === "unconfirmed").map((command) => command.commandId)),
  );
  const confirmed = own.filter((command) => command.state === "confirmed");
  const done = new Set(before.done);
  if (confirmed.length > 0) done.add("switch");
  if (confirmed.some((command) => lostIds.has(command.commandId))) done.add("lost");
  return done.size === before.done.size && lostIds.size === before.lostIds.size ? before : { done, lostIds };
}

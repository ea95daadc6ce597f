/** How a device stands: its badge, what needs a person, its vitals. Ages are counted on the server's clock. [C4, D32, D41] */
import type { Device, PowerOneData } from "@relaydeck/contract/devices";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Tone } from "../ui/badge.tsx";
import type { IconName } from "../ui/icon.tsx";
import type { Link } from "./relay-truth.ts";
import type { RelayView } from "./relay-view.ts";

export type DeviceStatus = {
  readonly heardAt: number | null;
  /** False while this page is not told of changes: then it is what was last known. [HD-5] */
  readonly isCurrent: boolean;
} & (
  | { readonly kind: "online" | "connecting" }
  /** `silentMs` is null when it was never heard. */
  | { readonly kind: "stale"; readonly silentMs: number | null; readonly mayBeGone: boolean }
  | { readonly kind: "offline"; readonly since: number | null }
);

export type DeviceStatusKind = DeviceStatus["kind"];

/** The cloud notices a lost device only after about this long; silence beyond it says more than the cloud does. */
const mayBeGoneAfterMs = 46 * 60_000;

const statusLooks: Readonly<Record<DeviceStatusKind, { readonly icon: IconName; readonly tone: Tone }>> = {
  online: { icon: "disc-tick", tone: "ok" },
  stale: { icon: "clock", tone: "warn" },
  offline: { icon: "square-x", tone: "bad" },
  connecting: { icon: "dashed-ring", tone: "info" },
};

export function deviceStatus(
  device: Pick<Device, "status" | "freshness" | "lastHeardAt" | "offlineSince">,
  { link, now }: { link: Link; now: number },
): DeviceStatus {
  const known = { heardAt: instantOrNull(device.lastHeardAt), isCurrent: link === "live" };
  const { heardAt } = known;
  switch (device.status) {
    case "connecting":
      return { ...known, kind: "connecting" };
    case "offline":
      return { ...known, kind: "offline", since: instantOrNull(device.offlineSince) };
    case "online": {
      if (device.freshness === "fresh") return { ...known, kind: "online" };
      const silentMs = heardAt === null ? null : Math.max(0, now - heardAt);
      return { ...known, kind: "stale", silentMs, mayBeGone: silentMs !== null && silentMs >= mayBeGoneAfterMs };
    }
  }
}

/** Filled only for what is current: offline is an outline by rule; what was last known has no colour of its own either. */
export function badgeLook(status: DeviceStatus): { icon: IconName; tone: Tone; outline: boolean } {
  const look = statusLooks[status.kind];
  return status.isCurrent ? { ...look, outline: status.kind === "offline" } : { icon: look.icon, tone: "text", outline: true };
}

/** What a list sorts and counts by. `failed` and `unconfirmed` come from its relays. */
export type Concern = "failed" | "unconfirmed" | DeviceStatusKind;

/** Every concern of a device, the worst first; its presence is always among them. */
export function concernsOf(status: DeviceStatus, relays: readonly Pick<RelayView, "truth">[]): readonly Concern[] {
  const kinds = new Set(relays.map((relay) => relay.truth.kind));
  const concerns: Concern[] = [];
  if (kinds.has("failed") || kinds.has("expired")) concerns.push("failed");
  if (kinds.has("unconfirmed") || kinds.has("unanswered-disagrees")) concerns.push("unconfirmed");
  return [...concerns, status.kind];
}

export type SignalWord = "excellent" | "good" | "fair" | "poor" | "veryPoor";

/** Each part is null where the device does not tell; a negative number is not a number of percent. */
export interface Vitals {
  readonly power: "on" | "off" | null;
  readonly batteryPercent: number | null;
  readonly signal: { readonly word: SignalWord; readonly percent: number } | null;
}

export function vitalsOf(data: Pick<PowerOneData, "powerSource" | "batteryPercent" | "cellularLevel">): Vitals {
  const { powerSource, batteryPercent, cellularLevel } = data;
  return {
    power: powerSource === null ? null : powerSource === 1 || powerSource === 2 ? "on" : "off",
    batteryPercent: batteryPercent === null || batteryPercent < 0 ? null : batteryPercent,
    signal: cellularLevel === null || cellularLevel < 0 ? null : { word: signalWord(cellularLevel), percent: cellularLevel },
  };
}

function signalWord(level: number): SignalWord {
  if (level >= 80) return "excellent";
  if (level >= 60) return "good";
  if (level >= 40) return "fair";
  return level >= 20 ? "poor" : "veryPoor";
}

function instantOrNull(instant: string | null): number | null {
  return instant === null ? null : fromInstant(instant);
}

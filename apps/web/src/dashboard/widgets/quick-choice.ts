/** The relays that a quick-controls component names in its settings. What does not have their form is none of them. */
import type { Device } from "@relaydeck/contract/devices";
import type { Relay } from "@relaydeck/contract/relays";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { relayKey, type RelayRef } from "../data.tsx";

/** Relays of one widget. */
export const mostQuickRelays = 8;

export interface QuickRelay {
  readonly device: Device;
  readonly relay: Relay;
}

export function chosenRelays({ settings }: Pick<LayoutComponent, "settings">): RelayRef[] {
  const { relays } = settings;
  return Array.isArray(relays) ? relays.filter(isRef).slice(0, mostQuickRelays) : [];
}

/** All that the viewer may switch, by device. [D39] */
export function switchableRelays(devices: readonly Device[]): QuickRelay[] {
  return devices
    .filter(({ userPermission }) => userPermission !== "view")
    .flatMap((device) => device.relays.map((relay) => ({ device, relay })));
}

/** Those of the choice that may be switched now, in the order of the choice. */
export function quickRelays(refs: readonly RelayRef[], devices: readonly Device[]): QuickRelay[] {
  const byKey = new Map(switchableRelays(devices).map((one) => [keyOf(one), one]));
  return refs.flatMap((ref) => byKey.get(relayKey(ref)) ?? []);
}

export function keyOf({ device, relay }: QuickRelay): string {
  return relayKey({ deviceId: device.id, relayNumber: relay.number });
}

function isRef(value: unknown): value is RelayRef {
  if (typeof value !== "object" || value === null) return false;
  const { deviceId, relayNumber } = value as Record<string, unknown>;
  return typeof deviceId === "string" && Number.isInteger(relayNumber);
}

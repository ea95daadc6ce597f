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

/** Those that may be switched now; one that may no longer be holds no place of the eight and is not kept again. [D39] */
export function switchableRefs(refs: readonly RelayRef[], devices: readonly Device[]): RelayRef[] {
  return quickRelays(refs, devices).map(refOf);
}

/** With it at the end, or without it; where there is no place left, as it was. */
export function toggledRefs(refs: readonly RelayRef[], ref: RelayRef): readonly RelayRef[] {
  const without = refs.filter((one) => relayKey(one) !== relayKey(ref));
  if (without.length < refs.length) return without;
  return refs.length < mostQuickRelays ? [...refs, ref] : refs;
}

/** Their order is part of the choice. */
export function isSameChoice(some: readonly RelayRef[], others: readonly RelayRef[]): boolean {
  return some.length === others.length && some.every((ref, index) => isSameRelay(ref, others[index]));
}

function isSameRelay(ref: RelayRef, other: RelayRef | undefined): boolean {
  return other !== undefined && relayKey(ref) === relayKey(other);
}

export function refOf({ device, relay }: QuickRelay): RelayRef {
  return { deviceId: device.id, relayNumber: relay.number };
}

export function keyOf(one: QuickRelay): string {
  return relayKey(refOf(one));
}

function isRef(value: unknown): value is RelayRef {
  if (typeof value !== "object" || value === null) return false;
  const { deviceId, relayNumber } = value as Record<string, unknown>;
  return typeof deviceId === "string" && Number.isInteger(relayNumber);
}

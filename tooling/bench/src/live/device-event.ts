/** The event that every target sends: a one-relay device that has just reported. Made anew each time, as ingest makes it. */
import { newId } from "@relaydeck/contract/ids";
import { toInstant } from "@relaydeck/contract/instants";
import type { NeutralDevice } from "@relaydeck/core/devices/view";
import type { Random } from "@relaydeck/kit/random";

/** Devices to begin with; the product gives its own ids. */
export function someDevices(ids: readonly string[], ownerId: string): NeutralDevice[] {
  const at = toInstant(Date.UTC(2026, 10, 21, 12));
  return ids.map((id, index) => ({
    id,
    name: `Pump ${index + 1}`,
    status: "online",
    relayState: "on",
    lastUpdate: at,
    isConnected: true,
    ownerId,
    serialNumber: `R1BENCH${String(index).padStart(4, "0")}`,
    model: "relay",
    freshness: "fresh",
    lastHeardAt: at,
    offlineSince: null,
    relays: [
      {
        number: 1,
        name: "Relay",
        state: "on",
        stateAt: at,
        isCurrent: true,
        evidence: "contact",
        milliamps: null,
        load: "unknown",
        usual: null,
        unproved: [],
        command: null,
      },
    ],
  }));
}

export function newDeviceIds(count: number, random: Random): string[] {
  return Array.from({ length: count }, () => newId("device", random));
}

/** The device after one more report. */
export function reportedAgain(device: NeutralDevice, count: number, now: number): NeutralDevice {
  const at = toInstant(now);
  const state = count % 2 === 0 ? "on" : "off";
  return {
    ...device,
    relayState: state,
    lastUpdate: at,
    lastHeardAt: at,
    relays: device.relays.map((relay) => ({ ...relay, state, stateAt: at, milliamps: count % 1000 })),
  };
}

/** The device as everybody may read it, for the targets that know no permissions. */
export function publicItem(device: NeutralDevice) {
  return { kind: "device" as const, vitals: noVitals, device: { ...device, userPermission: "control" as const } };
}

/** A one-relay device tells none. */
export const noVitals = { powerSource: null, batteryPercent: null, cellularLevel: null };

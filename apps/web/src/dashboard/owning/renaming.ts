/** What a person has typed over the names of a device. Names they left alone follow the device and are never sent. Pure. [D16, D24] */
import type { Device } from "@relaydeck/contract/devices";

export interface DeviceNames {
  readonly name: string;
  readonly relays: readonly { readonly number: number; readonly name: string }[];
}

/** Fields that somebody typed in; the others are absent. */
export interface TypedNames {
  readonly name?: string;
  readonly relays: ReadonlyMap<number, string>;
}

export const nothingTyped: TypedNames = { relays: new Map() };

/** As they stand in the fields: what was typed, else the name as it is now, wherever it was given. */
export function shownNames(device: Pick<Device, "name" | "relays">, typed: TypedNames): DeviceNames {
  return {
    name: typed.name ?? device.name,
    relays: device.relays.map(({ number, name }) => ({ number, name: typed.relays.get(number) ?? name })),
  };
}

/** What to send: what was typed and differs from the name as it is now, wherever that was given. */
export function changedNames(device: Pick<Device, "name" | "relays">, typed: TypedNames) {
  const name = typed.name?.trim();
  const relays = device.relays.flatMap((relay) => {
    const text = typed.relays.get(relay.number)?.trim();
    return text === undefined || text === relay.name ? [] : [{ number: relay.number, name: text }];
  });
  return {
    ...(name === undefined || name === device.name ? {} : { name }),
    ...(relays.length === 0 ? {} : { relays }),
  };
}

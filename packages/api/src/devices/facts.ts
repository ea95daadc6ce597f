/** Devices as the doors show them, read from their rows: one place for lists, snapshots and events. */
import { groupBy } from "@relaydeck/kit/group-by";
import { assert, present } from "@relaydeck/kit/assert";
import type { Profile } from "@relaydeck/core/devices/profile";
import { commandShownMs, neutralDevice, vitalsOf, type NeutralDevice } from "@relaydeck/core/devices/view";
import { relaysOf, type DeviceRow, type RelayRow } from "@relaydeck/db/devices/store";
import { commandsAwaitingEvidence, latestCommands, type CommandWithActor } from "@relaydeck/db/relays/commands";
import type { Reader } from "@relaydeck/db/store";
import { toLiveEvent } from "../live/append.ts";

/** The profile a device was registered with; the one-relay profile when an operator has removed it since. */
export function profileOf(profiles: readonly Profile[], device: { readonly profileId: string }): Profile {
  const profile = profiles.find((candidate) => candidate.id === device.profileId) ?? profiles.at(-1);
  assert(profile !== undefined, "There is always a profile: settings refuse an empty list");
  return profile;
}

/** Names as people read them. */
export function displayName(user: { readonly firstName: string; readonly lastName: string }): string {
  return `${user.firstName} ${user.lastName}`.trim();
}

/** Rows of a set of devices, grouped, ready to be shown or folded. */
export interface DeviceRows {
  readonly device: DeviceRow;
  readonly relays: readonly RelayRow[];
  /** The latest command of each relay, with who gave it. */
  readonly commands: readonly CommandWithActor[];
  /** Commands that later data may still confirm or contradict, in order of acceptance. [CM-6] */
  readonly awaiting: readonly CommandWithActor[];
}

export async function rowsOf(from: Reader, devices: readonly DeviceRow[], now: number): Promise<DeviceRows[]> {
  if (devices.length === 0) return [];
  const deviceIds = devices.map((device) => device.id);
  const relays = groupBy(await relaysOf(from, deviceIds), (relay) => relay.deviceId);
  const since = now - commandShownMs;
  const commands = groupBy(await latestCommands(from, { deviceIds, since }), ({ command }) => command.deviceId);
  const awaiting = groupBy(await commandsAwaitingEvidence(from, { deviceIds, since }), ({ command }) => command.deviceId);
  return devices.map((device) => ({
    device,
    relays: relays.get(device.id) ?? [],
    commands: commands.get(device.id) ?? [],
    awaiting: awaiting.get(device.id) ?? [],
  }));
}

export interface NeutralOptions {
  readonly profiles: readonly Profile[];
  readonly now: number;
}

/** The neutral form of these devices, in their order. */
export async function neutralDevices(
  from: Reader,
  devices: readonly DeviceRow[],
  options: NeutralOptions,
): Promise<NeutralDevice[]> {
  return (await rowsOf(from, devices, options.now)).map((rows) => toNeutral(rows, options));
}

export function toNeutral(rows: DeviceRows, options: NeutralOptions): NeutralDevice {
  const { staleAfterMs } = profileOf(options.profiles, rows.device);
  // What was wished under an earlier owner is nobody's here to see. [AD-7]
  const told = (all: readonly CommandWithActor[]) =>
    all.filter(({ command }) => command.acceptedOrder > rows.device.commandsAfter);
  const commands = told(rows.commands).map(({ command, actor }) => ({
    command,
    actorName: actor === null ? null : displayName(actor),
  }));
  const awaiting = told(rows.awaiting).map(({ command }) => command);
  return neutralDevice({ ...rows, commands, awaiting, staleAfterMs }, options.now);
}

/** A device's event after a change: read inside the transaction that made it. */
export async function liveDevice(from: Reader, device: DeviceRow, options: NeutralOptions) {
  const [neutral] = await neutralDevices(from, [device], options);
  return toLiveEvent({
    deviceId: device.id,
    userId: null,
    body: { kind: "device", device: present(neutral, "One device in, one out"), vitals: vitalsOf(device) },
  });
}

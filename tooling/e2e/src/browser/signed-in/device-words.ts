/**
 * Closed lists of devices as they come about: each word is read at a door after its cause was put into a device, and stands at
 * the place of its cause. Two words that change places are therefore another list.
 */
import { expect } from "vitest";
import { after, longMs, once, patch, press, pump, read, truth, type Look } from "./causes.ts";
import { ask, deviceNamed, listedDevices, type ListedDevice } from "./callers.ts";
import type { FactScene } from "./facts.ts";

interface Reading {
  readonly relays: readonly {
    readonly number: number;
    readonly current: number | null;
    readonly estimatedState: string | null;
  }[];
  readonly freshness: string;
}

const workshop = { name: "Workshop", serial: "P0SIM0002" } as const;
const unowned = { name: "Never heard", serial: "P0SIM0007" } as const;

const readingOf = (scene: FactScene, { id }: Pick<ListedDevice, "id">) =>
  read<Reading>(scene, `/api/devices/${id}/powerone-data`);

const nowMs = () => performance.timeOrigin + performance.now();

/** A device that reports, whose link ends, and that comes back and says nothing. */
async function lookAtStatuses(scene: FactScene) {
  const heardAt = async () => Date.parse((await deviceNamed(scene, workshop.name)).lastHeardAt ?? "");
  const status = async () => (await deviceNamed(scene, workshop.name)).status;
  const from = nowMs();
  await expect.poll(heardAt, { timeout: longMs }).toBeGreaterThan(from);
  const reporting = await status();
  await patch(scene, workshop.serial, { telemetry: false, reachable: false, notice: true });
  const gone = await after(reporting, status);
  await patch(scene, workshop.serial, { reachable: true });
  const back = await after(gone, status);
  await patch(scene, workshop.serial, { telemetry: true });
  await expect.poll(status, { timeout: longMs }).toBe(reporting);
  return [reporting, gone, back];
}

export const statuses = once(lookAtStatuses);

/** Registered while it lies in its box, so that nothing was ever heard of it. */
async function lookAtUnheard(scene: FactScene) {
  const { name, serial } = unowned;
  await patch(scene, serial, { powered: false, notice: true });
  await ask(scene, "POST /api/register-device", { serialNumber: serial, deviceName: name });
  const device = await deviceNamed(scene, name);
  const { freshness } = await readingOf(scene, device);
  await ask(scene, `DELETE /api/devices/${device.id}`);
  await patch(scene, serial, { powered: true });
  return { status: device.status, relayState: device.relayState, freshness };
}

export const unheard = once(lookAtUnheard);

/** Somebody at the device closes just these contacts; the answer is the product's, once it tells each relay's own current. */
export async function closeContacts(scene: FactScene, closed: readonly number[]) {
  for (const number of [1, 2, 3, 4]) await press(scene, number, closed.includes(number) ? "on" : "off");
  const { relays: real } = await truth(scene);
  const device = await deviceNamed(scene, pump.name);
  const currents = async () => (await readingOf(scene, device)).relays.map(({ number, current }) => ({ number, current }));
  const flowing = real.map(({ number, milliamps }) => ({ number, current: milliamps }));
  await expect.poll(currents, { timeout: longMs }).toEqual(flowing);
  const { relays } = await readingOf(scene, device);
  const { relayState, relays: listed } = await deviceNamed(scene, pump.name);
  const isAlike = relays.every(({ estimatedState }, n) => estimatedState?.toLowerCase() === listed[n]?.state);
  const statesOf = (isDrawing: boolean) =>
    relays.filter((_, n) => (real[n]?.milliamps ?? 0) > 0 === isDrawing).map(({ estimatedState }) => estimatedState);
  return { relayState, isAlike, drawing: statesOf(true), idle: statesOf(false) };
}

/** Every relay once while it draws current and once while it does not, and all of them while none does. */
async function lookAtReadings(scene: FactScene) {
  const { relays: before } = await truth(scene);
  const some = await closeContacts(scene, [1, 3]);
  const others = await closeContacts(scene, [2, 4]);
  const none = await closeContacts(scene, []);
  for (const { number, contact } of before) await press(scene, number, contact === "closed" ? "on" : "off");
  return {
    ofRelays: [
      [...some.drawing, ...others.drawing],
      [...some.idle, ...others.idle, ...none.idle],
    ].flatMap((states) => [...new Set(states)]),
    ofDevice: [...new Set([some.relayState, others.relayState]), none.relayState],
    areAlike: some.isAlike && others.isAlike && none.isAlike,
  };
}

const readings = once(lookAtReadings);

export const estimates: Look<readonly unknown[]> = async (scene) => (await readings(scene)).ofRelays;

/** Whether the reading of a device and the list say the same of its relays. */
export const isReadingAsListed: Look<boolean> = async (scene) => (await readings(scene)).areAlike;

export const relayStates: Look<readonly string[]> = async (scene) => [
  ...(await readings(scene)).ofDevice,
  (await unheard(scene)).relayState,
];

/** One that reports, one that has been silent for more than its profile's 45 s, and one that never spoke. */
async function lookAtFreshnesses(scene: FactScene) {
  const silent = () => deviceNamed(scene, "Gate");
  const silentSince = async () => nowMs() - Date.parse((await silent()).lastHeardAt ?? "");
  await expect.poll(silentSince, { timeout: 90_000 }).toBeGreaterThan(60_000);
  const reporting = await readingOf(scene, await deviceNamed(scene, pump.name));
  return [reporting.freshness, (await readingOf(scene, await silent())).freshness, (await unheard(scene)).freshness];
}

export const freshnesses = once(lookAtFreshnesses);

/** In the list of one's own: of devices that are the caller's, then of those that another person lent. [D39] */
export const permissions: Look<readonly string[]> = async (scene) => {
  const { id } = await read<{ id: string }>(scene, "/api/auth/user");
  const all = await listedDevices(scene);
  const of = (isOwn: boolean) =>
    new Set(all.filter(({ ownerId }) => (ownerId === id) === isOwn).map(({ userPermission }) => userPermission));
  return [...of(true), ...of(false)];
};

/** What a closed list's word is brought about with: devices of the simulator, and looking until it is another. */
import { expect } from "vitest";
import { ask } from "./callers.ts";
import type { FactScene } from "./facts.ts";

/** What comes about, in the order of its causes. */
export type Look<T> = (this: void, scene: FactScene) => Promise<T>;

/** Looked at once for all who ask. */
export function once<T>(look: Look<T>): Look<T> {
  let seen: Promise<T> | null = null;
  return (scene) => (seen ??= look(scene));
}

/** A device as it really is. */
export interface Plugged {
  readonly relays: readonly { readonly number: number; readonly contact: "open" | "closed"; readonly milliamps: number }[];
}

/** It reports, and each of its relays has something to switch. */
export const pump = { name: "Pump house", serial: "P0SIM0001" } as const;
/** For what a device, its cloud and the product need together, in milliseconds. */
export const longMs = 30_000;

/** Changes a device, of which product and cloud find out by themselves. */
export const patch = ({ house }: FactScene, serial: string, change: object) => house.sim(`PATCH /devices/${serial}`, change);
export const truth = ({ house }: FactScene) => house.sim(`GET /devices/${pump.serial}`) as Promise<Plugged>;
/** By hand, at the device. */
export const press = ({ house }: FactScene, relay: number, state: "on" | "off") =>
  house.sim(`POST /devices/${pump.serial}/button`, { relay, state });

/** What the REST door answers to whoever is signed in. */
export async function read<T>(scene: FactScene, path: string): Promise<T> {
  return JSON.parse((await ask(scene, `GET ${path}`)).body) as T;
}

/** What is read as soon as it is another than before. */
export async function after<T>(before: T, look: () => Promise<T>): Promise<T> {
  let now = before;
  await expect.poll(async () => (now = await look()), { timeout: longMs }).not.toEqual(before);
  return now;
}

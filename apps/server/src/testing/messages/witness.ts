/** A healthy product as its neighbour sees it while others send nonsense. [WS-1, C13] */
import { silentLog, type Log } from "@relaydeck/kit/log";
import type { Server } from "node:http";
import { expect } from "vitest";
import { callsTo } from "../commanding.ts";
import { dumpOf } from "../database-dump.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../people.ts";
import type { Product } from "../product.ts";
import { until } from "../quiet.ts";
import { Viewer } from "../viewer.ts";

/** Written as time passes and people are seen, whatever anybody says. */
const ofTime = /^(?:liveEvents|counters|leases|rollups|rateLimits|particleApiCalls|sessions|userSessions) /;

/** What the product logs as its own failures. */
export function failureLog(): { readonly log: Log; readonly failures: readonly string[] } {
  const failures: string[] = [];
  const error: Log["error"] = (event, facts) => void failures.push(`${event} ${JSON.stringify(facts)}`);
  return { log: { ...silentLog, error }, failures };
}

export interface Witness {
  readonly product: Product;
  readonly person: Person;
  readonly device: OwnedDevice;
  readonly viewer: Viewer;
}

export async function openWitness(product: Product): Promise<Witness> {
  const person = await addPerson(product);
  const device = await addDevice(product, person);
  return { product, person, device, viewer: await Viewer.watch(product, person) };
}

/** The server answers, a stream of before hears of what happens now, and no relay was asked for. */
export async function expectLife({ product, device, viewer }: Witness): Promise<void> {
  expect((await product.browser().get("/healthz")).json).toEqual({ status: "ok" });
  const heard = viewer.ofKind("device").length;
  const state = product.simulator.control.device(device.serial)?.relays[0]?.contact === "open" ? "on" : "off";
  await product.door("POST", `/devices/${device.serial}/button`, { relay: 1, state });
  await product.passUntil(() => viewer.ofKind("device").length > heard, 5_000);
  expect(viewer.closeCode).toBeNull();
  expect(callsTo(product, device)).toEqual([]);
}

/** Everybody else is gone, from the live socket and from the server. [WS-7] */
export async function expectAlone({ product }: Witness): Promise<void> {
  const { sockets, http } = product.app;
  await until(async () => sockets.size === 1 && (await connectionsOf(http.server)) === 1);
  expect(product.deps.feed.viewers).toBe(1);
}

/** TCP connections that the server holds. */
export function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

/** Whatever somebody did would be in it. */
export async function storedIn({ store, deps }: Product): Promise<string> {
  await deps.ingest.idle();
  const lines = (await dumpOf(store)).split("\n");
  return lines.filter((line) => !ofTime.test(line)).join("\n");
}

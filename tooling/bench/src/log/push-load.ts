/** One process that commits events as a node does and has a viewer at another node, so that one clock times the way between them. */
import { openStore } from "@relaydeck/db/open";
import type { NeutralDevice } from "@relaydeck/core/devices/view";
import type { Store } from "@relaydeck/db/store";
import { sleep, systemClock } from "@relaydeck/kit/clock";
import { noVitals, reportedAgain, someDevices } from "../live/device-event.ts";
import { ViewerSocket } from "../live/viewer-socket.ts";
import { answerCalls } from "../process/calls.ts";
import type { FilledProduct } from "../product/fill.ts";
import { startStillCloud } from "../product/still-cloud.ts";
import { spreadOf, type Spread } from "../statistics.ts";

const clock = systemClock();
let store: Store;
let viewer: ViewerSocket;
let devices: NeutralDevice[] = [];
let count = 0;

async function openCloud(): Promise<{ url: string }> {
  return { url: (await startStillCloud(clock)).url };
}

/** `port`: of the node that has the viewer. */
async function open({ filled, port }: { filled: FilledProduct; port: number }): Promise<void> {
  store = await openStore({ url: filled.databaseUrl, clock });
  devices = someDevices(filled.deviceIds, filled.ownerId);
  const cookie = filled.cookies[0] ?? null;
  viewer = new ViewerSocket({ port, viewer: 0, cookie, subscribe: true, buffer: Buffer.allocUnsafe(256 * 1024) });
  await viewer.received(2);
}

/** One event after the other with a rest between them; milliseconds from asking for the commit to the viewer. */
async function push({ events, restMs }: { events: number; restMs: number }): Promise<Spread> {
  const took: number[] = [];
  for (let event = 0; event < events; event += 1) {
    await sleep(clock, restMs);
    const device = devices[event % devices.length];
    if (device === undefined) throw new Error("There is no device");
    count += 1;
    const body = { kind: "device", device: reportedAgain(device, count, clock.now()), vitals: noVitals };
    const arrived = new Promise<number>((resolve) => (viewer.onEvent = () => resolve(performance.now())));
    const start = performance.now();
    await store.write((tx) => tx.live([{ kind: "device", deviceId: device.id, body }]));
    took.push((await arrived) - start);
  }
  return spreadOf(took);
}

const handlers = { openCloud, open, push };
export type PushLoad = typeof handlers;
answerCalls(handlers);

/**
 * The product as target: its own socket door with session check, rights index and bounds. Events enter by the feed's own
 * entry as rows that the store would give; everything behind that is the product's.
 */
import { sleep, systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { answerCalls } from "../process/calls.ts";
import { usageCalls } from "../process/usage.ts";
import { runProduct } from "../product/run-product.ts";
import { startStillCloud } from "../product/still-cloud.ts";
import { noVitals, reportedAgain, someDevices } from "./device-event.ts";
import type { LiveServer, OpenServer, OpenShape } from "./shape.ts";
import { listenForTriggers } from "./trigger.ts";

const clock = systemClock();
const random = systemRandom();

/** Above every number of the product's own log, whose rows (its status, now and then) the load then tells apart. */
const base = 1_000_000;

async function open({ filled }: OpenShape): Promise<OpenServer> {
  if (filled === null) throw new Error("The product needs its database");
  const cloud = await startStillCloud(clock);
  const { app, port } = await runProduct({ clock, random, cloudUrl: cloud.url, folder: filled.folder });
  const { deps } = app;
  while (deps.link.stream.state !== "connected") await sleep(clock, 20);
  await app.listener.settled();
  await sleep(clock, 500);
  const devices = someDevices(filled.deviceIds, filled.ownerId);
  let number = base;
  const triggerPort = await listenForTriggers((index) => {
    const device = devices[index];
    if (device === undefined) throw new Error(`There is no device ${index}`);
    number += 1;
    const now = clock.now();
    const body = { kind: "device" as const, device: reportedAgain(device, number, now), vitals: noVitals };
    deps.feed.committed([{ number, at: now, deviceId: device.id, userId: null, body }]);
  });
  return { port, triggerPort, base, cookies: filled.cookies };
}

const handlers: LiveServer = { open, ...usageCalls };
answerCalls(handlers);

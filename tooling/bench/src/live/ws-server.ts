/**
 * The bare targets: `ws` for the handshake, one pre-built frame shared by all readers, a device → sockets index, nothing else.
 *
 * `batch` puts the frames of one loop turn into one write: the best that one thread can do. No session, no bound, no resume.
 */
import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { answerCalls } from "../process/calls.ts";
import { usageCalls } from "../process/usage.ts";
import { bareFrame, eventText } from "./bare-frame.ts";
import { newDeviceIds, publicItem, reportedAgain, someDevices } from "./device-event.ts";
import { devicesOf, viewerIn, type LiveServer, type OpenServer, type OpenShape } from "./shape.ts";
import { listenForTriggers, listening } from "./trigger.ts";

const clock = systemClock();
const socketsByDevice: Set<Duplex>[] = [];
let ready: Buffer[] = [];
let count = 0;

async function open({ shape, batch }: OpenShape): Promise<OpenServer> {
  const random = systemRandom();
  const devices = someDevices(newDeviceIds(shape.devices, random), "usr_0000000000000000000000");
  for (let device = 0; device < shape.devices; device += 1) socketsByDevice.push(new Set());
  const server = createServer();
  const upgrader = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on("upgrade", (request, raw, head) => {
    upgrader.handleUpgrade(request, raw, head, (ws) => {
      const mine = devicesOf(shape, viewerIn(request.url)).flatMap((device) => socketsByDevice[device] ?? []);
      for (const sockets of mine) sockets.add(raw);
      ws.on("error", () => raw.destroy());
      ws.on("close", () => {
        for (const sockets of mine) sockets.delete(raw);
      });
    });
  });
  const triggerPort = await listenForTriggers((number) => {
    const device = devices[number];
    if (device === undefined) throw new Error(`There is no device ${number}`);
    count += 1;
    const frame = bareFrame(eventText(count, publicItem(reportedAgain(device, count, clock.now()))));
    if (batch) collect(frame);
    else for (const socket of socketsByDevice[number] ?? []) socket.write(frame);
  });
  return { port: await listening(server), triggerPort, base: 0, cookies: null };
}

/** Everybody sees everything here, so one buffer of the turn serves all. */
function collect(frame: Buffer): void {
  if (ready.length === 0) setImmediate(endTurn);
  ready.push(frame);
}

function endTurn(): void {
  const bytes = Buffer.concat(ready);
  ready = [];
  for (const socket of socketsByDevice[0] ?? []) socket.write(bytes);
}

const handlers: LiveServer = { open, ...usageCalls };
answerCalls(handlers);

/** Stock tRPC as its documentation shows it: the WebSocket adapter, one async generator per subscriber over an EventEmitter. */
import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { initTRPC, tracked } from "@trpc/server";
import { applyWSSHandler } from "@trpc/server/adapters/ws";
import { EventEmitter, on } from "node:events";
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { answerCalls } from "../process/calls.ts";
import { usageCalls } from "../process/usage.ts";
import { eventId } from "./bare-frame.ts";
import { newDeviceIds, publicItem, reportedAgain, someDevices } from "./device-event.ts";
import { devicesOf, viewerIn, type LiveServer, type OpenServer, type OpenShape } from "./shape.ts";
import { listenForTriggers, listening } from "./trigger.ts";

interface Event {
  readonly number: number;
  readonly device: number;
  readonly item: ReturnType<typeof publicItem>;
}

const clock = systemClock();
const emitter = new EventEmitter<{ event: [Event] }>();
emitter.setMaxListeners(0);

const trpc = initTRPC.context<{ mine: ReadonlySet<number> }>().create();
const router = trpc.router({
  live: trpc.router({
    stream: trpc.procedure.subscription(async function* ({ ctx, signal }) {
      for await (const [event] of on(emitter, "event", signal === undefined ? {} : { signal })) {
        if (ctx.mine.has(event.device)) yield tracked(eventId(event.number), event.item);
      }
    }),
  }),
});

async function open({ shape }: OpenShape): Promise<OpenServer> {
  const random = systemRandom();
  const devices = someDevices(newDeviceIds(shape.devices, random), "usr_0000000000000000000000");
  const server = createServer();
  const wss = new WebSocketServer({ server, perMessageDeflate: false });
  applyWSSHandler({ wss, router, createContext: ({ req }) => ({ mine: new Set(devicesOf(shape, viewerIn(req.url))) }) });
  let count = 0;
  const triggerPort = await listenForTriggers((number) => {
    const device = devices[number];
    if (device === undefined) throw new Error(`There is no device ${number}`);
    count += 1;
    emitter.emit("event", { number: count, device: number, item: publicItem(reportedAgain(device, count, clock.now())) });
  });
  return { port: await listening(server), triggerPort, base: 0, cookies: null };
}

const handlers: LiveServer = { open, ...usageCalls };
answerCalls(handlers);

/**
 * Both ends of the way in one process, so that one clock times it: the cloud whose stream carries the reports, and the
 * viewers. Most viewers only count; a few read what came and say how long it took.
 */
import { every, sleep, systemClock } from "@relaydeck/kit/clock";
import { WebSocket } from "ws";
import { requestId } from "../live/bare-frame.ts";
import { ViewerSocket } from "../live/viewer-socket.ts";
import { answerCalls } from "../process/calls.ts";
import { startStillCloud, type StillCloud } from "../product/still-cloud.ts";
import { reportOnStream } from "../rows/report-text.ts";
import { spreadOf, type Spread } from "../statistics.ts";

export interface WholeLoad {
  readonly port: number;
  /** Of each viewer; null where nobody asks. */
  readonly cookies: readonly string[] | null;
  readonly viewers: number;
  readonly devices: number;
}

/** Every so many viewers one reads. */
const readerEvery = 20;
const buffer = Buffer.allocUnsafe(256 * 1024);
const clock = systemClock();
const sentAt = new Map<string, number>();
let took: number[] = [];
let cloud: StillCloud;
let facts: WholeLoad;
let sequence = 0;
let readers = 0;

async function openCloud(): Promise<{ url: string }> {
  cloud = await startStillCloud(clock);
  return { url: cloud.url };
}

async function open(asked: WholeLoad): Promise<void> {
  facts = asked;
  for (let viewer = 0; viewer < asked.viewers; viewer += 1) {
    const cookie = asked.cookies?.[viewer] ?? null;
    if (viewer % readerEvery === 0) await openReader(cookie);
    else
      await new ViewerSocket({ port: asked.port, viewer, cookie, subscribe: cookie !== null, buffer }).received(
        cookie === null ? 0 : 2,
      );
  }
}

function openReader(cookie: string | null): Promise<void> {
  const headers = cookie === null ? {} : { Cookie: cookie };
  const socket = new WebSocket(`ws://localhost:${facts.port}/trpc`, {
    headers,
    origin: `http://localhost:${facts.port}`,
    perMessageDeflate: false,
  });
  readers += 1;
  socket.on("message", (data: Buffer) => arrived(data.toString()));
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("open", () => {
      if (cookie === null) return resolve();
      socket.send(JSON.stringify({ id: requestId, method: "subscription", params: { path: "live.stream", input: {} } }));
      socket.once("message", () => socket.once("message", () => resolve()));
    });
  });
}

/** Which report a frame tells of: its device's name, and when it was measured. */
function arrived(text: string): void {
  const name = /"name":"Pump (\d+)"/.exec(text)?.[1];
  const at = /"lastUpdate":"([^"]+)"/.exec(text)?.[1];
  const sent = sentAt.get(`${name} ${at}`);
  if (sent !== undefined) took.push(performance.now() - sent);
}

/** Reports at that rate, one device after the other; how long each took to the readers, in milliseconds. */
async function pace({ eventsPerSecond, ms }: { eventsPerSecond: number; ms: number }): Promise<Spread> {
  const total = Math.round((eventsPerSecond * ms) / 1000);
  sentAt.clear();
  took = [];
  const start = performance.now();
  let told = 0;
  const stop = every(clock, 1, () => {
    const due = Math.min(total, Math.floor(((performance.now() - start) * eventsPerSecond) / 1000));
    for (; told < due; told += 1) tell(told % facts.devices);
  });
  while (told < total) await sleep(clock, 10);
  stop();
  const wanted = total * readers;
  for (let waited = 0; took.length < wanted && waited < 3_000; waited += 10) await sleep(clock, 10);
  if (took.length < wanted * 0.99) throw new Error(`Of ${wanted} reports only ${took.length} reached a reader`);
  return spreadOf(took);
}

function tell(device: number): void {
  if (device === 0) sequence += 1;
  const publishedAt = new Date(clock.now()).toISOString();
  sentAt.set(`${device + 1} ${publishedAt}`, performance.now());
  cloud.say(reportOnStream(device, { sequence, publishedAt }));
}

const handlers = { openCloud, open, pace };
export type WholeWay = typeof handlers;
answerCalls(handlers);

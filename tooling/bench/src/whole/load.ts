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
  /** Of the nodes that serve; viewers come to them in turn. */
  readonly ports: readonly number[];
  /** Of each viewer; null where nobody asks. */
  readonly cookies: readonly string[] | null;
  readonly viewers: number;
  readonly devices: number;
}

/** Every so many viewers one reads. */
const readerEvery = 20;
/** Longest that a burst may be on its way. */
const drainMs = 30_000;
const buffer = Buffer.allocUnsafe(256 * 1024);
const clock = systemClock();
const sentAt = new Map<string, number>();
let took: number[] = [];
let cloud: StillCloud;
let facts: WholeLoad;
let sequence = 0;
let readers = 0;
/** Of each viewer: frames so far. */
const frames: (() => number)[] = [];

async function openCloud(): Promise<{ url: string }> {
  cloud = await startStillCloud(clock);
  return { url: cloud.url };
}

async function open(asked: WholeLoad): Promise<void> {
  facts = asked;
  for (let viewer = 0; viewer < asked.viewers; viewer += 1) {
    const cookie = asked.cookies?.[viewer] ?? null;
    const port = asked.ports[viewer % asked.ports.length] ?? 0;
    if (viewer % readerEvery === 0) await openReader(port, cookie);
    else await openCounter({ port, viewer, cookie });
  }
}

async function openCounter(of: { port: number; viewer: number; cookie: string | null }): Promise<void> {
  const socket = new ViewerSocket({ ...of, subscribe: of.cookie !== null, buffer });
  await socket.received(of.cookie === null ? 0 : 2);
  frames.push(() => socket.frames);
}

function openReader(port: number, cookie: string | null): Promise<void> {
  const headers = cookie === null ? {} : { Cookie: cookie };
  const socket = new WebSocket(`ws://localhost:${port}/trpc`, {
    headers,
    origin: `http://localhost:${port}`,
    perMessageDeflate: false,
  });
  readers += 1;
  let count = 0;
  frames.push(() => count);
  socket.on("message", (data: Buffer) => {
    count += 1;
    arrived(data.toString());
  });
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

/** Every device reports at once, and again when all viewers know; messages per second. */
async function burst({ ms }: { ms: number }): Promise<number> {
  const count = () => frames.map((of) => of());
  const total = () => count().reduce((sum, each) => sum + each, 0);
  const [start, before] = [clock.monotonic(), total()];
  while (clock.monotonic() - start < ms) {
    const told = count();
    const asked = clock.monotonic();
    for (let device = 0; device < facts.devices; device += 1) tell(device);
    while (count().some((each, viewer) => each < (told[viewer] ?? 0) + facts.devices)) {
      if (clock.monotonic() - asked > drainMs) throw new Error("A burst never reached everybody");
      await sleep(clock, 1);
    }
  }
  return ((total() - before) * 1000) / (clock.monotonic() - start);
}

function tell(device: number): void {
  if (device === 0) sequence += 1;
  const publishedAt = new Date(clock.now()).toISOString();
  sentAt.set(`${device + 1} ${publishedAt}`, performance.now());
  cloud.say(reportOnStream(device, { sequence, publishedAt }));
}

const handlers = { openCloud, open, pace, burst };
export type WholeWay = typeof handlers;
answerCalls(handlers);

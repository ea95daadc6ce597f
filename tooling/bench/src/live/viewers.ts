/** The load: viewers of one server in one process, and the one who makes events happen, at full speed or at a steady pace. */
import { systemClock, every, sleep } from "@relaydeck/kit/clock";
import { connect, type Socket } from "node:net";
import { answerCalls } from "../process/calls.ts";
import { spreadOf, type Spread } from "../statistics.ts";
import { viewersPerEvent, type OpenServer, type Shape } from "./shape.ts";
import { ViewerSocket } from "./viewer-socket.ts";

export interface LoadOptions {
  readonly server: OpenServer;
  readonly shape: Shape;
  readonly subscribe: boolean;
  /** Frames that a viewer gets before it counts as connected. */
  readonly greeting: number;
}

/** Handshakes under way at once. */
const atOnce = 50;
/** Longest that the last events of a run may be on their way. */
const drainMs = 30_000;

const clock = systemClock();
const buffer = Buffer.allocUnsafe(256 * 1024);
const viewers: ViewerSocket[] = [];
let options: LoadOptions;
let trigger: Socket;
/** Events asked for, and deliveries seen; `skipped` are deliveries that a newer one stood for. */
let sent = 0;
let delivered = 0;
let stalled = 0;
let skipped = 0;
let frames = 0;
/** Events that were asked for before somebody stalled. */
let countedFrom = 0;
let wake: () => void = () => {};
let onArrival: (number: number) => void = () => {};

async function open(asked: LoadOptions): Promise<void> {
  options = asked;
  trigger = connect({ port: asked.server.triggerPort, host: "127.0.0.1", noDelay: true });
  await new Promise<void>((resolve, reject) => trigger.once("connect", resolve).once("error", reject));
}

/** Connects the next so many viewers of the shape. */
async function seat({ count }: { count: number }): Promise<void> {
  const end = viewers.length + count;
  while (viewers.length < end) {
    const some = Array.from({ length: Math.min(atOnce, end - viewers.length) }, (_, index) => newViewer(viewers.length + index));
    viewers.push(...(await Promise.all(some.map((viewer) => viewer.received(options.greeting)))));
  }
  for (const viewer of viewers) {
    viewer.last = options.server.base;
    viewer.onEvent = arrived;
  }
}

function newViewer(viewer: number): ViewerSocket {
  const { server, subscribe } = options;
  return new ViewerSocket({ port: server.port, viewer, cookie: server.cookies?.[viewer] ?? null, subscribe, buffer });
}

function arrived(viewer: ViewerSocket, number: number): void {
  if (viewer.isStalled) return;
  frames += 1;
  const step = seesAll() ? number - viewer.last : 1;
  delivered += step;
  skipped += step - 1;
  onArrival(number);
  wake();
}

function seesAll(): boolean {
  return options.shape.perViewer === options.shape.devices;
}

/** Asks for `count` events, one device after the other. */
function ask(count: number): void {
  const bytes = Buffer.allocUnsafe(count * 2);
  for (let index = 0; index < count; index += 1) bytes.writeUInt16LE((sent + index) % options.shape.devices, index * 2);
  sent += count;
  trigger.write(bytes);
}

let pump: (() => void) | null = null;

/** Keeps up to that many events in flight until `rest`; asks for more by the half, so that every target gets equal bursts. */
function saturate({ inFlight }: { inFlight: number }): void {
  let isDue = false;
  pump = () => {
    isDue = false;
    const room = inFlight - Math.ceil(underWay() / readers());
    if (pump !== null && room >= inFlight / 2) ask(room);
  };
  const ifDue = () => pump?.();
  wake = () => {
    if (isDue) return;
    isDue = true;
    setImmediate(ifDue);
  };
  wake();
}

/** Viewers that an event reaches, without the stalled ones. */
function readers(): number {
  return viewersPerEvent(options.shape) - stalled;
}

/** Deliveries still to come. */
function underWay(): number {
  return (sent - countedFrom) * readers() - delivered;
}

/** Asks for nothing more and waits for what is on its way. */
async function rest(): Promise<void> {
  pump = null;
  wake = () => {};
  const start = clock.monotonic();
  while (underWay() > 0) {
    if (clock.monotonic() - start > drainMs) throw new Error(`${underWay()} deliveries of ${sent} events never came`);
    await sleep(clock, 5);
  }
  const lost = viewers.find((viewer) => viewer.failure !== null);
  if (lost !== undefined) throw new Error(`A viewer was lost: ${lost.failure}`);
}

export interface Paced extends Spread {
  readonly deliveries: number;
}

/** Events at a steady rate, and how long each took to each viewer, in milliseconds. */
async function pace({ eventsPerSecond, ms }: { eventsPerSecond: number; ms: number }): Promise<Paced> {
  const total = Math.round((eventsPerSecond * ms) / 1000);
  const first = options.server.base + sent + 1;
  const sentAt = new Float64Array(total);
  const took: number[] = [];
  onArrival = (number) => took.push(performance.now() - (sentAt[number - first] ?? Number.NaN));
  const start = performance.now();
  let asked = 0;
  const stop = every(clock, 1, () => {
    const due = Math.min(total, Math.floor(((performance.now() - start) * eventsPerSecond) / 1000) + 1);
    sentAt.fill(performance.now(), asked, due);
    if (due > asked) ask(due - asked);
    asked = due;
  });
  while (asked < total) await sleep(clock, 10);
  stop();
  await rest();
  onArrival = () => {};
  return { ...spreadOf(took), deliveries: took.length };
}

function counts() {
  return { at: performance.now(), frames, skipped, sent };
}

/** The first viewers read nothing until `resume`. Only while nothing is under way. */
function stall({ count }: { count: number }): void {
  for (const viewer of viewers.slice(0, count)) viewer.stall();
  countAnew(count);
}

/** With so many stalled from here on. */
function countAnew(count: number): void {
  stalled = count;
  countedFrom = sent;
  delivered = 0;
}

/** The stalled read again; resolves when each has the newest event, with how long the slowest took. */
async function resume(): Promise<{ milliseconds: number }> {
  const newest = options.server.base + sent;
  const late = viewers.filter((viewer) => viewer.isStalled);
  const start = clock.monotonic();
  for (const viewer of late) viewer.resume();
  while (late.some((viewer) => viewer.last < newest && viewer.failure === null)) {
    if (clock.monotonic() - start > drainMs) throw new Error("A stalled viewer never got the newest event");
    await sleep(clock, 2);
  }
  const lost = late.find((viewer) => viewer.failure !== null);
  if (lost !== undefined) throw new Error(`A stalled viewer was lost: ${lost.failure}`);
  countAnew(0);
  return { milliseconds: clock.monotonic() - start };
}

const handlers = { open, seat, saturate, rest, pace, counts, stall, resume };
export type Viewers = typeof handlers;
answerCalls(handlers);

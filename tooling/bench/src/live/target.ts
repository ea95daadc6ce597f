/** One server to be measured, with its viewers: two processes beside the runner's. */
import { sleep, type Clock } from "@relaydeck/kit/clock";
import { Peer } from "../process/peer.ts";
import type { Memory } from "../process/usage.ts";
import { fillProduct } from "../product/filled.ts";
import type { LiveServer, Shape } from "./shape.ts";
import type { Paced, Viewers } from "./viewers.ts";

export const targetNames = ["ws-frame", "ws-frame-batch", "tRPC", "Relaydeck"] as const;
export type TargetName = (typeof targetNames)[number];

const programs: Record<TargetName, { readonly file: string; readonly subscribe: boolean; readonly greeting: number }> = {
  "ws-frame": { file: "./ws-server.ts", subscribe: false, greeting: 0 },
  "ws-frame-batch": { file: "./ws-server.ts", subscribe: false, greeting: 0 },
  // "started".
  tRPC: { file: "./trpc-server.ts", subscribe: true, greeting: 1 },
  // "started" and the snapshot.
  Relaydeck: { file: "./product-server.ts", subscribe: true, greeting: 2 },
};

/** A rate at full speed. */
export interface Maximum {
  readonly messagesPerSecond: number;
  readonly eventsPerSecond: number;
  readonly cpuPerMessage: number;
  readonly cpuPerEvent: number;
  /** Share of one processor that the server used: well below 1 means that the load was the limit. */
  readonly load: number;
  /** Deliveries that a newer one stood for, because a viewer was slow. */
  readonly skipped: number;
}

/** What one idle viewer costs the server, in bytes. */
export interface IdleCost {
  readonly rss: number;
  readonly heap: number;
}

export interface Steady extends Paced {
  /** Microseconds of the server per message. */
  readonly cpuPerMessage: number;
}

export class Target {
  readonly name: TargetName;
  readonly idle: IdleCost;
  readonly #clock: Clock;
  readonly server: Peer<LiveServer>;
  readonly load: Peer<Viewers>;

  constructor(parts: { name: TargetName; idle: IdleCost; clock: Clock; server: Peer<LiveServer>; load: Peer<Viewers> }) {
    this.name = parts.name;
    this.idle = parts.idle;
    this.#clock = parts.clock;
    this.server = parts.server;
    this.load = parts.load;
  }

  async maximum(options: { inFlight: number; warmMs: number; ms: number }): Promise<Maximum> {
    await this.load.call("saturate", { inFlight: options.inFlight });
    await sleep(this.#clock, options.warmMs);
    const before = await this.#counts();
    await sleep(this.#clock, options.ms);
    const after = await this.#counts();
    await this.load.call("rest");
    const seconds = (after.at - before.at) / 1000;
    const messages = after.frames - before.frames;
    const events = after.sent - before.sent;
    const cpu = after.cpu - before.cpu;
    return {
      messagesPerSecond: messages / seconds,
      eventsPerSecond: events / seconds,
      cpuPerMessage: cpu / messages,
      cpuPerEvent: cpu / events,
      load: cpu / seconds / 1e6,
      skipped: after.skipped - before.skipped,
    };
  }

  async steady(options: { eventsPerSecond: number; ms: number }): Promise<Steady> {
    const before = await this.server.call("cpu");
    const paced = await this.load.call("pace", options);
    const cpu = (await this.server.call("cpu")) - before;
    return { ...paced, cpuPerMessage: cpu / paced.deliveries };
  }

  async close(): Promise<void> {
    await this.load.close();
    await this.server.close();
  }

  async #counts() {
    const counts = await this.load.call("counts");
    return { ...counts, cpu: await this.server.call("cpu") };
  }
}

export function startTargets(names: readonly TargetName[], shape: Shape, clock: Clock): Promise<Target[]> {
  return Promise.all(names.map((name) => startTarget(name, shape, clock)));
}

export async function startTarget(name: TargetName, shape: Shape, clock: Clock): Promise<Target> {
  const { file, subscribe, greeting } = programs[name];
  const filled = name === "Relaydeck" ? await fillProduct(shape) : null;
  const server = new Peer<LiveServer>(new URL(file, import.meta.url));
  const load = new Peer<Viewers>(new URL("./viewers.ts", import.meta.url));
  const open = await server.call("open", { shape, filled, batch: name === "ws-frame-batch" });
  await load.call("open", { server: open, shape, subscribe, greeting });
  // What a program compiles and fills at its first viewers is no viewer's.
  const first = shape.viewers / 10;
  const before = await memoryWith(first);
  const after = await memoryWith(shape.viewers - first);
  return new Target({ name, idle: perViewer(before, after, shape.viewers - first), clock, server, load });

  async function memoryWith(more: number): Promise<Memory> {
    await load.call("seat", { count: more });
    await sleep(clock, 500);
    return server.call("memory");
  }
}

function perViewer(before: Memory, after: Memory, viewers: number): IdleCost {
  return { rss: (after.rss - before.rss) / viewers, heap: (after.heap - before.heap) / viewers };
}

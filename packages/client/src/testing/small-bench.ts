/** A client on the small server, both on hand-moved clocks, and everything closed when the test ends. */
import { ManualClock, turn } from "@relaydeck/kit/testing/manual-clock";
import { assert } from "@relaydeck/kit/assert";
import { seededRandom } from "@relaydeck/kit/random";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { createClient, type Client, type ClientOptions } from "../client.ts";
import { SmallWorld, type SmallRouter } from "./small-router.ts";
import { startSmallServer, type SmallServer } from "./small-server.ts";
import { until } from "./until.ts";

export interface Bench {
  /** The client's clock. */
  readonly clock: ManualClock;
  /** The server's clock. */
  readonly serverClock: ManualClock;
  readonly world: SmallWorld;
  readonly server: SmallServer;
  readonly client: Client<SmallRouter>;
  /** Requests of the client that have no answer yet. */
  unanswered(): number;
}

export async function startBench(options: Partial<ClientOptions> = {}): Promise<Bench> {
  const clock = options.clock instanceof ManualClock ? options.clock : new ManualClock();
  const serverClock = new ManualClock();
  const world = new SmallWorld(serverClock);
  const server = await startSmallServer(world);
  let unanswered = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    unanswered += 1;
    try {
      const response = await (options.fetch ?? globalThis.fetch)(input, init);
      // Its body is on the way yet, which is the machine's time, too.
      await response.clone().arrayBuffer();
      return response;
    } finally {
      unanswered -= 1;
    }
  };
  const client = createClient<SmallRouter>({
    baseUrl: server.baseUrl,
    WebSocket,
    random: seededRandom(1),
    ...options,
    clock,
    fetch,
  });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  return { clock, serverClock, world, server, client, unanswered: () => unanswered };
}

/** Like `startBench`, with the stream started and the first snapshot in. */
export async function startLiveBench(options: Partial<ClientOptions> = {}): Promise<Bench> {
  const bench = await startBench(options);
  bench.client.live.start();
  await until(() => isLive(bench) && bench.world.calls.includes("status.get"));
  return bench;
}

export function isLive(bench: Bench): boolean {
  return bench.client.live.getState().link === "live";
}

const longestPassMs = 30 * 60_000;

/** Moves the client's clock on in small steps, each long enough for real sockets to answer, until the condition holds. */
export async function pass(bench: Bench, condition: () => boolean): Promise<void> {
  const end = bench.clock.monotonic() + longestPassMs;
  while (!condition()) {
    assert(bench.clock.monotonic() < end, `Half an hour passed in vain until ${condition.toString()}`);
    await bench.clock.advance(100, () => untilQuiet(bench));
  }
}

/** Turns of the event loop until what was asked is answered; a server that never answers is not waited for. */
async function untilQuiet(bench: Bench): Promise<void> {
  for (let turns = 0; turns < 200 || (bench.unanswered() > 0 && turns < 5_000); turns += 1) await turn();
}

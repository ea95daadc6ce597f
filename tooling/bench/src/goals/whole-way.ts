/** From the cloud's event over a durable commit to the viewer, 1,000 events a second and 100 viewers. [G13] */
import { inTurns, type Bench } from "../bench.ts";
import { Peer } from "../process/peer.ts";
import type { FilledProduct } from "../product/fill.ts";
import { fillProduct } from "../product/filled.ts";
import type { ProductServer } from "../product/server.ts";
import { compared, type Finding } from "../report/finding.ts";
import type { BareWay } from "../whole/bare-server.ts";
import type { WholeWay } from "../whole/load.ts";

const shape = { viewers: 100, devices: 200, perViewer: 200 };

interface Way {
  readonly load: Peer<WholeWay>;
  close(): Promise<void>;
}

export async function measureWholeWay(bench: Bench): Promise<Finding[]> {
  bench.say("The whole way, 1,000 events a second to 100 viewers: opening");
  const ways = [await openProduct(await fillProduct(shape)), await openBare(await fillProduct(shape))];
  try {
    for (const way of ways) await way.load.call("pace", { eventsPerSecond: 1_000, ms: 1_500 });
    bench.say("The whole way: events");
    const runs = await inTurns(ways, (way) => way.load.call("pace", { eventsPerSecond: 1_000, ms: 3_000 }));
    const [ours = [], bare = []] = runs.map((run) => run.map(({ p99 }) => p99));
    const what = "cloud event to viewer, p99, 1,000 events/s, N=100";
    const baseline = { name: "bare", values: bare };
    return [compared({ goal: "G13", what, unit: "ms", ours, baseline, wanted: { atMost: 1.3 } })];
  } finally {
    await Promise.all(ways.map((way) => way.close()));
  }
}

async function openProduct(filled: FilledProduct): Promise<Way> {
  const { load, cloudUrl } = await openLoad();
  const server = new Peer<ProductServer>(new URL("../product/server.ts", import.meta.url));
  const { port } = await server.call("open", { folder: filled.folder, cloudUrl });
  await load.call("open", { ports: [port], cookies: filled.cookies, viewers: shape.viewers, devices: shape.devices });
  return wayOf(load, server);
}

async function openBare(filled: FilledProduct): Promise<Way> {
  const { load, cloudUrl } = await openLoad();
  const server = new Peer<BareWay>(new URL("../whole/bare-server.ts", import.meta.url));
  const { port } = await server.call("open", { filled, cloudUrl });
  await load.call("open", { ports: [port], cookies: null, viewers: shape.viewers, devices: shape.devices });
  return wayOf(load, server);
}

async function openLoad(): Promise<{ load: Peer<WholeWay>; cloudUrl: string }> {
  const load = new Peer<WholeWay>(new URL("../whole/load.ts", import.meta.url));
  return { load, cloudUrl: (await load.call("openCloud")).url };
}

function wayOf(load: Peer<WholeWay>, server: { close(): Promise<void> }): Way {
  return { load, close: async () => void (await Promise.all([load.close(), server.close()])) };
}

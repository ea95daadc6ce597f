/** A command from the press to the reply and to another viewer's screen, on a cloud that obeys at once. [G7] */
import { inTurns, type Bench } from "../bench.ts";
import type { BareCommand } from "../command/bare-server.ts";
import type { CommandBench, OneByOne } from "../command/load.ts";
import { Peer } from "../process/peer.ts";
import { fillProduct } from "../product/filled.ts";
import type { ProductServer } from "../product/server.ts";
import { compared, limited, type Finding } from "../report/finding.ts";
import { median } from "../statistics.ts";

/** Two people who both see 64 devices. */
const shape = { viewers: 2, devices: 64, perViewer: 64 };
const commandsInTurn = 150;

interface Way {
  readonly load: Peer<CommandBench>;
  close(): Promise<void>;
}

export async function measureCommand(bench: Bench): Promise<Finding[]> {
  bench.say("Commands: opening");
  const ways = [await openProduct(), await openBare()];
  try {
    for (const { load } of ways) await load.call("allAtOnce", { ms: 1_000 });
    bench.say("Commands: one by one, and 64 at once");
    const latency = await inTurns(ways, async ({ load }) => {
      await load.call("pause");
      return load.call("oneByOne", { count: commandsInTurn });
    });
    const throughput = await inTurns(ways, ({ load }) => load.call("allAtOnce", { ms: 1_500 }));
    const ofTurns = (figure: (run: OneByOne) => number) => latency.map((runs) => runs.map(figure));
    const versus = (what: string, unit: string, [ours = [], bare = []]: readonly (readonly number[])[]) => ({
      ...({ goal: "G7", what, unit, ours } as const),
      baseline: { name: "Fastify, undici, 3 commits", values: bare },
    });
    const reply = versus(
      "command: reply, p99",
      "ms",
      ofTurns((run) => run.reply.p99),
    );
    const push = versus(
      "command: push to another viewer, p99",
      "ms",
      ofTurns((run) => run.push.p99),
    );
    const [late = []] = ofTurns(({ lateMs }) => lateMs);
    return [
      compared({ ...reply, wanted: { atMost: 1.3 } }),
      compared({ ...push, wanted: { atMost: 1.3 } }),
      limited({ goal: "G7", what: "push after the reply, p99", unit: "ms", ours: median(late), atMost: 1 }),
      compared({ ...versus("commands on 64 devices at once", "/s", throughput), wanted: { atLeast: 0.6 } }),
    ];
  } finally {
    await Promise.all(ways.map((way) => way.close()));
  }
}

async function openProduct(): Promise<Way> {
  const filled = await fillProduct(shape);
  const load = new Peer<CommandBench>(new URL("../command/load.ts", import.meta.url));
  const { url: cloudUrl } = await load.call("openCloud");
  const server = new Peer<ProductServer>(new URL("../product/server.ts", import.meta.url));
  const { port } = await server.call("open", { folder: filled.folder, cloudUrl });
  const [actor = "", viewer = ""] = filled.cookies;
  await load.call("open", {
    ports: [port],
    path: "/trpc/relays.switch",
    cookies: { actors: [actor], viewer },
    deviceIds: filled.deviceIds,
  });
  return { load, close: async () => void (await Promise.all([load.close(), server.close()])) };
}

async function openBare(): Promise<Way> {
  const filled = await fillProduct(shape);
  const load = new Peer<CommandBench>(new URL("../command/load.ts", import.meta.url));
  const { url: cloudUrl } = await load.call("openCloud");
  const server = new Peer<BareCommand>(new URL("../command/bare-server.ts", import.meta.url));
  const { port } = await server.call("open", { filled, cloudUrl });
  await load.call("open", { ports: [port], path: "/command", cookies: null, deviceIds: filled.deviceIds });
  return { load, close: async () => void (await Promise.all([load.close(), server.close()])) };
}

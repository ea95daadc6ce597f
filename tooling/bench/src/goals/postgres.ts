/** What Postgres and several processes on it cost: ingest, the log from one process to another, an event to another node's viewer. [G9] */
import { inTurns, rounds, type Bench } from "../bench.ts";
import type { BarePostgresIngest } from "../ingest/bare-postgres.ts";
import type { IngestBench } from "../ingest/ingest.ts";
import type { LogListener } from "../log/listener.ts";
import type { PushLoad } from "../log/push-load.ts";
import type { Teller } from "../log/teller.ts";
import { ownPostgres, type OwnPostgres } from "../process/own-postgres.ts";
import { Peer } from "../process/peer.ts";
import { fillProduct } from "../product/filled.ts";
import type { ProductServer } from "../product/server.ts";
import { compared, limited, type Finding } from "../report/finding.ts";
import { median } from "../statistics.ts";

export async function measurePostgres(bench: Bench): Promise<Finding[]> {
  const postgres = await ownPostgres();
  try {
    bench.say("Postgres: ingest, 1,000 devices, every report durable");
    const ingest = await measureIngest(postgres);
    bench.say("Postgres: the log from one process to another");
    const log = await measureLog(bench, postgres);
    bench.say("Postgres: an event of one node to a viewer at another");
    return [ingest, log, await measurePush(postgres)];
  } finally {
    await postgres.stop();
  }
}

async function measureIngest(postgres: OwnPostgres): Promise<Finding> {
  const product = new Peer<IngestBench>(new URL("../ingest/ingest.ts", import.meta.url));
  const bare = new Peer<BarePostgresIngest>(new URL("../ingest/bare-postgres.ts", import.meta.url));
  try {
    await product.call("open", { url: await postgres.newDatabase() });
    await bare.call("open", { url: await postgres.newDatabase() });
    const ways = [(ms: number) => product.call("ours", { ms }), (ms: number) => bare.call("perEvent", { ms })];
    for (const way of ways) await way(500);
    const [ours = [], single = []] = await inTurns(ways, (way) => way(1_500));
    const what = "ingest on Postgres, durable, 1,000 devices";
    const baseline = { name: "bare, commit per event", values: single };
    return compared({ goal: "G9", what, unit: "events/s", ours, baseline, wanted: { atLeast: 20 } });
  } finally {
    await Promise.all([product.close(), bare.close()]);
  }
}

/** Until the other process has heard all. */
async function measureLog(bench: Bench, postgres: OwnPostgres): Promise<Finding> {
  const newListener = () => new Peer<LogListener>(new URL("../log/listener.ts", import.meta.url));
  const [ofLog, ofNotify] = [newListener(), newListener()];
  const teller = new Peer<Teller>(new URL("../log/teller.ts", import.meta.url));
  try {
    const url = await postgres.newDatabase();
    await teller.call("open", { url });
    await ofLog.call("openLog", { url });
    await ofNotify.call("openNotify", { url });
    const ways = [{ by: "byLog", listener: ofLog } as const, { by: "byNotify", listener: ofNotify } as const];
    const rate = async ({ by, listener }: (typeof ways)[number], ms: number) => {
      const start = bench.clock.monotonic();
      const count = await teller.call(by, { ms });
      await listener.call("hear", { count });
      return (count * 1000) / (bench.clock.monotonic() - start);
    };
    for (const way of ways) await rate(way, 500);
    const [ours = [], notify = []] = await inTurns(ways, (way) => rate(way, 1_500));
    const what = "live log on Postgres, to another process";
    const baseline = { name: "bare, 100 NOTIFYs in one", values: notify };
    return compared({ goal: "G9", what, unit: "events/s", ours, baseline, wanted: { atLeast: 0.5 } });
  } finally {
    await Promise.all([teller.close(), ofLog.close(), ofNotify.close()]);
  }
}

async function measurePush(postgres: OwnPostgres): Promise<Finding> {
  const load = new Peer<PushLoad>(new URL("../log/push-load.ts", import.meta.url));
  const server = new Peer<ProductServer>(new URL("../product/server.ts", import.meta.url));
  try {
    const databaseUrl = await postgres.newDatabase();
    const filled = await fillProduct({ viewers: 1, devices: 20, perViewer: 20 }, { databaseUrl });
    const { url: cloudUrl } = await load.call("openCloud");
    const { port } = await server.call("open", { folder: filled.folder, databaseUrl, cloudUrl });
    await load.call("open", { filled, port });
    await load.call("push", { events: 100, restMs: 10 });
    const p99s: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { p99 } = await load.call("push", { events: 200, restMs: 20 });
      p99s.push(p99);
    }
    const what = "commit at one node to a viewer at another, p99";
    return limited({ goal: "G9", what, unit: "ms", ours: median(p99s), atMost: 5 });
  } finally {
    await Promise.all([load.close(), server.close()]);
  }
}

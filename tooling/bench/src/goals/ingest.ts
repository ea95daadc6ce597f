/** Reports of devices, durable: the product's ingest beside bare statements that write the same rows. [G8] */
import { inTurns, type Bench } from "../bench.ts";
import type { BareSqliteIngest } from "../ingest/bare-sqlite.ts";
import type { IngestBench } from "../ingest/ingest.ts";
import { join } from "node:path";
import { Peer } from "../process/peer.ts";
import { temporaryFolder } from "../process/temporary-folder.ts";
import { compared, type Finding } from "../report/finding.ts";

export async function measureIngest(bench: Bench): Promise<Finding[]> {
  bench.say("Ingest: 1,000 devices, every report durable");
  const product = new Peer<IngestBench>(new URL("../ingest/ingest.ts", import.meta.url));
  const bare = new Peer<BareSqliteIngest>(new URL("../ingest/bare-sqlite.ts", import.meta.url));
  try {
    const folder = temporaryFolder("ingest");
    await product.call("open", { url: `file:${join(folder, "ours.db")}` });
    await bare.call("open", { folder });
    const ways = [
      (ms: number) => product.call("ours", { ms }),
      (ms: number) => bare.call("manyRows", { ms }),
      (ms: number) => bare.call("perEvent", { ms }),
    ];
    for (const way of ways) await way(500);
    const runs = await inTurns(ways, (way) => way(1_500));
    const [ours = [], many = [], single = []] = runs;
    const facts = { goal: "G8", what: "ingest, durable, 1,000 devices", unit: "events/s", ours } as const;
    return [
      compared({ ...facts, baseline: { name: "bare, many rows", values: many }, wanted: { atLeast: 0.5 } }),
      compared({ ...facts, baseline: { name: "bare, commit per event", values: single }, wanted: { atLeast: 10 } }),
    ];
  } finally {
    await Promise.all([product.close(), bare.close()]);
  }
}

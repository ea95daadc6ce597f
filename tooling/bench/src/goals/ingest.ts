/** Reports of devices, durable: the product's ingest beside bare statements that write the same rows. [G8] */
import { inTurns, type Bench } from "../bench.ts";
import type { IngestBench } from "../ingest/ingest.ts";
import { Peer } from "../process/peer.ts";
import { temporaryFolder } from "../process/temporary-folder.ts";
import { compared, type Finding } from "../report/finding.ts";
import { median } from "../statistics.ts";

const ways = ["ours", "manyRows", "perEvent"] as const;

export async function measureIngest(bench: Bench): Promise<Finding[]> {
  bench.say("Ingest: 1,000 devices, every report durable");
  const peer = new Peer<IngestBench>(new URL("../ingest/ingest.ts", import.meta.url));
  try {
    await peer.call("open", { folder: temporaryFolder("ingest") });
    for (const way of ways) await peer.call(way, { ms: 500 });
    const runs = await inTurns(ways, (way) => peer.call(way, { ms: 1_500 }));
    const [ours = Number.NaN, many = Number.NaN, single = Number.NaN] = runs.map(median);
    const facts = { goal: "G8", what: "ingest, durable, 1,000 devices", unit: "events/s", ours } as const;
    return [
      compared({ ...facts, baseline: { name: "bare, many rows", value: many }, wanted: { atLeast: 0.5 } }),
      compared({ ...facts, baseline: { name: "bare, commit per event", value: single }, wanted: { atLeast: 10 } }),
    ];
  } finally {
    await peer.close();
  }
}

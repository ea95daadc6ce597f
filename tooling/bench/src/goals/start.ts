/** From the start of the built server to its open provider stream, and its memory after a minute without work. [G12] */
import { sleep } from "@relaydeck/kit/clock";
import { freePort } from "@relaydeck/kit/testing/free-port";
import type { Bench } from "../bench.ts";
import { residentGoalMib, residentMib } from "../process/resident.ts";
import { temporaryFolder } from "../process/temporary-folder.ts";
import { Served } from "../product/served.ts";
import { startStillCloud, type StillCloud } from "../product/still-cloud.ts";
import { limited, type Finding } from "../report/finding.ts";
import { median } from "../statistics.ts";

const starts = 7;
const idleMs = 60_000;

export async function measureStart(bench: Bench): Promise<Finding[]> {
  bench.say(`The server started ${starts} times`);
  const place = { cloud: await startStillCloud(bench.clock), folder: temporaryFolder("start") };
  // The first one makes the tables.
  await (await start(bench, place)).server.stop();
  const times: number[] = [];
  for (let count = 1; count < starts; count += 1) {
    const { ms, server } = await start(bench, place);
    times.push(ms);
    await server.stop();
  }
  const { ms, server } = await start(bench, place);
  try {
    bench.say("The server at rest for a minute");
    await Promise.race([sleep(bench.clock, idleMs), server.failed]);
    const what = "start to open provider stream, SQLite";
    return [
      limited({ goal: "G12", what, unit: "ms", ours: median([...times, ms]), atMost: 700 }),
      limited({
        goal: "G12",
        what: "memory (RSS) after 60 s at rest",
        unit: "MiB",
        ours: residentMib(server.pid),
        atMost: residentGoalMib,
      }),
    ];
  } finally {
    await server.stop();
  }
}

interface Place {
  readonly cloud: StillCloud;
  readonly folder: string;
}

async function start({ clock }: Bench, { cloud, folder }: Place): Promise<{ ms: number; server: Served }> {
  const port = await freePort();
  const opened = cloud.nextStream();
  const begun = clock.monotonic();
  const server = new Served({ folder, port, cloudUrl: cloud.url });
  await Promise.race([opened, server.failed]);
  return { ms: clock.monotonic() - begun, server };
}

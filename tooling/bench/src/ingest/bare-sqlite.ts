/** The same reports by bare statements on SQLite, many rows or one to a commit, each on a file of its own. */
import { systemClock } from "@relaydeck/kit/clock";
import { join } from "node:path";
import { answerCalls } from "../process/calls.ts";
import { ReportRows } from "../rows/report-rows.ts";
import { filledStore, ingestDevices, rateDuring } from "./filled.ts";

/** Of one burst that commits each. */
const singles = 100;
const clock = systemClock();
let sequence = 0;
let many: ReportRows;
let single: ReportRows;

async function open({ folder }: { folder: string }): Promise<void> {
  many = await rowsIn(join(folder, "many.db"));
  single = await rowsIn(join(folder, "single.db"));
}

async function rowsIn(path: string): Promise<ReportRows> {
  await (await filledStore(`file:${path}`, clock)).close();
  return new ReportRows(path);
}

/** Durable events per second, one commit per burst. */
function manyRows({ ms }: { ms: number }): Promise<number> {
  return rateDuring(clock, ms, async () => {
    sequence += 1;
    many.commit(ingestDevices.map((device) => ({ device, sequence, at: clock.now() })));
    return ingestDevices.length;
  });
}

/** The same with a commit for every event. */
function perEvent({ ms }: { ms: number }): Promise<number> {
  return rateDuring(clock, ms, async () => {
    sequence += 1;
    for (const device of ingestDevices.slice(0, singles)) single.commit([{ device, sequence, at: clock.now() }]);
    return singles;
  });
}

const handlers = { open, manyRows, perEvent };
export type BareSqliteIngest = typeof handlers;
answerCalls(handlers);

/**
 * The process that stores reports: by the product's ingest, and by bare statements, many rows or one to a commit.
 *
 * Each on a file of its own with the same thousand devices. A burst is one report of each device, and the next burst begins
 * when it is durable.
 */
import { AlertTimes } from "@relaydeck/api/alerts/alert-times";
import { soleLead } from "@relaydeck/api/cluster/lead";
import { Ingest } from "@relaydeck/api/telemetry/ingest";
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { openStore } from "@relaydeck/db/open";
import type { Store } from "@relaydeck/db/store";
import { systemClock } from "@relaydeck/kit/clock";
import { jsonLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { join } from "node:path";
import { newDeviceIds, someDevices } from "../live/device-event.ts";
import { answerCalls } from "../process/calls.ts";
import { addDevices, providerIdOf } from "../product/fill.ts";
import { reportData, reportName } from "../rows/report-text.ts";
import { ReportRows } from "../rows/report-rows.ts";

const deviceCount = 1_000;
const clock = systemClock();
const random = systemRandom();
const ids = newDeviceIds(deviceCount, random);
const devices = someDevices(ids, "usr_0000000000000000000000");
let sequence = 0;
let ingest: Ingest;
let bare: ReportRows;
let single: ReportRows;

async function open({ folder }: { folder: string }): Promise<void> {
  const store = await filledStore(join(folder, "ours.db"));
  for (const name of ["bare.db", "single.db"]) await (await filledStore(join(folder, name))).close();
  const log = jsonLog({ level: "error", now: () => clock.now(), write: (line) => process.stderr.write(line) });
  const settings = {
    publicUrl: "http://localhost",
    quietRegistration: false,
    rateLimitFactor: 1,
    mailFrom: "bench@relaydeck.test",
    timeZone: "UTC",
    twoStepKey: null,
    google: null,
  };
  const alertTimes = new AlertTimes(clock);
  ingest = new Ingest({
    clock,
    random,
    store,
    log,
    settings,
    alertTimes,
    lead: soleLead,
    wakeMail: () => {},
    profiles: builtInProfiles,
  });
  bare = new ReportRows(join(folder, "bare.db"));
  single = new ReportRows(join(folder, "single.db"));
}

async function filledStore(path: string): Promise<Store> {
  const store = await openStore({ url: `file:${path}`, clock });
  await addDevices({ clock, store }, { ids, ownerIds: [] });
  return store;
}

/** Durable events per second, by the product. */
async function ours({ ms }: { ms: number }): Promise<number> {
  const before = ingest.counts.accepted;
  const seconds = await during(ms, async () => {
    sequence += 1;
    const at = clock.now();
    const data = reportData(sequence);
    const words = devices.map(
      (_, index) => ({ kind: "event", name: reportName, providerId: providerIdOf(index), data, at }) as const,
    );
    await Promise.all(words.map((word) => ingest.take(word)));
  });
  return (ingest.counts.accepted - before) / seconds;
}

/** The same by bare statements of many rows, one commit per burst. */
async function manyRows({ ms }: { ms: number }): Promise<number> {
  let count = 0;
  const seconds = await during(ms, async () => {
    sequence += 1;
    bare.commit(devices.map((device) => ({ device, sequence, at: clock.now() })));
    count += devices.length;
  });
  return count / seconds;
}

/** The same with a commit for every event. */
async function perEvent({ ms }: { ms: number }): Promise<number> {
  let count = 0;
  const seconds = await during(ms, async () => {
    sequence += 1;
    for (const device of devices.slice(0, 100)) single.commit([{ device, sequence, at: clock.now() }]);
    count += 100;
  });
  return count / seconds;
}

async function during(ms: number, burst: () => Promise<void>): Promise<number> {
  const start = clock.monotonic();
  while (clock.monotonic() - start < ms) await burst();
  return (clock.monotonic() - start) / 1000;
}

const handlers = { open, ours, manyRows, perEvent };
export type IngestBench = typeof handlers;
answerCalls(handlers);

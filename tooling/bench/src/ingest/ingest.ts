/** The process that stores reports by the product's ingest. A burst is one report of each device, and the next begins when it is durable. */
import { AlertTimes } from "@relaydeck/api/alerts/alert-times";
import { soleLead } from "@relaydeck/api/cluster/lead";
import { Ingest } from "@relaydeck/api/telemetry/ingest";
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { systemClock } from "@relaydeck/kit/clock";
import { jsonLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { answerCalls } from "../process/calls.ts";
import { providerIdOf } from "../product/fill.ts";
import { reportData, reportName } from "../rows/report-text.ts";
import { filledStore, ingestDevices, rateDuring } from "./filled.ts";

const clock = systemClock();
let sequence = 0;
let ingest: Ingest;

/** On an empty database of either kind. */
async function open({ url }: { url: string }): Promise<void> {
  const store = await filledStore(url, clock);
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
  ingest = new Ingest({
    clock,
    random: systemRandom(),
    store,
    log,
    settings,
    alertTimes: new AlertTimes(clock),
    lead: soleLead,
    wakeMail: () => {},
    profiles: builtInProfiles,
  });
}

/** Durable events per second. */
function ours({ ms }: { ms: number }): Promise<number> {
  return rateDuring(clock, ms, async () => {
    sequence += 1;
    const before = ingest.counts.accepted;
    const at = clock.now();
    const data = reportData(sequence);
    const words = ingestDevices.map(
      (_, index) => ({ kind: "event", name: reportName, providerId: providerIdOf(index), data, at }) as const,
    );
    await Promise.all(words.map((word) => ingest.take(word)));
    return ingest.counts.accepted - before;
  });
}

const handlers = { open, ours };
export type IngestBench = typeof handlers;
answerCalls(handlers);

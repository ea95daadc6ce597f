/** How the installation does, at this moment: the one source of the operations page and of the metrics. */
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import { socketLimits } from "@relaydeck/contract/limits";
import {
  limitNames,
  type LeaderFacts,
  type LimitFacts,
  type LimitName,
  type Operations,
  type QueueFacts,
  type StreamFacts,
} from "@relaydeck/contract/operations";
import { mostWaitingMails } from "@relaydeck/mail/outbox";
import { waitingHashes } from "../../accounts/hash-gate.ts";
import type { Deps } from "../../deps.ts";
import { limitFigures } from "../../limits/limit-figures.ts";
import { mostWaitingCommands } from "../../relays/waiting-commands.ts";
import { mostWaitingWords } from "../../telemetry/ingest.ts";
import { storedFacts, type StoredFacts } from "./stored-facts.ts";

export type OperationsDeps = Pick<
  Deps,
  "store" | "clock" | "settings" | "running" | "link" | "feed" | "ingest" | "hashGate" | "provider"
>;

export async function operations(deps: OperationsDeps): Promise<Operations> {
  const { clock, running, ingest, feed, settings } = deps;
  const { database, stored } = await storedFacts(deps);
  return {
    asOf: toInstant(clock.now()),
    versions: {
      product: running.version,
      runtime: running.runtime,
      startedAt: toInstant(running.startedAt),
      memoryBytes: running.memoryBytes(),
    },
    database,
    stream: streamFacts(deps, stored),
    leader: leaderFacts(deps, stored),
    queues: queueFacts(deps, stored),
    events: { ...ingest.counts },
    live: { viewers: feed.viewers, sockets: running.sockets() },
    mail: {
      state: running.mail(),
      waiting: stored?.mails.waiting ?? null,
      failed: stored?.mails.failed ?? null,
      oldestWaitingAt: toInstantOrNull(stored?.oldestWaitingAt ?? null),
    },
    limits: { factor: settings.rateLimitFactor, each: limitFacts(settings.rateLimitFactor) },
  };
}

function streamFacts({ link, running, provider }: OperationsDeps, stored: StoredFacts | null): StreamFacts {
  const { state, since, lastEventAt, trouble } = link.stream;
  const { used, max, windowSeconds } = provider.budget();
  return {
    state,
    since: toInstant(since),
    lastEventAt: toInstantOrNull(lastEventAt),
    trouble: trouble?.reason ?? null,
    retryAt: state === "down" ? toInstantOrNull(trouble?.retryAt ?? null) : null,
    isTokenRefused: link.isTokenRefused,
    callsInWindow: used,
    callsMax: max,
    windowSeconds,
    gaps: stored?.gaps ?? null,
    unreadable: [...running.unreadableEvents()].map(([reason, count]) => ({ reason, count })),
  };
}

/** Where no lease was ever taken there is one process, and it listens. */
function leaderFacts({ link }: OperationsDeps, stored: StoredFacts | null): LeaderFacts {
  const lease = stored?.lease ?? null;
  return {
    isThis: link.stream.state !== "standby",
    holder: lease === null || lease.holder === "" ? null : lease.holder,
    since: toInstantOrNull(lease?.acquiredAt ?? null),
    fencing: lease?.fencing ?? null,
  };
}

function queueFacts({ ingest, hashGate, running }: OperationsDeps, stored: StoredFacts | null): QueueFacts[] {
  const records = running.callRecords();
  return [
    { name: "commandsWaiting", waiting: stored?.commands.waiting ?? null, most: mostWaitingCommands },
    { name: "commandsAtCloud", waiting: stored?.commands.atCloud ?? null, most: null },
    { name: "events", waiting: ingest.waiting, most: mostWaitingWords },
    { name: "mails", waiting: stored?.mails.waiting ?? null, most: mostWaitingMails },
    { name: "hashes", waiting: hashGate.waiting, most: waitingHashes },
    { name: "calls", waiting: records.waiting, most: records.most },
  ];
}

const { perUser, perAddress } = socketLimits;
/** Those of the sockets count what is open at once. */
const figures: Readonly<Record<LimitName, { readonly limit: number; readonly windowMs: number | null }>> = {
  ...limitFigures,
  socketsPerUser: { limit: perUser, windowMs: null },
  socketsPerAddress: { limit: perAddress, windowMs: null },
};

function limitFacts(factor: number): LimitFacts[] {
  return limitNames.map((name) => {
    const { limit, windowMs } = figures[name];
    return { name, limit: limit * factor, windowSeconds: windowMs === null ? null : windowMs / 1_000 };
  });
}

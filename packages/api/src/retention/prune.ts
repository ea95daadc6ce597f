/**
 * What is old enough goes, a bounded number of rows at a time. [DA-4, WS-8]
 *
 * Each portion is a transaction of its own, so that commands pass in between; what a pass leaves is taken by the next.
 * Several nodes may run it at once: each removes what it still finds.
 *
 * Not here: sessions, which end with their sockets (accounts/sessions.ts); the rows of the audit, which stay.
 */
import { logRetention } from "@relaydeck/contract/limits";
import { pruneGoogleFlows } from "@relaydeck/db/accounts/google-flows";
import { pruneSignInChallenges } from "@relaydeck/db/accounts/sign-in-challenges";
import { pruneActivity } from "@relaydeck/db/activity/store";
import { pruneNotices } from "@relaydeck/db/alerts/history";
import { forgetAuditAddresses } from "@relaydeck/db/audit/addresses";
import { purgeCommands, purgeDevices, purgeSettings, purgeUsers } from "@relaydeck/db/admin/bin";
import { pruneCallQuarters } from "@relaydeck/db/analytics/call-quarters";
import { pruneCommandQuarters } from "@relaydeck/db/analytics/command-quarters";
import { pruneProviderCalls } from "@relaydeck/db/analytics/provider-calls";
import { rolledUntil } from "@relaydeck/db/analytics/rollups";
import { forgetAddresses } from "@relaydeck/db/analytics/user-sessions";
import { pruneLive } from "@relaydeck/db/live/read";
import type { Looked } from "@relaydeck/db/looks";
import { pruneMails } from "@relaydeck/db/mail/outbox";
import { pruneMailTokens } from "@relaydeck/db/mail/tokens";
import { pruneRelayChanges } from "@relaydeck/db/relays/changes";
import { pruneHistory } from "@relaydeck/db/relays/history";
import { pruneInvites } from "@relaydeck/db/shares/invites";
import type { Store, Tx } from "@relaydeck/db/store";
import { prunePresence } from "@relaydeck/db/telemetry/presence";
import { pruneMetrics } from "@relaydeck/db/telemetry/store";
import type { Ground } from "../ground.ts";
import { pruneLimits } from "../limits/rate-limits.ts";

const dayMs = 24 * 60 * 60_000;

/** What is deleted can be brought back for so long; then it is removed. [DA-2, D23] */
export const binMs = 30 * dayMs;

/** How long rows stay, in milliseconds. Thirteen months are told as 400 days, so that none is shorter. */
export const keptMs = {
  metrics: 400 * dayMs,
  /** When devices came and went; the last word on each stays. */
  presence: 400 * dayMs,
  /** Likewise the last move of each relay. */
  relayChanges: 400 * dayMs,
  activity: 400 * dayMs,
  /** What alerts told, and what became of their mails. */
  notices: 400 * dayMs,
  /** Idempotency keys go with their commands, so this is never under 90 days. [CM-1] */
  commands: 400 * dayMs,
  /** What became of commands. It goes, as calls do, only once it is summed up. */
  history: 400 * dayMs,
  providerCalls: 30 * dayMs,
  /** Sums of them by quarters of an hour, for a year's chart. */
  callQuarters: 400 * dayMs,
  commandQuarters: 400 * dayMs,
  /** Sent and failed ones; what waits is the outbox worker's. */
  mails: 30 * dayMs,
  /** Beyond their own end, so that an old link is still told as ended and not as unknown. [ML-6] */
  mailTokens: 30 * dayMs,
  sessionAddresses: 90 * dayMs,
  /** The rows stay. */
  auditAddresses: 90 * dayMs,
  /** Beyond their own end, so that what was taken back can be given again. They hold addresses of people. */
  invites: binMs,
  /** Beyond their own end. */
  googleFlows: dayMs,
  /** Likewise. */
  signInChallenges: dayMs,
  deletedUsers: binMs,
  deletedDevices: binMs,
  /** Layouts and alerts. */
  deletedSettings: binMs,
} as const;

/** How often, in milliseconds. The live log grows by the second, everything else by the day. */
export const pruneEveryMs = { liveLog: 60_000, rest: 60 * 60_000 } as const;
/** A process that never lives for an hour prunes too. */
export const firstPruneMs = 2 * 60_000;

/** Rows of one transaction; some milliseconds of work. */
export const rowsPerPortion = 1_000;
/** People who leave the bin in one: each with what the log, the audit and their alerts hold of them. */
const usersPerPortion = 20;
/** Counts of limits that go in one: whoever counts under one of their keys waits for it. */
const countsPerPortion = 200;
/** Transactions of one pass and table. */
const mostPortions = 500;

type PruneDeps = Pick<Ground, "store" | "clock">;

/** Shortens the live log to what a reconnect may ask for; returns how many rows went. [WS-8] */
export function pruneLiveLog({ store, clock }: PruneDeps): Promise<number> {
  const before = clock.now() - logRetention.ms;
  return inPortions(store, (tx) => pruneLive(tx, { before, keep: logRetention.events, limit: rowsPerPortion }));
}

/** One pass over everything else; returns how many rows went of each kind. */
export async function pruneOldRows({ store, clock }: PruneDeps): Promise<Record<keyof typeof keptMs | "limits", number>> {
  const now = clock.now();
  const rolled = { commands: await rolledUntil(store.read, "commands"), calls: await rolledUntil(store.read, "calls") };
  const old = (kind: keyof typeof keptMs) => ({ before: now - keptMs[kind], limit: rowsPerPortion });
  return {
    metrics: await inPortions(store, (tx) => pruneMetrics(tx, old("metrics"))),
    presence: await lookByLook(store, (tx, from) => prunePresence(tx, { from, ...old("presence") })),
    relayChanges: await lookByLook(store, (tx, from) => pruneRelayChanges(tx, { from, ...old("relayChanges") })),
    activity: await inPortions(store, (tx) => pruneActivity(tx, old("activity"))),
    notices: await inPortions(store, (tx) => pruneNotices(tx, old("notices"))),
    commands: await inPortions(store, (tx) => purgeCommands(tx, old("commands"))),
    history: await inPortions(store, (tx) => pruneHistory(tx, summedUp(old("history"), rolled.commands))),
    providerCalls: await inPortions(store, (tx) => pruneProviderCalls(tx, summedUp(old("providerCalls"), rolled.calls))),
    callQuarters: await inPortions(store, (tx) => pruneCallQuarters(tx, old("callQuarters"))),
    commandQuarters: await inPortions(store, (tx) => pruneCommandQuarters(tx, old("commandQuarters"))),
    mails: await inPortions(store, (tx) => pruneMails(tx, old("mails"))),
    mailTokens: await store.write((tx) => pruneMailTokens(tx, old("mailTokens").before)),
    sessionAddresses: await inPortions(store, (tx) => forgetAddresses(tx, old("sessionAddresses"))),
    auditAddresses: await inPortions(store, (tx) => forgetAuditAddresses(tx, old("auditAddresses"))),
    deletedUsers: await inPortions(
      store,
      async (tx) => (await purgeUsers(tx, { ...old("deletedUsers"), limit: usersPerPortion })).length,
      usersPerPortion,
    ),
    deletedDevices: await lookByLook(store, (tx, from) => purgeDevices(tx, { from, ...old("deletedDevices") })),
    deletedSettings: await store.write((tx) => purgeSettings(tx, old("deletedSettings").before)),
    invites: await inPortions(store, (tx) => pruneInvites(tx, old("invites"))),
    googleFlows: await store.write((tx) => pruneGoogleFlows(tx, old("googleFlows").before)),
    signInChallenges: await store.write((tx) => pruneSignInChallenges(tx, old("signInChallenges").before)),
    limits: await inPortions(store, (tx) => pruneLimits(tx, { now, limit: countsPerPortion }), countsPerPortion),
  };
}

/** Rows that are not summed up yet stay, however old they are. */
function summedUp({ before, limit }: { before: number; limit: number }, until: number) {
  return { before: Math.min(before, until), limit };
}

/** Portion after portion until one is not full, at most `mostPortions`. */
async function inPortions(store: Store, portion: (tx: Tx) => Promise<number>, full = rowsPerPortion): Promise<number> {
  let total = 0;
  for (let portions = 0; portions < mostPortions; portions += 1) {
    const gone = await store.write(portion);
    total += gone;
    if (gone < full) break;
  }
  return total;
}

/** Look after look, each going on where the one before ended, until there is nothing more to look at: then all that may go is gone. */
async function lookByLook(store: Store, look: (tx: Tx, from: number) => Promise<Looked>): Promise<number> {
  let total = 0;
  for (let from: number | null = 0; from !== null;) {
    const at: number = from;
    const { gone, next } = await store.write((tx) => look(tx, at));
    total += gone;
    from = next;
  }
  return total;
}

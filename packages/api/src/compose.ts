/** Builds what the stories share, from the ground up; used by the server and by the seeded world alike. */
import { every } from "@relaydeck/kit/clock";
import { Disposers } from "@relaydeck/kit/disposer";
import { LoopTurn } from "@relaydeck/kit/loop-turn";
import { base62 } from "@relaydeck/kit/random";
import { logEpoch } from "@relaydeck/db/live/epoch";
import { googleCallbackPath } from "@relaydeck/contract/google-sign-in";
import { createGoogleClient } from "./accounts/google-client.ts";
import { endExpiredAdminSessions } from "./admin/admin-session.ts";
import { HashGate } from "./accounts/hash-gate.ts";
import { Passwords } from "./accounts/passwords.ts";
import { SessionActivity, writeActivityEveryMs } from "./accounts/session-activity.ts";
import { createSessions } from "./accounts/sessions.ts";
import { storeOfLeader } from "./cluster/lead.ts";
import { firstRollUpMs, rollUp, rollUpEveryMs } from "./analytics/roll-up.ts";
import { MetricSync } from "./analytics/sync-metrics.ts";
import { AlertTimes } from "./alerts/alert-times.ts";
import { sweepAlerts } from "./alerts/sweep-alerts.ts";
import { DeviceChecks } from "./devices/check-device.ts";
import { ProviderDevices } from "./devices/provider-devices.ts";
import type { Deps } from "./deps.ts";
import type { Ground } from "./ground.ts";
import { toLiveRow } from "./live/append.ts";
import type { LiveRow } from "./live/live-row.ts";
import { LiveFeed } from "./live/feed.ts";
import { feedSource } from "./live/opening.ts";
import { cancelUnsentCommands } from "./relays/cancel-unsent.ts";
import { Beginnings } from "./relays/beginnings.ts";
import { CommandWatch } from "./relays/command-watch.ts";
import { UnsentCalls } from "./relays/unsent-calls.ts";
import { Deadlines } from "./relays/deadlines.ts";
import { RelayLines } from "./relays/relay-line.ts";
import { sweepCommands } from "./relays/sweep.ts";
import { firstPruneMs, pruneEveryMs, pruneLiveLog, pruneOldRows } from "./retention/prune.ts";
import { endExpiredShares } from "./shares/end-shares.ts";
import { CloudLink } from "./status/status.ts";
import { sweepFreshness } from "./telemetry/freshness-sweep.ts";
import { Ingest } from "./telemetry/ingest.ts";
import { readBackLost } from "./telemetry/read-back-lost.ts";
import { askVitalsEveryMs, VitalsRound } from "./telemetry/vitals.ts";
import { endExpiredTokens } from "./tokens/end-tokens.ts";

/** How often time alone is asked what it has decided, in milliseconds. [CM-8, C4, D48, WS-5, SE-3, RL-2] */
const sweepEveryMs = {
  commands: 500,
  sharedCounts: 1_000,
  freshness: 1_000,
  alerts: 1_000,
  shares: 500,
  tokens: 500,
  sessions: 30_000,
} as const;

export async function composeApi(ground: Ground): Promise<Deps> {
  const { clock, store, provider } = ground;
  const sessions = createSessions({
    ...ground,
    cancelUnsentCommands: (tx, of) => cancelUnsentCommands(tx, of, ground),
  });
  const link = new CloudLink(clock, () => provider.budget());
  const epoch = await logEpoch(store, base62(ground.random, 6));
  const turn = new LoopTurn();
  const feed = new LiveFeed({ clock, turn, source: feedSource({ ...ground, sessions, link }, epoch) });
  const alertTimes = new AlertTimes(clock);
  const ingest = new Ingest({ ...ground, alertTimes });
  const checks = new DeviceChecks({ ...ground, ingest });
  ingest.lost.onLoss(readBackLost({ ...ground, ingest, link, checks }));
  const deadlines = new Deadlines(clock);
  const onRows = (listener: (rows: readonly LiveRow[]) => void) => store.onLive((events) => listener(events.map(toLiveRow)));
  const watch = new CommandWatch(clock, onRows);
  const unsent = new UnsentCalls(onRows);
  const lines = new RelayLines({
    ...ground,
    deadlines,
    watch,
    unsent,
    isReachable: async (deviceId) => (await checks.checkForCommand(deviceId)) !== "silent",
    heardFrom: (providerId) => void ingest.take({ kind: "heard", providerId, at: clock.now() }),
  });
  const sessionActivity = new SessionActivity();
  const passwords = new Passwords({ random: ground.random });
  const hashGate = new HashGate();
  const { google: googleSettings, publicUrl } = ground.settings;
  const google =
    googleSettings === null
      ? null
      : createGoogleClient({ clock, settings: googleSettings, redirectUri: `${publicUrl}${googleCallbackPath}` });
  const providerDevices = new ProviderDevices({ clock, provider });
  const metricSync = new MetricSync({ ...ground, ingest });
  return {
    ...ground,
    sessions,
    sessionActivity,
    passwords,
    hashGate,
    google,
    link,
    feed,
    turn,
    alertTimes,
    ingest,
    checks,
    providerDevices,
    deadlines,
    watch,
    beginnings: new Beginnings(),
    lines,
    metricSync,
  };
}

/** Starts the passes that every node needs for itself; the disposer ends them. */
export function startOwnPasses(deps: Deps): Disposers {
  const { disposers, repeat } = passes(deps);
  repeat("commands", sweepEveryMs.commands, () => sweepCommands(deps));
  repeat("shared counts", sweepEveryMs.sharedCounts, () => deps.sharedCounts.exchange());
  repeat("session activity", writeActivityEveryMs, () => deps.sessionActivity.write(deps.store));
  return disposers;
}

/** Starts the passes that the installation needs once; the disposer ends them. What they write is the leader's to write. [LE-1] */
export function startLeaderPasses(node: Deps): Disposers {
  const deps = { ...node, store: storeOfLeader(node.store, node.lead) };
  const { disposers, repeat, guarded } = passes(deps);
  repeat("freshness", sweepEveryMs.freshness, () => sweepFreshness(deps));
  repeat("alerts", sweepEveryMs.alerts, () => sweepAlerts(deps));
  repeat("shares", sweepEveryMs.shares, () => endExpiredShares(deps));
  repeat("tokens", sweepEveryMs.tokens, () => endExpiredTokens(deps));
  repeat("sessions", sweepEveryMs.sessions, () => deps.sessions.endExpired(deps.store));
  repeat("admin sessions", sweepEveryMs.sessions, () => endExpiredAdminSessions(deps));
  const vitals = new VitalsRound(deps);
  repeat("vitals", askVitalsEveryMs, () => vitals.next());
  repeat("live log", pruneEveryMs.liveLog, () => pruneLiveLog(deps));
  const rolling = oneAtATime(() => rollUp(deps));
  repeat("analytics", rollUpEveryMs, rolling);
  disposers.add(deps.clock.after(firstRollUpMs, guarded("analytics", rolling)));
  repeat("retention", pruneEveryMs.rest, () => pruneOldRows(deps));
  disposers.add(
    deps.clock.after(
      firstPruneMs,
      guarded("retention", () => pruneOldRows(deps)),
    ),
  );
  return disposers;
}

/** A pass that fails is logged and tried again. */
function passes(deps: Deps) {
  const disposers = new Disposers();
  const guarded = (name: string, pass: () => Promise<unknown>) => async () => {
    try {
      await pass();
    } catch (error) {
      deps.log.error("sweep.failed", {
        sweep: name,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  };
  const repeat = (name: string, everyMs: number, pass: () => Promise<unknown>) =>
    disposers.add(every(deps.clock, everyMs, guarded(name, pass)));
  return { disposers, guarded, repeat };
}

/** A pass that still goes on when the next is due is that one, too. */
function oneAtATime(pass: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | null = null;
  return () =>
    (running ??= pass().finally(() => {
      running = null;
    }));
}

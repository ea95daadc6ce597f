import type { LoopTurn } from "@relaydeck/kit/loop-turn";
import type { Ground } from "./ground.ts";
import type { HashGate } from "./accounts/hash-gate.ts";
import type { GoogleClient } from "./accounts/google.ts";
import type { Passwords } from "./accounts/passwords.ts";
import type { SessionActivity } from "./accounts/session-activity.ts";
import type { Sessions } from "./accounts/session.ts";
import type { MetricSync } from "./analytics/sync-metrics.ts";
import type { AlertTimes } from "./alerts/alert-times.ts";
import type { DeviceChecks } from "./devices/check-device.ts";
import type { ProviderDevices } from "./devices/provider-devices.ts";
import type { LiveFeed } from "./live/feed.ts";
import type { Beginnings } from "./relays/beginnings.ts";
import type { CommandWatch } from "./relays/command-watch.ts";
import type { Deadlines } from "./relays/deadlines.ts";
import type { RelayLines } from "./relays/relay-line.ts";
import type { CloudLink } from "./status/status.ts";
import type { Ingest } from "./telemetry/ingest.ts";

/** Everything the stories use, made once by compose.ts; a story names the part it needs with `Pick`. */
export interface Deps extends Ground {
  readonly sessions: Sessions;
  readonly sessionActivity: SessionActivity;
  readonly passwords: Passwords;
  /** One per process: it bounds the hashes of all doors together. [PW-5] */
  readonly hashGate: HashGate;
  /** Null: not set up here. [GO-5] */
  readonly google: GoogleClient | null;
  readonly link: CloudLink;
  readonly feed: LiveFeed;
  /** One per process: what comes in together leaves together. */
  readonly turn: LoopTurn;
  /** One per process: the moments its alerts remember, on a steady clock. */
  readonly alertTimes: AlertTimes;
  readonly ingest: Ingest;
  readonly checks: DeviceChecks;
  readonly providerDevices: ProviderDevices;
  readonly deadlines: Deadlines;
  readonly watch: CommandWatch;
  readonly beginnings: Beginnings;
  readonly lines: RelayLines;
  readonly metricSync: MetricSync;
}

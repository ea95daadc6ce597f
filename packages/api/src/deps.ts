import type { Profile } from "@relaydeck/core/devices/profile";
import type { Store } from "@relaydeck/db/store";
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import type { Random } from "@relaydeck/kit/random";
import type { Provider } from "@relaydeck/provider/provider";
import type { HashGate } from "./accounts/hash-gate.ts";
import type { Passwords } from "./accounts/passwords.ts";
import type { Sessions } from "./accounts/session.ts";
import type { DeviceChecks } from "./devices/check-device.ts";
import type { ProviderDevices } from "./devices/provider-devices.ts";
import type { LiveFeed } from "./live/feed.ts";
import type { CommandWatch } from "./relays/command-watch.ts";
import type { Deadlines } from "./relays/deadlines.ts";
import type { RelayLines } from "./relays/relay-line.ts";
import type { CloudLink } from "./status/status.ts";
import type { Ingest } from "./telemetry/ingest.ts";

/** What the world outside gives: time, chance, database, cloud. A seeded world replaces these and nothing else. */
export interface Ground {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  readonly log: Log;
  readonly provider: Provider;
  readonly profiles: readonly Profile[];
  readonly settings: ApiSettings;
  /** Lets the mail worker look at its outbox; called when a transaction with a mail is durable. */
  readonly wakeMail: () => void;
}

/** Everything the stories use, made once by compose.ts; a story names the part it needs with `Pick`. */
export interface Deps extends Ground {
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  /** One per process: it bounds the hashes of all doors together. [PW-5] */
  readonly hashGate: HashGate;
  readonly link: CloudLink;
  readonly feed: LiveFeed;
  readonly ingest: Ingest;
  readonly checks: DeviceChecks;
  readonly providerDevices: ProviderDevices;
  readonly deadlines: Deadlines;
  readonly watch: CommandWatch;
  readonly lines: RelayLines;
}

/** The few settings that stories read; the server parses them from its environment. */
export interface ApiSettings {
  /** Public origin without a trailing slash, such as `http://localhost:3000`. */
  readonly publicUrl: string;
  readonly quietRegistration: boolean;
  /** Multiplies every limit of checklist section 5; 1 to 100,000. */
  readonly rateLimitFactor: number;
  readonly mailFrom: string;
}

import type { Profile } from "@relaydeck/core/devices/profile";
import type { Store } from "@relaydeck/db/store";
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import type { Random } from "@relaydeck/kit/random";
import type { Provider } from "@relaydeck/provider/provider";
import type { GoogleSettings } from "./accounts/google.ts";
import type { Running } from "./admin/operations/running.ts";
import type { Lead } from "./cluster/lead.ts";
import type { SharedCounts } from "./limits/shared-counts.ts";

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
  readonly running: Running;
  readonly lead: Lead;
  readonly sharedCounts: SharedCounts;
}

/** The few settings that stories read; the server parses them from its environment. */
export interface ApiSettings {
  /** Public origin without a trailing slash, such as `http://localhost:3000`. */
  readonly publicUrl: string;
  readonly quietRegistration: boolean;
  /** Multiplies every limit of checklist section 5; 1 to 100,000. */
  readonly rateLimitFactor: number;
  readonly mailFrom: string;
  /** IANA name of the zone whose days the numbers of the installation are told by, unless another is asked for. [D27] */
  readonly timeZone: string;
  /** Seals the secrets of two-step sign-in at rest; null: they are kept as they are. */
  readonly twoStepKey: string | null;
  /** Null: nobody signs in with Google here. [GO-5] */
  readonly google: GoogleSettings | null;
}

import type { Profile } from "@relaydeck/core/devices/profile";
import type { Store } from "@relaydeck/db/store";
import type { Clock } from "@relaydeck/kit/clock";
import type { Random } from "@relaydeck/kit/random";
import type { Log } from "@relaydeck/kit/log";
import type { Provider } from "@relaydeck/provider/provider";

/** Everything the stories use, made once in apps/server/src/main.ts; a story names the part it needs with `Pick`. */
export interface Deps {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  readonly log: Log;
  readonly provider: Provider;
  readonly profiles: readonly Profile[];
  readonly settings: ApiSettings;
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

import type { Clock } from "@relaydeck/kit/clock";
import type { Store } from "./store.ts";

/** Longest that a database may take to count as healthy, in milliseconds. */
const patienceMs = 1_000;

/** True when an empty write goes through in time: it takes the lock and gives it back, and syncs nothing. [ST-2] */
export function isHealthy(write: Store["write"], clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = clock.after(patienceMs, () => resolve(false));
    function finish(isUp: boolean) {
      stop();
      resolve(isUp);
    }
    write(async () => {}).then(
      () => finish(true),
      () => finish(false),
    );
  });
}

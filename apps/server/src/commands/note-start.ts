/**
 * Each start is in the audit, with what it runs with. [C10]
 *
 * The server serves by then, so a database that takes nothing does not end it: the row is written when it can be, with the
 * time of the start. [ST-1, BP-2] What is no such trouble is thrown.
 */
import { audit } from "@relaydeck/api/audit/audit";
import type { Store } from "@relaydeck/db/store";
import { DatabaseUnavailable, troubleOf } from "@relaydeck/db/trouble";
import { sleep, type Clock } from "@relaydeck/kit/clock";
import type { Log, LogFacts } from "@relaydeck/kit/log";

export interface StartDeps {
  readonly store: Pick<Store, "write">;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Pause before a database that took nothing is tried again, in milliseconds. */
const tryAgainMs = 60_000;

/** Resolves when the row is there, when it may be there and is not written twice, or at the end. */
export async function noteStart({ store, clock, log }: StartDeps, facts: LogFacts, ending: AbortSignal): Promise<void> {
  const at = clock.now();
  for (let times = 0; ; times += 1) {
    try {
      await store.write((tx) => audit(tx, { at, actorKind: "system", action: "settings.loaded", after: facts }));
      if (times > 0) log.info("settings.audited");
      return;
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      if (times === 0) log.warn("settings.unaudited", { error: String(trouble) });
      if (trouble instanceof DatabaseUnavailable && trouble.isInDoubt) return;
    }
    await sleep(clock, tryAgainMs, ending);
    if (ending.aborted) return;
  }
}

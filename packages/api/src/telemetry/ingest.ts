/**
 * Words in, one commit for all that wait: state, samples, confirmations, log, live events, and the alerts that go off
 * because of them, together. [architecture 5, S16-5]
 *
 * No timer: at rest one word commits alone; under load the batch grows while the commit before it runs. Older never
 * beats newer, doubles change nothing, nonsense is counted.
 */
import type { Profile } from "@relaydeck/core/devices/profile";
import { findDevicesByProviderIds } from "@relaydeck/db/devices/store";
import { insertRelayChanges } from "@relaydeck/db/relays/changes";
import { insertPresence } from "@relaydeck/db/telemetry/presence";
import { storeTelemetry } from "@relaydeck/db/telemetry/store";
import type { Tx } from "@relaydeck/db/store";
import { evaluateAlerts } from "../alerts/evaluate-alerts.ts";
import type { RaiseDeps } from "../alerts/raise-alert.ts";
import type { Ground } from "../ground.ts";
import { profileOf, rowsOf } from "../devices/facts.ts";
import { DeviceBatch } from "./device-batch.ts";
import type { Word } from "./word.ts";

export interface IngestDeps extends RaiseDeps, Pick<Ground, "store" | "log" | "lead"> {
  readonly profiles: readonly Profile[];
}

/** Words that may wait; beyond them the oldest is dropped and counted. [BP-1] */
export const mostWaitingWords = 10_000;
/** Words of one commit, so that a commit never holds the database for long. */
const mostPerCommit = 2_000;

/**
 * `listener`: from the stream that only the leader has; dropped in the commit when another node leads by then. [LE-1]
 * `answer`: to a call of this node, or a delivery to it.
 */
export type WordSource = "listener" | "answer";

interface Waiting {
  readonly word: Word;
  readonly source: WordSource;
  readonly done: () => void;
}

export class Ingest {
  readonly #deps: IngestDeps;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  readonly counts = { accepted: 0, dropped: 0, overflowed: 0, failed: 0 };

  constructor(deps: IngestDeps) {
    this.#deps = deps;
  }

  /** Takes a word; resolves when it is stored or dropped. */
  take(word: Word, source: WordSource = "answer"): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ word, source, done });
      if (this.#waiting.length > mostWaitingWords) {
        this.counts.overflowed += 1;
        this.#waiting.shift()?.done();
      }
      this.#running ??= this.#drain();
    });
  }

  /** Words not stored yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #drain(): Promise<void> {
    // One turn's events arrive together; the commit begins when the turn has brought them all.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostPerCommit);
      try {
        await this.#deps.store.write(async (tx) => this.#commit(tx, await this.#believed(tx, batch)));
      } catch (error) {
        this.counts.failed += batch.length;
        this.#deps.log.error("ingest.failed", { words: batch.length, error: String(error) });
      }
      for (const { done } of batch) done();
    }
    this.#running = null;
  }

  async #believed(tx: Tx, batch: readonly Waiting[]): Promise<Word[]> {
    const { lead } = this.#deps;
    const isLed = batch.some(({ source }) => source === "listener");
    const mayLead = !isLed || (lead.holds() && (await lead.isConfirmed(tx)));
    const believed = mayLead ? batch : batch.filter(({ source }) => source !== "listener");
    this.counts.dropped += batch.length - believed.length;
    return believed.map(({ word }) => word);
  }

  async #commit(tx: Tx, words: readonly Word[]): Promise<void> {
    const now = this.#deps.clock.now();
    const devices = await findDevicesByProviderIds(tx, [...new Set(words.map((word) => word.providerId))]);
    const rows = await rowsOf(tx, devices, now);
    const batches = new Map<string, DeviceBatch>();
    for (const row of rows) {
      if (row.device.providerId === null) continue;
      const profile = profileOf(this.#deps.profiles, row.device);
      batches.set(
        row.device.providerId,
        new DeviceBatch({
          rows: row,
          profile,
          now,
          random: this.#deps.random,
        }),
      );
    }
    for (const word of words) {
      const isTaken = (await batches.get(word.providerId)?.take(tx, word)) ?? false;
      if (isTaken) this.counts.accepted += 1;
      else this.counts.dropped += 1;
    }
    const changed = [...batches.values()].filter((batch) => batch.isChanged);
    for (const batch of changed) await batch.finish(tx);
    await storeTelemetry(
      tx,
      changed.map((batch) => batch.changes()),
    );
    await insertRelayChanges(
      tx,
      changed.flatMap((batch) => batch.moves),
    );
    await insertPresence(
      tx,
      changed.flatMap((batch) => batch.presence),
    );
    for (const batch of changed) await tx.live(batch.liveEvents(this.#deps.profiles));
    await evaluateAlerts(
      this.#deps,
      tx,
      changed.map((batch) => batch.happened()),
    );
  }
}

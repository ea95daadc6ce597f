/**
 * Words in, one commit for all that wait: state, samples, confirmations, log, live events, and the alerts that go off
 * because of them, together. [architecture 5, S16-5]
 *
 * No timer: at rest one word commits alone; under load the batch grows while the commit before it runs. Older never
 * beats newer, doubles change nothing, nonsense is counted.
 *
 * While the database is away the words wait in their order. Those that must be given up, because too many wait or their
 * own rows are refused, are lost knowingly: see lost-words.ts. [ST-1, C3]
 */
import type { Profile } from "@relaydeck/core/devices/profile";
import type { Counted } from "@relaydeck/core/telemetry/measured";
import { findDevicesByProviderIds } from "@relaydeck/db/devices/store";
import { insertRelayChanges } from "@relaydeck/db/relays/changes";
import { insertToldPresence } from "@relaydeck/db/telemetry/presence";
import { storeTelemetry } from "@relaydeck/db/telemetry/store";
import type { Tx } from "@relaydeck/db/store";
import { troubleOf } from "@relaydeck/db/trouble";
import { sleep } from "@relaydeck/kit/clock";
import { evaluateAlerts } from "../alerts/evaluate-alerts.ts";
import type { RaiseDeps } from "../alerts/raise-alert.ts";
import { audit } from "../audit/audit.ts";
import type { Ground } from "../ground.ts";
import { profileOf, rowsOf } from "../devices/facts.ts";
import { DeviceBatch } from "./device-batch.ts";
import { LostWords } from "./lost-words.ts";
import type { Word } from "./word.ts";

export interface IngestDeps extends RaiseDeps, Pick<Ground, "store" | "log" | "lead"> {
  readonly profiles: readonly Profile[];
}

/** Words that may wait; beyond them the oldest is dropped and counted. [BP-1] */
export const mostWaitingWords = 10_000;
/** Words of one commit, so that a commit never holds the database for long. */
const mostPerCommit = 2_000;
/** Pause before a database that was away is tried again. */
const tryAgainMs = 500;

/**
 * `listener`: from the stream that only the leader has; dropped in the commit when another node leads by then. [LE-1]
 * `answer`: to a call of this node, or a delivery to it.
 */
export type WordSource = "listener" | "answer";

interface Waiting {
  readonly word: Word;
  readonly source: WordSource;
  /** Epoch ms. */
  readonly cameAt: number;
  readonly done: () => void;
  /** It would have been stored already, had a commit not failed. */
  isDelayed: boolean;
}

/** What becomes of the words of one commit. */
interface Outcome {
  readonly accepted: number;
  readonly dropped: number;
  /** Words of the leader's stream that came to the commit of a node that leads no more. */
  readonly fenced: readonly Waiting[];
}

export class Ingest {
  readonly #deps: IngestDeps;
  readonly #stopping = new AbortController();
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  /** Words of the next commit: fewer after one that failed, so that a word whose row is refused fails alone. */
  #nextCommit = mostPerCommit;
  #isAway = false;
  /** By device id; what a start does not know yet, it takes as it is stamped. */
  readonly #counted = new Map<string, Counted>();
  readonly counts = { accepted: 0, dropped: 0, overflowed: 0, failed: 0 };
  readonly lost: LostWords;

  constructor(deps: IngestDeps) {
    this.#deps = deps;
    this.lost = new LostWords(deps);
  }

  /**
   * Takes a word; resolves when it is stored or dropped, or when the database was away and the word waits for it. Once the end has
   * begun nothing more is taken, or a steady stream would put it off for ever. [BP-2]
   */
  take(word: Word, source: WordSource = "answer"): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((done) => {
      this.#waiting.push({ word, source, done, cameAt: this.#deps.clock.now(), isDelayed: this.#isAway });
      this.#giveUpBeyondBound();
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

  /** Stores what waits, if the database takes it now, or notes it as lost; from now on nothing waits for one that is away. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
    await this.lost.stop();
  }

  async #drain(): Promise<void> {
    // One turn's events arrive together; the commit begins when the turn has brought them all.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#nextCommit);
      try {
        this.#stored(await this.#deps.store.write((tx) => this.#storeBelieved(tx, batch)));
        for (const { done } of batch) done();
      } catch (error) {
        await this.#failed(batch, error);
      }
    }
    this.#running = null;
  }

  #stored({ accepted, dropped, fenced }: Outcome): void {
    // Without the trouble this node would have stored them while it led.
    const lost = fenced.filter(({ isDelayed }) => isDelayed);
    for (const waiting of lost) this.#lose(waiting);
    this.counts.accepted += accepted;
    this.counts.failed += lost.length;
    this.counts.dropped += dropped + fenced.length - lost.length;
    this.#nextCommit = Math.min(mostPerCommit, this.#nextCommit * 2);
    this.#answers();
  }

  async #failed(batch: readonly Waiting[], error: unknown): Promise<void> {
    const { log, clock } = this.#deps;
    const isAway = troubleOf(error) !== null;
    const { signal } = this.#stopping;
    // Nobody waits for the database at the end; nor for a word whose own row is refused.
    const givenUp = isAway ? (signal.aborted ? [...batch, ...this.#waiting.splice(0)] : []) : batch.length === 1 ? batch : [];
    for (const waiting of givenUp) this.#lose(waiting);
    this.counts.failed += givenUp.length;
    if (givenUp.length > 0) log.error("ingest.failed", { words: givenUp.length, error: String(error) });
    else this.#putBack(batch);
    this.#nextCommit = Math.ceil(batch.length / 2);
    if (!isAway) return this.#answers();
    for (const waiting of this.#waiting) waiting.isDelayed = true;
    // Who brought them goes on; they stay.
    for (const { done } of batch) done();
    if (!this.#isAway) log.warn("ingest.waits", { words: this.#waiting.length, error: String(error) });
    this.#isAway = true;
    await sleep(clock, tryAgainMs, signal);
  }

  #answers(): void {
    this.#isAway = false;
    this.lost.makeGood();
  }

  #putBack(batch: readonly Waiting[]): void {
    for (const waiting of batch) waiting.isDelayed = true;
    this.#waiting.unshift(...batch);
    this.#giveUpBeyondBound();
  }

  #giveUpBeyondBound(): void {
    const tooMany = this.#waiting.splice(0, Math.max(0, this.#waiting.length - mostWaitingWords));
    this.counts.overflowed += tooMany.length;
    for (const waiting of tooMany) this.#lose(waiting);
  }

  #lose({ word, cameAt, done }: Waiting): void {
    this.lost.add({ providerId: word.providerId, cameAt });
    done();
  }

  async #storeBelieved(tx: Tx, batch: readonly Waiting[]): Promise<Outcome> {
    const { lead } = this.#deps;
    const isLed = batch.some(({ source }) => source === "listener");
    const mayLead = !isLed || (lead.holds() && (await lead.isConfirmed(tx)));
    const isBelieved = ({ source }: Waiting) => mayLead || source !== "listener";
    const believed = batch.filter(isBelieved);
    const accepted = await this.#commit(
      tx,
      believed.map(({ word }) => word),
    );
    return { accepted, dropped: believed.length - accepted, fenced: batch.filter((waiting) => !isBelieved(waiting)) };
  }

  /** How many of the words were taken. */
  async #commit(tx: Tx, words: readonly Word[]): Promise<number> {
    const now = this.#deps.clock.now();
    const providerIds = [...new Set(words.map((word) => word.providerId))];
    // What is told of them below is read now: nobody renames them, or passes them on, until it stands in the log. [AD-7]
    await tx.prepared.lockDevices(providerIds);
    const devices = await findDevicesByProviderIds(tx, providerIds);
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
          counted: this.#counted.get(row.device.id) ?? null,
          now,
          random: this.#deps.random,
        }),
      );
    }
    let accepted = 0;
    for (const word of words) if ((await batches.get(word.providerId)?.take(tx, word)) === true) accepted += 1;
    const changed = [...batches.values()].filter((batch) => batch.isChanged);
    for (const batch of changed) await batch.finish(tx);
    tx.afterCommit(() => {
      for (const { deviceId, counted } of changed) if (counted !== null) this.#counted.set(deviceId, counted);
    });
    await storeTelemetry(
      tx,
      changed.map((batch) => batch.changes()),
    );
    await insertRelayChanges(
      tx,
      changed.flatMap((batch) => batch.moves),
    );
    await insertToldPresence(
      tx,
      changed.flatMap((batch) => batch.presence),
    );
    for (const batch of changed) await tx.live(batch.liveEvents(this.#deps.profiles));
    await evaluateAlerts(
      this.#deps,
      tx,
      changed.map((batch) => batch.happened()),
    );
    // After the devices and the keys of alerts, as everybody locks them; see accounts/lock.ts of the database.
    for (const entry of changed.flatMap((batch) => batch.audited)) await audit(tx, entry);
    return accepted;
  }
}

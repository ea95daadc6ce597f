/**
 * Words that are lost for good: the time in which they came is noted as a gap, then what they hid is read back. [C3, ST-1]
 *
 * It is for the node that lost them to say so, whether it leads or not: nobody else knows. At once and then at most once a
 * minute, because reading back asks the cloud; more that is lost meanwhile goes together. What fails is kept and tried again,
 * and while something is left to be read, when its reader says so: what was lost since goes with it.
 */
import { insertGap } from "@relaydeck/db/telemetry/gaps";
import { toInstant } from "@relaydeck/contract/instants";
import { troubleOf } from "@relaydeck/db/trouble";
import type { Disposer } from "@relaydeck/kit/disposer";
import { base62 } from "@relaydeck/kit/random";
import type { Ground } from "../ground.ts";
import { gapEvent } from "./gap-event.ts";

export type LostDeps = Pick<Ground, "store" | "clock" | "random" | "log">;

interface Loss {
  /** The same however often it is written, so that a commit whose answer is lost makes no second gap. */
  readonly id: string;
  /** When the first of the words came, epoch ms. */
  readonly from: number;
  /** When the last of them was given up, epoch ms; what came afterwards is stored. */
  readonly to: number;
}

/**
 * `signal`: nobody waits for it any more. [BP-2] `since`: of whom words were lost since the try before; what that one learned of
 * them is not true any more. Null: what is true of all of them is known as far as the cloud knows it.
 */
export type ReadBack = (
  providerIds: ReadonlySet<string>,
  signal: AbortSignal,
  since: ReadonlySet<string>,
) => Promise<StillUnread | null>;

interface StillUnread {
  readonly providerIds: Iterable<string>;
  /** Milliseconds until it makes sense to ask again. */
  readonly waitMs: number;
}

const makeGoodEveryMs = 60_000;
/** Pause before what failed is tried again. */
const tryAgainMs = 1_000;
const mostDevices = 1_000;

export class LostWords {
  readonly #deps: LostDeps;
  /** Not noted yet. */
  #loss: Loss | null = null;
  /** Of whom the words spoke, and who was not read back yet; the first thousand. */
  #unread: ReadonlySet<string> = new Set();
  /** Of whom words were lost since the last read back began; the first thousand. */
  #since: ReadonlySet<string> = new Set();
  /** The database ended the last try: the cloud is not asked again for what nobody can store. [C14] */
  #isAway = false;
  #readBack: ReadBack = async () => null;
  /** On the steady clock. */
  #notBefore = 0;
  #cancel: Disposer | null = null;
  #running: Promise<void> | null = null;
  readonly #stopping = new AbortController();

  constructor(deps: LostDeps) {
    this.#deps = deps;
  }

  /** Who reads back what is true of these devices. */
  onLoss(readBack: ReadBack): void {
    this.#readBack = readBack;
  }

  /** `cameAt`: epoch ms. */
  add(lost: { readonly providerId: string; readonly cameAt: number }): void {
    const { clock, random } = this.#deps;
    const { id, from } = this.#loss ?? { id: base62(random, 22), from: lost.cameAt };
    this.#loss = { id, from: Math.min(from, lost.cameAt), to: clock.now() };
    this.#keepUnread([lost.providerId]);
    this.#since = firstOf(this.#since, [lost.providerId]);
  }

  /** To be called whenever the database takes words. */
  makeGood(): void {
    const isNothing = this.#loss === null && this.#unread.size === 0;
    if (isNothing || this.#stopping.signal.aborted || this.#cancel !== null || this.#running !== null) return;
    const { clock } = this.#deps;
    const waitMs = this.#notBefore - clock.monotonic();
    if (waitMs > 0) this.#cancel = clock.after(waitMs, () => this.#again());
    else this.#running = this.#run();
  }

  /** Notes at once what is not noted yet. What the database does not take now is in the log alone. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancel?.();
    await this.#running;
    await this.#note().catch((error: unknown) => this.#failed(error, "It ends, and the gap is not noted"));
  }

  #again(): void {
    this.#cancel = null;
    this.#running = null;
    this.makeGood();
  }

  async #run(): Promise<void> {
    const { clock, store } = this.#deps;
    if (this.#isAway && !(await store.healthy())) {
      this.#notBefore = clock.monotonic() + tryAgainMs;
      return this.#again();
    }
    this.#isAway = false;
    this.#notBefore = clock.monotonic() + makeGoodEveryMs;
    try {
      await this.#note();
      if (!this.#stopping.signal.aborted) await this.#readUnread();
    } catch (error) {
      this.#isAway = troubleOf(error) !== null;
      this.#notBefore = clock.monotonic() + tryAgainMs;
      this.#failed(error, "It is tried again");
    }
    this.#again();
  }

  async #note(): Promise<void> {
    const { store, log } = this.#deps;
    const loss = this.#loss;
    if (loss === null) return;
    this.#loss = null;
    const { from, to } = loss;
    try {
      await store.write(async (tx) => {
        await insertGap(tx, { ...loss, reason: "Reports could not be stored" });
        await tx.live([gapEvent({ from, to })]);
      });
    } catch (error) {
      this.#loss = joined(loss, this.#loss);
      throw error;
    }
    log.error("ingest.lost", { from: toInstant(from), devices: this.#unread.size, action: "The gap is noted, and read back" });
  }

  async #readUnread(): Promise<void> {
    const [unread, since] = [this.#unread, this.#since];
    this.#unread = new Set();
    this.#since = new Set();
    try {
      const still = await this.#readBack(unread, this.#stopping.signal, since);
      if (still === null) return;
      this.#keepUnread(still.providerIds);
      // A pause of minutes must not keep what is lost meanwhile from being noted.
      this.#notBefore = this.#deps.clock.monotonic() + Math.min(still.waitMs, makeGoodEveryMs);
    } catch (error) {
      this.#keepUnread(unread);
      this.#since = firstOf(this.#since, since);
      throw error;
    }
  }

  #keepUnread(providerIds: Iterable<string>): void {
    this.#unread = firstOf(this.#unread, providerIds);
  }

  #failed(error: unknown, action: string): void {
    this.#deps.log.error("ingest.lost", { error: String(error), action });
  }
}

function firstOf(before: ReadonlySet<string>, more: Iterable<string>): ReadonlySet<string> {
  return new Set([...before, ...more].slice(0, mostDevices));
}

function joined(before: Loss, since: Loss | null): Loss {
  return since === null ? before : { id: before.id, from: Math.min(before.from, since.from), to: since.to };
}

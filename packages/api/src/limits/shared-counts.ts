/**
 * What this node counts in memory, and until when it holds back, and what the others have: told through the database once a
 * second, and sooner where a key is used much, so that all nodes together pass a limit by little. [RL-2, S17-5]
 *
 * A file has one process, which tells nobody. A database that does not answer leaves what was known.
 */
import { tellCounts, toldByOthers, type ToldBucket } from "@relaydeck/db/limits/told";
import type { Store } from "@relaydeck/db/store";
import { troubleOf } from "@relaydeck/db/trouble";
import type { Clock } from "@relaydeck/kit/clock";
import { groupBy } from "@relaydeck/kit/group-by";
import { base62, type Random } from "@relaydeck/kit/random";

/** Counts of one kind, by key, over a window. */
export interface SharedCounter {
  /** One more here. */
  note(key: string): void;
  /** Counted here, and not told yet. */
  untold(key: string): number;
  /** Counted by the others within the last window, as far as they have told it. */
  others(key: string): number;
}

/** A moment until which something lasts on every node, once one of them has said so; epoch ms. */
export interface SharedMoment {
  /** At least until then. */
  note(until: number): void;
  /** The latest that the others have told; 0: none is known. */
  others(): number;
}

interface SharedCountsDeps {
  readonly store: Pick<Store, "dialect" | "read" | "write">;
  readonly clock: Pick<Clock, "now">;
  readonly random: Random;
}

/** A window is told in so many steps. */
const stepsPerWindow = 20;
const nodeNameLength = 8;

const alone = { note() {}, untold: () => 0, others: () => 0 };

export class SharedCounts {
  readonly #deps: SharedCountsDeps;
  readonly #node: string;
  /** By name of the counter, in milliseconds. */
  readonly #windows = new Map<string, number>();
  #untold = new Map<string, number>();
  /** By name, epoch ms. */
  #untoldMoments = new Map<string, number>();
  #others = new Map<string, ToldBucket[]>();
  #running: Promise<void> | null = null;

  constructor(deps: SharedCountsDeps) {
    this.#deps = deps;
    this.#node = base62(deps.random, nodeNameLength);
  }

  /** `name` without a colon. */
  counter(name: string, windowMs: number): SharedCounter {
    if (this.#deps.store.dialect === "sqlite") return alone;
    this.#windows.set(name, windowMs);
    return {
      note: (key) => void this.#untold.set(`${name}:${key}`, this.#untoldOf(`${name}:${key}`) + 1),
      untold: (key) => this.#untoldOf(`${name}:${key}`),
      others: (key) => this.#othersOf(`${name}:${key}`, windowMs),
    };
  }

  /** `name` without a colon, and of no counter. It is told as a bucket that begins at that moment. */
  moment(name: string): SharedMoment {
    if (this.#deps.store.dialect === "sqlite") return alone;
    return {
      note: (until) => this.#noteMoment(name, until),
      others: () => Math.max(0, ...(this.#others.get(name) ?? []).map(({ windowStart }) => windowStart)),
    };
  }

  /** Tells and hears once, for all who ask meanwhile. */
  exchange(): Promise<void> {
    this.#running ??= this.#exchange().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #exchange(): Promise<void> {
    if (this.#windows.size === 0) return;
    const { store, clock } = this.#deps;
    const telling = this.#untold;
    this.#untold = new Map();
    const now = clock.now();
    const moments = this.#untoldMoments;
    this.#untoldMoments = new Map();
    const buckets = [
      ...[...telling].map(([what, count]) => ({ what, count, windowStart: this.#stepOf(what, now) })),
      ...[...moments].map(([what, windowStart]) => ({ what, count: 1, windowStart })),
    ];
    let isTold = buckets.length === 0;
    try {
      if (!isTold) await store.write((tx) => tellCounts(tx, this.#node, buckets));
      isTold = true;
      const told = await toldByOthers(store.read, this.#node, now - Math.max(...this.#windows.values()));
      this.#others = groupBy(told, ({ what }) => what);
    } catch (error) {
      if (troubleOf(error) === null) throw error;
      // Told at the next exchange.
      if (isTold) return;
      for (const [what, count] of telling) this.#untold.set(what, this.#untoldOf(what) + count);
      for (const [name, until] of moments) this.#noteMoment(name, until);
    }
  }

  #noteMoment(name: string, until: number): void {
    this.#untoldMoments.set(name, Math.max(until, this.#untoldMoments.get(name) ?? 0));
  }

  #untoldOf(what: string): number {
    return this.#untold.get(what) ?? 0;
  }

  #othersOf(what: string, windowMs: number): number {
    const since = this.#deps.clock.now() - windowMs;
    const buckets = this.#others.get(what) ?? [];
    return buckets.reduce((sum, { windowStart, count }) => (windowStart > since ? sum + count : sum), 0);
  }

  #stepOf(what: string, now: number): number {
    const windowMs = this.#windows.get(what.slice(0, what.indexOf(":"))) ?? 0;
    const stepMs = windowMs / stepsPerWindow;
    return Math.floor(now / stepMs) * stepMs;
  }
}

/**
 * Is the other end still there? A beat every `periodMs` asks `PING` when nothing was heard; two without any word end
 * the link. Counted on our own clock, because a machine that slept must notice before anybody presses. [HD-5]
 */
import { every, type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";

/** Time between beats, in milliseconds; the server is missed after two of them. */
export const heartbeatMs = 5_000;
const missesThatEnd = 2;

/** What a heartbeat needs and whom it tells. */
export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Sends one `PING`, which the server answers with `PONG` in the order of its other words; false when nothing is open. */
  readonly ping: () => boolean;
  /** Called at each beat. */
  readonly onBeat: () => void;
  /** Two beats passed without a word. */
  readonly onDead: () => void;
  /** The beat itself came far too late: this machine slept, and what it shows is old until the server answers. */
  readonly onLate: () => void;
}

interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

interface Question {
  /** Answered by the `PONG` of this number. */
  readonly after: number;
  readonly askedAt: Moment;
  readonly run: () => void;
}

/** Beats every 5 s: a link without a word for two beats is dead, one that slept is not to be believed. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #stop: Disposer;
  #heardSinceBeat = true;
  #misses = 0;
  #asked = 0;
  #answered = 0;
  #waiting: Question[] = [];
  /** The newest moment at which somebody looked: a beat, or a question that was answered since. */
  #looked: Moment;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#looked = this.#readClock();
    this.#stop = every(options.clock, heartbeatMs, () => this.#beat());
  }

  /** Any word of the server counts as life; its `PONG`s also answer questions. */
  heard(word: unknown): void {
    this.#heardSinceBeat = true;
    this.#misses = 0;
    if (word !== "PONG") return;
    this.#answered += 1;
    const due = this.#waiting.filter((question) => question.after <= this.#answered);
    this.#waiting = this.#waiting.filter((question) => question.after > this.#answered);
    for (const question of due) {
      if (question.askedAt.monotonic >= this.#looked.monotonic) this.#looked = question.askedAt;
      question.run();
    }
  }

  /** Asks now, if a socket is open; `then` runs when everything the server had said before its answer has arrived. */
  probe(then: () => void): void {
    if (!this.#options.ping()) return;
    this.#asked += 1;
    this.#waiting.push({ after: this.#asked, askedAt: this.#readClock(), run: then });
  }

  /** True when somebody should long have looked. */
  isOverdue(): boolean {
    return this.#sinceLookedMs() > 2 * heartbeatMs;
  }

  stop(): void {
    this.#waiting = [];
    this.#stop();
  }

  #beat(): void {
    const late = this.isOverdue();
    this.#looked = this.#readClock();
    if (late) this.#options.onLate();
    else if (!this.#heardSinceBeat) this.#misses += 1;
    if (this.#misses >= missesThatEnd) return this.#options.onDead();
    this.#heardSinceBeat = false;
    this.#options.onBeat();
    this.probe(() => {});
  }

  /** By whichever clock ran further: some machines stop the monotonic one while they sleep. */
  #sinceLookedMs(): number {
    const now = this.#readClock();
    return Math.max(now.wall - this.#looked.wall, now.monotonic - this.#looked.monotonic);
  }

  #readClock(): Moment {
    return { wall: this.#options.clock.now(), monotonic: this.#options.clock.monotonic() };
  }
}

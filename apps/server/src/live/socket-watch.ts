/**
 * What time asks of the open sockets of a door, with one timer for all: a first subscription, pongs, progress. [WS-6, WS-7]
 *
 * Looked at every second, so each limit is kept to within one. Those who wait for the same span stand in the order in which
 * it ends, so a look costs as much as there is to do; of those who are behind each is asked. [performance G4, G5]
 */
import { socketLimits } from "@relaydeck/contract/limits";
import { every, type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";

export interface Watched {
  close(code: number): void;
  /** Cuts the connection without a word. */
  cut(): void;
  /** Asks for a sign of life; false when the last question is still open. */
  ping(): boolean;
  /** Bytes that the system has taken for this socket so far. */
  readonly takenBytes: number;
}

const lookEveryMs = 1_000;
/** A log that could not be read for so long, at two looks, is no log any more: what is shown may be old. [C4, HD-5] */
const blindAfterMs = 5_000;
/** A wall clock that fell behind the monotonic one by more than this, at once or little by little, was set back. [TI-1] */
const setBackMs = 1_000;
/** Who is let go has this long to take the goodbye. */
const goodbyeMs = 3_000;

export class SocketWatch {
  readonly #clock: Clock;
  readonly #stop: Disposer;
  readonly #unsubscribed = new Map<Watched, number>();
  readonly #pinged = new Map<Watched, number>();
  readonly #behind = new Map<Watched, Progress>();
  readonly #leaving = new Map<Watched, number>();
  readonly #blindMs: () => number;
  #wasBlind = false;
  /** The most that was seen since the last time: wall clock minus monotonic clock. */
  #aheadMs: number;

  /** `blindMs`: for how long the live log could not be read. */
  constructor(clock: Clock, blindMs: () => number) {
    this.#clock = clock;
    this.#blindMs = blindMs;
    this.#aheadMs = clock.now() - clock.monotonic();
    this.#stop = every(clock, lookEveryMs, () => this.#look());
  }

  enter(socket: Watched): void {
    const now = this.#now();
    this.#unsubscribed.set(socket, now);
    this.#pinged.set(socket, now);
  }

  subscribed(socket: Watched): void {
    this.#unsubscribed.delete(socket);
  }

  /** Bytes wait in the socket. */
  fellBehind(socket: Watched): void {
    if (!this.#behind.has(socket)) this.#behind.set(socket, { takenBytes: socket.takenBytes, since: this.#now() });
  }

  caughtUp(socket: Watched): void {
    this.#behind.delete(socket);
  }

  leave(socket: Watched): void {
    for (const queue of [this.#unsubscribed, this.#pinged, this.#behind, this.#leaving]) queue.delete(socket);
  }

  stop(): void {
    this.#stop();
  }

  #look(): void {
    const now = this.#now();
    this.#lookAtLog();
    this.#lookAtClock();
    for (const socket of due(this.#unsubscribed, now - socketLimits.firstSubscriptionMs)) this.letGo(socket, 1008);
    for (const socket of due(this.#pinged, now - socketLimits.pingEveryMs)) {
      if (socket.ping()) this.#pinged.set(socket, now);
      else socket.cut();
    }
    for (const [socket, progress] of this.#behind) this.#judge(socket, progress, now);
    for (const socket of due(this.#leaving, now - goodbyeMs)) socket.cut();
  }

  /** Readers who would believe to be live are sent away, and come back to be told how things are. */
  #lookAtLog(): void {
    const isBlind = this.#blindMs() > blindAfterMs;
    const isGone = isBlind && this.#wasBlind;
    this.#wasBlind = isBlind;
    if (isGone) this.#letAllGo();
  }

  /**
   * Deadlines of commands are counted on it, by readers who measured it when they came: they come back to measure it anew. Where
   * it was set on, their deadlines are too early, which they hear of at the next. [C2]
   */
  #lookAtClock(): void {
    const aheadMs = this.#clock.now() - this.#clock.monotonic();
    const isSetBack = this.#aheadMs - aheadMs > setBackMs;
    this.#aheadMs = isSetBack ? aheadMs : Math.max(this.#aheadMs, aheadMs);
    if (isSetBack) this.#letAllGo();
  }

  #letAllGo(): void {
    for (const socket of this.#pinged.keys()) if (!this.#leaving.has(socket)) this.letGo(socket, 1013);
  }

  /** A reader that takes nothing for 30 s is let go; it resumes without loss. */
  #judge(socket: Watched, progress: Progress, now: number): void {
    const { takenBytes } = socket;
    if (takenBytes > progress.takenBytes) return void this.#behind.set(socket, { takenBytes, since: now });
    if (now - progress.since < socketLimits.noProgressMs) return;
    this.#behind.delete(socket);
    this.letGo(socket, 1013);
  }

  /** With a goodbye, and cut where it is not answered. */
  letGo(socket: Watched, code: number): void {
    socket.close(code);
    this.#leaving.set(socket, this.#now());
  }

  #now(): number {
    return Math.floor(this.#clock.monotonic());
  }
}

interface Progress {
  readonly takenBytes: number;
  /** When more was seen to be taken for the last time. */
  readonly since: number;
}

/** Takes out, in order, who has waited since `until` or longer. */
function due(queue: Map<Watched, number>, until: number): readonly Watched[] {
  const found: Watched[] = [];
  for (const [socket, since] of queue) {
    if (since > until) break;
    queue.delete(socket);
    found.push(socket);
  }
  return found;
}

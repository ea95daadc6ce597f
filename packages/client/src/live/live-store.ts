/**
 * The live store: one subscription, one copy of the world, many readers.
 *
 * `getState` and `subscribe` fit React's `useSyncExternalStore`. Stopping keeps the copy, so that a start soon after goes
 * on where it was; being signed out empties it. [HD-4]
 */
import type { LiveItem, LiveSnapshot } from "@relaydeck/contract/live";
import { sleep, type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import { Feed } from "@relaydeck/kit/feed";
import type { Random } from "@relaydeck/kit/random";
import type { Network } from "../network.ts";
import { isSignedOut } from "../relaydeck-error.ts";
import type { ServerCalls } from "../server-calls.ts";
import type { ServerClock } from "../server-clock.ts";
import type { LinkTarget } from "./link.ts";
import {
  emptyState,
  isDown,
  withItem,
  withLink,
  withPolledActivity,
  withPolledSnapshot,
  type LinkState,
  type LiveState,
} from "./live-state.ts";
import { Polling } from "./polling.ts";
import { socketClass } from "./sockets.ts";
import { Stream } from "./stream.ts";

/** A question over HTTP beside the stream waits this long for its answer, in milliseconds. */
const questionMs = 10_000;

/** What the live store needs of the client. */
export interface LiveStoreDeps {
  readonly target: LinkTarget;
  readonly clock: Clock;
  readonly random: Random;
  readonly network: Network;
  readonly calls: ServerCalls;
  readonly serverClock: ServerClock;
  /** Ends with the client. */
  readonly closed: AbortSignal;
}

/** The live copy of one person's world: start, stop, read, subscribe. Fits `useSyncExternalStore`. */
export class LiveStore {
  readonly #deps: LiveStoreDeps;
  readonly #stream: Stream;
  readonly #polling: Polling;
  readonly #changes = new Feed<void>();
  readonly #items = new Feed<LiveItem>();
  #state = emptyState;
  #lastItem: LiveItem | null = null;
  #isMeasuring = false;
  /** The server's clock was measured since the link was last not live. */
  #isMeasured = false;
  #questions = new AbortController();

  constructor(deps: LiveStoreDeps) {
    this.#deps = deps;
    this.#stream = new Stream(
      { ...deps, whoAmI: () => this.#whoAmI(), askOverHttp: () => this.#measureOrForget() },
      {
        lastEventId: () => this.#state.lastEventId,
        onLink: (link) => this.#onLink(link),
        onItem: (id, item) => this.#onItem(id, item),
        onBeat: () => this.#keepClock(),
        onTry: () => this.#set({ ...this.#state, tries: this.#state.tries + 1 }),
        onSignedOut: () => this.#onSignedOut(),
      },
    );
    this.#polling = new Polling(deps, {
      known: () => this.#state.snapshot,
      onWorld: (world) => this.#onPolledWorld(world),
      onLog: (entries) => this.#set(withPolledActivity(this.#state, entries, deps.clock.now())),
      onSignedOut: () => this.#onSignedOut(),
    });
  }

  /**
   * Opens the stream; does nothing when it is open, or after the client's `close()`. Also the way on after signing in again.
   * Throws at once when neither the client's options nor this machine have a `WebSocket`.
   */
  start(): void {
    if (this.#deps.closed.aborted) return;
    socketClass(this.#deps.target.WebSocket);
    this.#stream.start();
  }

  /**
   * For "Try again": opens the stream anew at once, and reads over HTTP within seconds while it is not open. `since` and
   * `tries` go on, for this is still the same time without connection. Does nothing when the link is live or was not started.
   */
  tryNow(): void {
    if (!isDown(this.#state.link)) return;
    this.#polling.stop();
    this.#stream.tryNow();
  }

  /** Closes the stream and ends polling; the copy stays, marked `idle`. */
  stop(): void {
    this.#questions.abort();
    this.#questions = new AbortController();
    this.#stream.stop();
    this.#onLink("idle");
  }

  /** Stops, and forgets everything: for signing out here. */
  clear(): void {
    this.stop();
    this.#deps.serverClock.forget();
    this.#lastItem = null;
    this.#set(emptyState);
  }

  /** The same reference until something changed. */
  getState = (): LiveState => this.#state;

  /** Calls `listener` after each change, until disposed. */
  subscribe = (listener: () => void): Disposer => this.#changes.subscribe(listener);

  /** Calls `listener` with each item after it was applied, once per item, in order: to read other lists again. */
  onItem(listener: (item: LiveItem) => void): Disposer {
    return this.#items.subscribe(listener);
  }

  /** Why a command may not be given now; null when it may. [HD-5, C2] */
  whyNoCommand(): "link-down" | "clock-unknown" | "signed-out" | "closed" | null {
    if (this.#deps.closed.aborted) return "closed";
    if (this.#state.link === "signed-out") return "signed-out";
    if (!this.#stream.isCurrent() || this.#state.snapshot === null) return "link-down";
    return this.#deps.serverClock.offsetMs() === null ? "clock-unknown" : null;
  }

  /**
   * Something that was changed from here has come to its end, such as a command: where the stream does not tell what came of it,
   * it is read after half a second, and what was asked for before is not shown any more. [D36, C3]
   */
  afterChange(): void {
    this.#polling.refetch();
  }

  #onItem(id: string, item: LiveItem): void {
    if (this.#isRepeat(id, item)) return;
    const next = withItem(this.#state, id, item);
    if (next === this.#state) return;
    this.#lastItem = item;
    this.#polling.heard();
    if ("serverTime" in item) this.#deps.serverClock.heard(Date.parse(item.serverTime));
    this.#set({ ...next, clockOffsetMs: this.#deps.serverClock.offsetMs() });
    this.#keepClock();
    this.#items.emit(item);
  }

  /** An item that brings the number and the very words of the one before. */
  #isRepeat(id: string, item: LiveItem): boolean {
    return id === this.#state.lastEventId && JSON.stringify(item) === JSON.stringify(this.#lastItem);
  }

  #onLink(link: LinkState): void {
    this.#set(withLink(this.#state, link, this.#deps.clock.now()));
    // A reader who heard it may have stopped everything.
    if (this.#state.link !== link) return;
    if (isDown(link) && link !== "no-network") this.#polling.start();
    else this.#polling.stop();
    if (link !== "live") this.#isMeasured = false;
    else if (!this.#isMeasured) void this.#measureUntilKnown();
  }

  #onPolledWorld(world: LiveSnapshot): void {
    // It waited for the slowest of its reads.
    this.#deps.serverClock.heardLate(Date.parse(world.serverTime));
    const next = withPolledSnapshot(this.#state, world, this.#deps.clock.now());
    this.#set({ ...next, clockOffsetMs: this.#deps.serverClock.offsetMs() });
  }

  #onSignedOut(): void {
    this.clear();
    this.#set(withLink(emptyState, "signed-out", this.#deps.clock.now()));
  }

  /** A wall clock, ours or the server's, may have been set: the offset is unknown from then on, until it is measured again. */
  #keepClock(): void {
    this.#showOffset();
    if (this.#state.link === "live" && this.#state.clockOffsetMs === null) void this.#measureUntilKnown();
  }

  /** A round trip corrects what the snapshot's one way told; tried again while the link is live and it took too long. */
  async #measureUntilKnown(): Promise<void> {
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
    const questions = this.#questions.signal;
    for (let waitMs = 1_000; !questions.aborted && this.#state.link === "live"; waitMs = Math.min(2 * waitMs, 30_000)) {
      if (await this.#measureOnce()) break;
      await sleep(this.#deps.clock, waitMs, questions);
    }
    this.#isMeasuring = false;
  }

  /** While the link was down nothing was heard of the server's clock, which may have been set. */
  async #measureOrForget(): Promise<void> {
    if (await this.#measureOnce()) return;
    this.#deps.serverClock.forget();
    this.#showOffset();
  }

  async #measureOnce(): Promise<boolean> {
    const { clock, calls, serverClock } = this.#deps;
    const askedAt = clock.monotonic();
    const status = await this.#ask((signal) => calls.status(signal));
    if (status === null) return false;
    const serverTimeMs = Date.parse(status.serverTime);
    this.#isMeasured = serverClock.measured(serverTimeMs, askedAt);
    // On a slow line too this is a time that has passed there: deadlines are early by as much.
    if (serverClock.offsetMs() === null) serverClock.heard(serverTimeMs);
    this.#showOffset();
    return this.#isMeasured;
  }

  #showOffset(): void {
    const clockOffsetMs = this.#deps.serverClock.offsetMs();
    if (clockOffsetMs !== this.#state.clockOffsetMs) this.#set({ ...this.#state, clockOffsetMs });
  }

  async #whoAmI(): Promise<"signed-in" | "signed-out" | "unknown"> {
    let isOut = false;
    const user = await this.#ask(
      (signal) => this.#deps.calls.me(signal),
      (error) => (isOut = isSignedOut(error)),
    );
    if (isOut) return "signed-out";
    return user === null ? "unknown" : "signed-in";
  }

  /** The answer, or null when it failed, took too long or the store was stopped. */
  async #ask<T>(call: (signal: AbortSignal) => Promise<T>, onError: (error: unknown) => void = () => {}): Promise<T | null> {
    const limit = new AbortController();
    const stopLimit = this.#deps.clock.after(questionMs, () => limit.abort());
    try {
      return await call(AbortSignal.any([limit.signal, this.#questions.signal]));
    } catch (error) {
      // Without an answer nothing is known, which is what null says; the caller sees the refusal where it matters.
      onError(error);
      return null;
    } finally {
      stopLimit();
    }
  }

  #set(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#changes.emit();
  }
}

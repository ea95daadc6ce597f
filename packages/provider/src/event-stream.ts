/**
 * The one event stream of the installation: opened, watched, and opened again within hard bounds. [C14, checklist 17, 18]
 *
 * Never more than one at a time, never more than 50 openings in five minutes. Sixty seconds without a byte count as a break.
 * The cloud replays nothing, so every break is told as a gap with its true bounds: last byte heard, first byte heard again.
 * Who may run it (the lease) and what a gap leads to is decided elsewhere.
 */
import type { StreamLimits } from "./stream-limits.ts";
import { assert } from "@relaydeck/kit/assert";
import { sleep, type Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import type { Random } from "@relaydeck/kit/random";
import type { Service } from "@relaydeck/kit/service";
import { listen, type StreamEnd } from "./event-listening.ts";
import type { EventNonsense, ProviderEvent } from "./provider-event.ts";
import { StreamPace } from "./stream-pace.ts";
import type { TokenGate } from "./token-gate.ts";
import type { Transport } from "./transport.ts";

export interface EventStreamOptions {
  readonly transport: Pick<Transport, "stream">;
  readonly clock: Clock;
  readonly random: Random;
  readonly token: string;
  /** `eventsPath()` of endpoints.ts. */
  readonly path: string;
  readonly log: Log;
  /** Called in order of arrival; must not throw. */
  readonly onEvent: (event: ProviderEvent) => void;
  readonly onNonsense: (reason: EventNonsense) => void;
  readonly onState: (state: StreamState) => void;
  /** `to` null when the gap begins; the same `from` with both bounds when it ends. Not told by `stop`. */
  readonly onGap: (gap: StreamGap) => void;
  /** Epoch ms of the last byte of an earlier run: the first byte of this one ends that gap. */
  readonly heardUntil?: number | null;
  /** Awaited after each chunk; while it waits nothing is read, so the cloud's bytes queue in the socket. [BP-1] */
  readonly whenReady?: () => Promise<void>;
  /** Shared with the calls, so that a refused token is probed at most once a minute. */
  readonly gate?: TokenGate;
  readonly limits?: Partial<StreamLimits>;
}

/** `since`, epoch ms: connected since then, or not connected since then, however often it was tried. */
export type StreamState =
  | { readonly kind: "connected"; readonly since: number }
  | { readonly kind: "connecting"; readonly since: number }
  | { readonly kind: "down"; readonly since: number; readonly reason: string; readonly retryAt: number };

export interface StreamGap {
  readonly from: number;
  readonly to: number | null;
}

const streamLimits: StreamLimits = {
  silence: 60_000,
  headWithin: 15_000,
  firstWait: 1_000,
  longestWait: 45_000,
  firstBusyWait: 120_000,
  longestBusyWait: 300_000,
  stableAfter: 60_000,
  opens: 50,
  opensWithin: 300_000,
};

export interface EventStream extends Service {
  /** Epoch ms of the last byte heard; null before the first. */
  lastByteAt(): number | null;
}

export function createEventStream(options: EventStreamOptions): EventStream {
  return new RunningStream(options);
}

class RunningStream implements EventStream {
  readonly #options: EventStreamOptions;
  readonly #limits: StreamLimits;
  readonly #pace: StreamPace;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #lastByteAt: number | null = null;
  #gapFrom: number | null;
  #isGapTold = false;
  #notConnectedSince: number;
  #begunAt: number;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#limits = { ...streamLimits, ...options.limits };
    this.#pace = new StreamPace(options, this.#limits);
    this.#gapFrom = options.heardUntil ?? null;
    this.#notConnectedSince = options.clock.now();
    this.#begunAt = this.#notConnectedSince;
  }

  lastByteAt(): number | null {
    return this.#lastByteAt;
  }

  run(): Promise<void> {
    assert(this.#running === null, "An event stream runs once; make a new one to run again");
    this.#running = this.#loop();
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #loop(): Promise<void> {
    const { clock, onState } = this.#options;
    const { signal } = this.#stopping;
    this.#begunAt = clock.now();
    this.#notConnectedSince = this.#begunAt;
    let waitMs = this.#pace.waitBeforeFirst();
    while (!signal.aborted) {
      if (waitMs > 0) await sleep(clock, waitMs, signal);
      if (signal.aborted) return;
      if (!this.#pace.take()) {
        waitMs = this.#pace.waitForRoom();
        continue;
      }
      onState({ kind: "connecting", since: this.#notConnectedSince });
      const end = await this.#listenOnce();
      if (signal.aborted) return;
      waitMs = this.#pace.waitAfter(end);
      this.#tellBreak(end, waitMs);
    }
  }

  #listenOnce(): Promise<StreamEnd> {
    const { clock, onState, onEvent, onNonsense, whenReady, transport, path, token } = this.#options;
    return listen({
      transport,
      clock,
      path,
      token,
      limits: this.#limits,
      stopping: this.#stopping.signal,
      onOpen: () => {
        this.#options.gate?.accept(clock.monotonic());
        onState({ kind: "connected", since: clock.now() });
      },
      onBytes: () => this.#hear(),
      onEvent,
      onNonsense,
      ...(whenReady === undefined ? {} : { whenReady }),
    });
  }

  #hear(): void {
    this.#lastByteAt = this.#options.clock.now();
    if (this.#gapFrom === null) return;
    const from = this.#gapFrom;
    this.#gapFrom = null;
    this.#isGapTold = false;
    this.#options.onGap({ from, to: this.#lastByteAt });
  }

  #tellBreak(end: StreamEnd, waitMs: number): void {
    const { clock, log, onGap, onState, gate } = this.#options;
    if (end.kind === "token-refused") gate?.refuse();
    // What was never heard is not heard since it was listened for.
    const unheardFrom = this.#lastByteAt ?? this.#begunAt;
    if (end.kind === "broken") this.#notConnectedSince = clock.now();
    if (end.kind === "broken" || this.#lastByteAt === null) this.#gapFrom ??= unheardFrom;
    // Also one that an earlier run left: should this run end before a byte comes, the next one knows of it.
    if (this.#gapFrom !== null && !this.#isGapTold) {
      this.#isGapTold = true;
      onGap({ from: this.#gapFrom, to: null });
    }
    log.warn("provider.stream-down", { reason: end.reason, retryInMs: Math.round(waitMs) });
    onState({ kind: "down", since: this.#notConnectedSince, reason: end.reason, retryAt: clock.now() + Math.round(waitMs) });
  }
}

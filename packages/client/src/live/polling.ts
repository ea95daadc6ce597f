/**
 * Reads at the documented intervals, only while the stream is down and the machine has network. [D0.4, D37]
 *
 * The answers enter the same store; the link stays down, so nothing becomes switchable by them. None replaces what was
 * heard, or asked for, after it was asked for. [C3]
 */
import type { Activity } from "@relaydeck/contract/activity";
import type { Device, SharedDevice } from "@relaydeck/contract/devices";
import { byName } from "@relaydeck/contract/apply-event";
import type { LiveSnapshot } from "@relaydeck/contract/live";
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { Random } from "@relaydeck/kit/random";
import { isSignedOut } from "../relaydeck-error.ts";
import type { ServerCalls } from "../server-calls.ts";

/** Devices, shared devices and system stats are read together; the log by itself. Milliseconds. */
export const pollIntervalsMs = { world: 30_000, log: 10_000 } as const;
/** The first reads come this long after the stream went down, plus up to as much again by chance. Milliseconds. */
export const firstPollMs = 2_000;
/** Everything is read once so long after a command has come to its end, for the stream would have told. Milliseconds. [D36] */
export const refetchMs = 500;

/** What polling needs of the client. */
export interface PollingDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly calls: ServerCalls;
}

/** Whom polling tells what it read. */
export interface PollingListener {
  /** The last snapshot, for what a poll does not tell; null makes the first one ask who the user is. */
  known(): LiveSnapshot | null;
  onWorld(world: LiveSnapshot): void;
  onLog(entries: readonly Activity[]): void;
  onSignedOut(): void;
}

/** Reads at the documented intervals while the stream is down, and at no other time. [D0.4] */
export class Polling {
  readonly #deps: PollingDeps;
  readonly #listener: PollingListener;
  #session: AbortController | null = null;
  /** Counts what was asked for and what came by the stream, in one order. */
  #count = 0;
  /** The count of what is shown. */
  #shown = { world: 0, log: 0 };

  constructor(deps: PollingDeps, listener: PollingListener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  /** Starts when it does not run yet. */
  start(): void {
    if (this.#session !== null) return;
    const session = new AbortController();
    this.#session = session;
    const first = firstPollMs + this.#deps.random.next() * firstPollMs;
    this.#repeat(session.signal, { firstMs: first, everyMs: pollIntervalsMs.world, read: (signal) => this.#readWorld(signal) });
    this.#repeat(session.signal, { firstMs: first, everyMs: pollIntervalsMs.log, read: (signal) => this.#readLog(signal) });
  }

  /** Ends the waits and the requests on their way; an answer that still comes changes nothing. */
  stop(): void {
    this.#session?.abort();
    this.#session = null;
  }

  /** Reads everything once, `refetchMs` from now, if it still runs then; what is asked for now is not shown any more. [C3] */
  refetch(): void {
    this.#outdate();
    this.#deps.clock.after(refetchMs, () => {
      const signal = this.#session?.signal;
      if (signal === undefined) return;
      void this.#once(signal, (until) => this.#readWorld(until));
      void this.#once(signal, (until) => this.#readLog(until));
    });
  }

  /** An item of the stream is in: what was asked for before may be older, and is not shown any more. [C3] */
  heard(): void {
    this.#outdate();
  }

  #outdate(): void {
    const count = this.#next();
    this.#shown = { world: count, log: count };
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #repeat(signal: AbortSignal, plan: { firstMs: number; everyMs: number; read: (signal: AbortSignal) => Promise<void> }): void {
    const tick = async () => {
      await this.#once(signal, plan.read);
      if (!signal.aborted) stopWait = this.#deps.clock.after(plan.everyMs, tick);
    };
    let stopWait: Disposer = this.#deps.clock.after(plan.firstMs, tick);
    signal.addEventListener("abort", () => stopWait(), { once: true });
  }

  async #once(signal: AbortSignal, read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await read(signal);
    } catch (error) {
      // While the server cannot be reached reads fail, and the link's own state says so; the next one is due anyway.
      if (!signal.aborted && isSignedOut(error)) this.#listener.onSignedOut();
    }
  }

  async #readWorld(signal: AbortSignal): Promise<void> {
    const { calls } = this.#deps;
    const count = this.#next();
    const known = this.#listener.known();
    const [own, shared, status, user] = await Promise.all([
      calls.devices(signal),
      calls.sharedDevices(signal),
      calls.status(signal),
      known?.user ?? calls.me(signal),
    ]);
    if (signal.aborted || count < this.#shown.world) return;
    this.#shown.world = count;
    // Only the stream tells what the cloud thinks of the token and of the number of calls, and only when that changes.
    const { isTokenRefused = false, isSlowedDown = false } = known?.status ?? {};
    const liveStatus = { ...status, isTokenRefused, isSlowedDown };
    this.#listener.onWorld({ serverTime: status.serverTime, user, status: liveStatus, devices: visible(own, shared) });
  }

  async #readLog(signal: AbortSignal): Promise<void> {
    const count = this.#next();
    const entries = await this.#deps.calls.activity(signal);
    if (signal.aborted || count < this.#shown.log) return;
    this.#shown.log = count;
    this.#listener.onLog(entries);
  }
}

/** Everything the caller sees, as a snapshot has it: own and controlled devices, and those shared for viewing. [D39] */
function visible(own: readonly Device[], shared: readonly SharedDevice[]): Device[] {
  const ids = new Set(own.map((device) => device.id));
  const others = shared.filter((device) => !ids.has(device.id)).map(({ share: _share, ...device }) => device);
  return [...own, ...others].toSorted(byName);
}

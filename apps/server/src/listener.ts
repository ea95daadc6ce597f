/**
 * The one listener of the installation: the cloud's event stream into the ingest, its breaks into gaps, its return into a
 * reconcile pass, and both wait for a database that is away. [architecture 5, C3, ST-1] Deliveries of the webhook enter at the
 * same place.
 */
import type { Deps } from "@relaydeck/api/deps";
import { storeOfLeader } from "@relaydeck/api/cluster/lead";
import { gapEvent } from "@relaydeck/api/telemetry/gap-event";
import { mostWaitingWords, type WordSource } from "@relaydeck/api/telemetry/ingest";
import { reconcile, ReconcilePace } from "@relaydeck/api/telemetry/reconcile";
import { wordOf } from "@relaydeck/api/telemetry/word";
import { closeGaps, openGap } from "@relaydeck/db/telemetry/gaps";
import { troubleOf } from "@relaydeck/db/trouble";
import type { EventNonsense, ProviderEvent } from "@relaydeck/provider/provider-event";
import { createEventStream, type EventStream, type StreamGap, type StreamState } from "@relaydeck/provider/event-stream";
import { eventsPath } from "@relaydeck/provider/endpoints";
import type { TokenGate } from "@relaydeck/provider/token-gate";
import type { Transport } from "@relaydeck/provider/transport";
import { base62 } from "@relaydeck/kit/random";
import { sleep } from "@relaydeck/kit/clock";
import { noteHeard } from "./cluster/gap-before.ts";
import { StatusPulse } from "./status-pulse.ts";
import { TokenWatch } from "./token-watch.ts";

export interface ListenerDeps extends Deps {
  readonly transport: Transport;
  readonly token: string;
  readonly productId: string | null;
  readonly gate: TokenGate;
}

/** Pause before what a database that was away did not take is tried again. */
const tryAgainMs = 1_000;
/** Words waiting beyond this make the stream wait in turn: there is still room for what comes by other ways. [BP-1] */
const pauseAbove = mostWaitingWords / 2;

export class Listener {
  readonly #deps: ListenerDeps;
  /** Null while another process of the installation listens. */
  #stream: EventStream | null = null;
  #stopping = new AbortController();
  #hasEnded = false;
  readonly #status: StatusPulse;
  readonly #token: TokenWatch;
  /** Events that could not be read, by reason. */
  readonly nonsense = new Map<EventNonsense, number>();
  /** Two queues: a device that takes its time to be read back must not keep an outage from being told. */
  readonly #work = { tell: Promise.resolve(), reconcile: Promise.resolve() };
  /** A pass waits for the one before it: breaks that follow each other fast share the next. [C14] */
  #isReconcileDue = false;
  /** Ends the waiting of a pass for a cloud that could not be asked; the next pass asks for all of it. */
  #nextPass = new AbortController();

  constructor(node: ListenerDeps) {
    // What the listener writes is the leader's to write. [LE-1]
    const deps = { ...node, store: storeOfLeader(node.store, node.lead) };
    this.#deps = deps;
    this.#status = new StatusPulse(deps);
    this.#token = new TokenWatch({ ...deps, tell: () => this.#inOrder("status", () => this.#status.tell()) });
  }

  /** Listens until `stop`, and may be begun again then. `heardUntil`: the moment from which on events were missed, epoch ms; null: none. */
  begin(heardUntil: number | null): void {
    if (this.#hasEnded) return;
    this.#stopping = new AbortController();
    this.#stream = createEventStream({
      ...this.#deps,
      heardUntil,
      path: eventsPath(this.#deps.productId ?? undefined),
      onEvent: (event) => this.hear(event, "listener"),
      onNonsense: (reason) => this.countNonsense(reason),
      onState: (state) => this.#moveTo(state),
      onGap: (gap) => this.#noteGap(gap),
      whenReady: () => this.#whenReady(),
    });
    this.#status.start();
    void this.#stream.run();
  }

  /** When the cloud's stream brought its last byte, epoch ms; null: none since `begin`. */
  get heardAt(): number | null {
    return this.#stream?.lastByteAt() ?? null;
  }

  /** Whoever brought it, nothing of it is stored. */
  countNonsense(reason: EventNonsense): void {
    this.nonsense.set(reason, (this.nonsense.get(reason) ?? 0) + 1);
  }

  async stop(): Promise<void> {
    await this.#endHearing();
    this.#stream = null;
    await this.settled();
  }

  /**
   * Hears nothing more, for good, also where this process comes to lead meanwhile; `heardAt` stays. While it still leads, what was
   * heard until now can be stored. [C3, BP-2]
   */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#endHearing();
  }

  /** The cloud refuses our token since then, or takes it again. Everybody is told by the one that listens, with the same token. */
  tokenTurned(refusedSince: number | null): void {
    if (this.#stream === null) this.#deps.link.refuseToken(refusedSince !== null);
    else this.#token.turned(refusedSince);
  }

  /** An event of the cloud: from the stream, or from a webhook delivery to this node. */
  hear(event: ProviderEvent, source: WordSource): void {
    this.#deps.link.heard(true);
    const word = wordOf(event);
    if (word !== null) void this.#deps.ingest.take(word, source);
  }

  /** Resolves when what follows from states and gaps so far is stored. */
  async settled(): Promise<void> {
    await Promise.all(Object.values(this.#work));
  }

  async #endHearing(): Promise<void> {
    this.#stopping.abort();
    this.#status.stop();
    this.#token.stop();
    await this.#stream?.stop();
  }

  async #whenReady(): Promise<void> {
    if (this.#deps.ingest.waiting > pauseAbove) await this.#deps.ingest.idle();
  }

  #moveTo(state: StreamState): void {
    const { link } = this.#deps;
    if (!link.moveTo(state.kind, state.since, state.kind === "down" ? state : null)) return;
    this.#inOrder("status", () => this.#status.tell());
    if (state.kind !== "connected" || this.#isReconcileDue) return;
    this.#isReconcileDue = true;
    this.#nextPass.abort();
    this.#inOrder("reconcile", () => this.#patiently(() => this.reconcile()));
  }

  /** What the break may have hidden; what the cloud could not be asked for is asked again, until the next break ends. */
  async reconcile(): Promise<void> {
    this.#isReconcileDue = false;
    this.#nextPass = new AbortController();
    const { clock, random } = this.#deps;
    const { signal } = this.#stopping;
    const ended = AbortSignal.any([signal, this.#nextPass.signal]);
    const missed = { source: "listener", unheard: "anybody", signal } as const;
    const pace = new ReconcilePace(random);
    let left = await reconcile(this.#deps, missed);
    while (left !== null && !ended.aborted) {
      await sleep(clock, pace.waitMs(left), ended);
      if (!ended.aborted) left = await reconcile(this.#deps, missed, left);
    }
  }

  #noteGap(gap: StreamGap): void {
    const { store, random } = this.#deps;
    // Named once, however often it is tried: a commit whose answer is lost makes no second gap.
    const id = base62(random, 22);
    const note = () =>
      store.write(async (tx) => {
        // One that is told at its end alone, such as a stop of this server, begins here too.
        await openGap(tx, { id, from: gap.from, reason: "The event stream broke" });
        if (gap.to !== null) {
          await closeGaps(tx, gap.to);
          // At once: a start after a kill would begin the next gap before the end of this one.
          await noteHeard(tx, gap.to);
        }
        await tx.live([gapEvent(gap)]);
      });
    this.#inOrder("gap", () => this.#patiently(note));
  }

  /** Again until the database takes it, or until the listening ends. */
  async #patiently(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (troubleOf(error) === null || signal.aborted) throw error;
        do await sleep(this.#deps.clock, tryAgainMs, signal);
        while (!signal.aborted && !(await this.#deps.store.healthy()));
      }
    }
  }

  #inOrder(what: "status" | "gap" | "reconcile", work: () => Promise<void>): void {
    const queue = what === "reconcile" ? "reconcile" : "tell";
    this.#work[queue] = this.#work[queue]
      .then(work)
      .catch((error: unknown) => this.#deps.log.error("listener.failed", { what, error: String(error) }));
  }
}

/**
 * Keeps one link to `live.stream` for as long as it is wanted: opens, goes on after the last number, tries again with
 * jittered waits, and stops when the server says that nobody is signed in. [C3, C4]
 *
 * After a reconnect the link counts as live when everything that was missed is in: with a `resync`, which is the whole
 * truth, or when the server has accepted the subscription and then answered one question over HTTP and one on the socket,
 * which it does after the last missed item. Until then the missed items change what is known, and nothing is switched. [HD-5]
 */
import type { LiveItem } from "@relaydeck/contract/live";
import { Backoff } from "@relaydeck/kit/backoff";
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { Random } from "@relaydeck/kit/random";
import type { Network } from "../network.ts";
import { openLink, type Link, type LinkLoss, type LinkTarget } from "./link.ts";
import type { LinkState } from "./live-state.ts";

/** The wait before the first new try is uniform in 0 … this; later ones grow from 0.5–1 s to 15–30 s. Milliseconds. */
export const firstRetryWithinMs = 500;
const backoffMs = { baseMs: 1_000, maxMs: 30_000 };
/** From this many refused handshakes in a row on, each is followed by the question who we are. */
const refusalsThatAsk = 2;
/** The server closes a socket with this code when its session has ended. [SE-5] */
const sessionEndedCode = 4401;

/** What the stream needs of the client. */
export interface StreamDeps {
  readonly target: LinkTarget;
  readonly clock: Clock;
  readonly random: Random;
  readonly network: Network;
  /** Asks over HTTP whether anybody is signed in; `unknown` when no answer came. Never rejects. */
  readonly whoAmI: () => Promise<"signed-in" | "signed-out" | "unknown">;
  /** Asks something over HTTP; resolves when the answer is in, or did not come. Never rejects. */
  readonly askOverHttp: () => Promise<void>;
}

/** Whom the stream tells what it hears and where it stands. */
export interface StreamListener {
  /** Where to go on; null to begin with a snapshot. */
  lastEventId(): string | null;
  onLink(link: LinkState): void;
  onItem(id: string, item: LiveItem): void;
  /** Called every few seconds while a connection is kept. */
  onBeat(): void;
  /** One try to connect, or one connection, is over. */
  onTry(): void;
  onSignedOut(): void;
}

/** Keeps one connection alive: opens, watches, and opens again with jittered waits, until it is stopped or signed out. */
export class Stream {
  readonly #deps: StreamDeps;
  readonly #listener: StreamListener;
  readonly #backoff: Backoff;
  #running = false;
  #wasLive = false;
  #isLive = false;
  #link: Link | null = null;
  #refusals = 0;
  #retries = 0;
  #stopWait: Disposer = () => {};
  #stopNetwork: Disposer = () => {};

  constructor(deps: StreamDeps, listener: StreamListener) {
    this.#deps = deps;
    this.#listener = listener;
    this.#backoff = new Backoff({ ...backoffMs, random: deps.random });
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#wasLive = false;
    this.#refusals = 0;
    this.#retries = 0;
    this.#backoff.reset();
    this.#stopNetwork = this.#deps.network.onChange(() => this.#onNetwork());
    this.#connect();
  }

  stop(): void {
    this.#running = false;
    this.#stopNetwork();
    this.#drop();
  }

  /** Gives up what is on its way and opens anew at once; the waits begin small again. Does nothing when it is not wanted. */
  tryNow(): void {
    if (!this.#running) return;
    this.#retries = 0;
    this.#backoff.reset();
    this.#connect();
  }

  /** True when a command may rely on what is shown. [HD-5] */
  isCurrent(): boolean {
    return this.#isLive && this.#link?.isOverdue() === false;
  }

  #connect(): void {
    this.#drop();
    if (!this.#deps.network.isOnline()) return this.#listener.onLink("no-network");
    const from = this.#listener.lastEventId();
    const attempt = this.#attempt();
    this.#listener.onLink(this.#wasLive || from !== null ? "reconnecting" : "connecting");
    // A reader who heard it may have stopped everything.
    if (attempt.isVoid()) return;
    const link = openLink(this.#deps.target, from, {
      onOpen: () => {
        this.#refusals = 0;
        if (from !== null) this.#listener.onLink("updating");
      },
      onStarted: () => {
        if (from !== null) void this.#catchUp(link);
      },
      onItem: (id, item) => {
        this.#listener.onItem(id, item);
        if (item.kind === "snapshot" || item.kind === "resync") this.#becomeLive();
      },
      onBeat: () => this.#listener.onBeat(),
      onLate: () => this.#checkAgain(link),
      onLost: (loss) => void this.#onLost(loss),
    });
    this.#link = link;
  }

  async #catchUp(link: Link): Promise<void> {
    await this.#deps.askOverHttp();
    if (this.#link === link) link.probe(() => this.#becomeLive());
  }

  #becomeLive(): void {
    if (this.#isLive || this.#link === null) return;
    this.#isLive = true;
    this.#wasLive = true;
    this.#retries = 0;
    this.#backoff.reset();
    this.#listener.onLink("live");
  }

  /** This machine slept: the picture is old until the server has answered on this very link. */
  #checkAgain(link: Link): void {
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#listener.onLink("updating");
    link.probe(() => this.#becomeLive());
  }

  async #onLost(loss: LinkLoss): Promise<void> {
    this.#drop();
    const attempt = this.#attempt();
    this.#listener.onLink(this.#wasLive ? "reconnecting" : "connecting");
    if (attempt.isVoid()) return;
    this.#listener.onTry();
    if (!loss.opened) this.#refusals += 1;
    if (!isTelling(loss) && this.#refusals < refusalsThatAsk) return attempt.begin();
    // Nothing is tried while the question is open; a later stop or start makes the answer void.
    const who = await this.#deps.whoAmI();
    if (attempt.isVoid()) return;
    if (who !== "signed-out") return attempt.begin();
    this.stop();
    this.#listener.onSignedOut();
  }

  #attempt(): { begin(): void; isVoid(): boolean } {
    let isVoid = false;
    this.#stopWait = () => {
      isVoid = true;
    };
    return {
      isVoid: () => isVoid,
      begin: () => {
        if (isVoid) return;
        if (!this.#deps.network.isOnline()) return this.#listener.onLink("no-network");
        this.#stopWait = this.#deps.clock.after(this.#nextWaitMs(), () => this.#connect());
      },
    };
  }

  #nextWaitMs(): number {
    this.#retries += 1;
    return this.#retries === 1 ? this.#deps.random.next() * firstRetryWithinMs : this.#backoff.nextMs();
  }

  #onNetwork(): void {
    if (!this.#deps.network.isOnline()) {
      this.#drop();
      return this.#listener.onLink("no-network");
    }
    if (this.#link === null) this.#connect();
    else if (this.#link.isOverdue()) this.#checkAgain(this.#link);
    else this.#link.probe(() => {});
  }

  #drop(): void {
    this.#stopWait();
    this.#stopWait = () => {};
    this.#isLive = false;
    this.#link?.end();
    this.#link = null;
  }
}

function isTelling(loss: LinkLoss): boolean {
  return loss.closeCode === sessionEndedCode || loss.refusal === "SESSION_REQUIRED";
}

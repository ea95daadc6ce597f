/**
 * One life of the server: composed as app.ts does it, without sockets, until it is stopped hard.
 *
 * `die` is a kill: no timer fires, nothing reaches the cloud, no answer is heard. What was under way runs on against the
 * file it had, which nobody reads any more.
 */
import type { Running } from "@relaydeck/api/admin/operations/running";
import { SharedCounts } from "@relaydeck/api/limits/shared-counts";
import { soleLead } from "@relaydeck/api/cluster/lead";
import { composeApi, startLeaderPasses, startOwnPasses } from "@relaydeck/api/compose";
import type { Deps } from "@relaydeck/api/deps";
import { recoverCommands } from "@relaydeck/api/relays/sweep";
import type { Profile } from "@relaydeck/core/devices/profile";
import { openStore } from "@relaydeck/db/open";
import type { Store } from "@relaydeck/db/store";
import type { LiveEvent } from "@relaydeck/db/live/event";
import type { Log, LogFacts } from "@relaydeck/kit/log";
import { seededRandom } from "@relaydeck/kit/random";
import { createProvider } from "@relaydeck/provider/provider";
import {
  simulatorTransport,
  type CloudInProcess,
  type InProcessTransport,
} from "@relaydeck/provider/testing/simulator-transport";
import { TokenGate } from "@relaydeck/provider/token-gate";
import { Listener } from "../../listener.ts";
import type { ServerClock } from "./server-clock.ts";

export interface ServerOptions {
  readonly clock: ServerClock;
  readonly seed: number;
  readonly path: string;
  /** The cloud; every byte for it passes here. */
  readonly cloud: CloudInProcess;
  readonly token: string;
  readonly profiles: readonly Profile[];
  readonly rateLimitFactor: number;
  /** Told of committed rows before any part of the product is. */
  readonly onRows: (rows: readonly LiveEvent[]) => void;
  /** Told of whatever the product logs as an error. */
  readonly onTrouble: (sentence: string) => void;
}

/** Nobody looks at the operations of a world. */
const running = {
  version: "world",
  runtime: "world",
  startedAt: 0,
  memoryBytes: () => 0,
  mail: () => "outbox-only",
  sockets: () => 0,
  unreadableEvents: () => new Map(),
  callRecords: () => ({ waiting: 0, most: 0 }),
} satisfies Running;

export class Server {
  readonly deps: Deps;
  readonly listener: Listener;
  readonly transport: InProcessTransport;
  readonly clock: ServerClock;
  readonly #store: WatchedStore;
  readonly #stop: () => void;
  isDead = false;

  private constructor(parts: {
    deps: Deps;
    listener: Listener;
    transport: InProcessTransport;
    clock: ServerClock;
    store: WatchedStore;
    stop: () => void;
  }) {
    this.deps = parts.deps;
    this.listener = parts.listener;
    this.transport = parts.transport;
    this.clock = parts.clock;
    this.#store = parts.store;
    this.#stop = parts.stop;
  }

  /** `prepare` runs when the parts stand and nothing moves yet. */
  static async start(options: ServerOptions, prepare: (deps: Deps) => Promise<void>): Promise<Server> {
    const { clock, profiles, token } = options;
    const random = seededRandom(options.seed);
    let isDead = false;
    const tell = (sentence: string) => isDead || options.onTrouble(sentence);
    const log = logTo(tell);
    const store = new WatchedStore(
      await openStore({ url: `file:${options.path}`, clock, report: (error) => tell(String(error)) }),
    );
    store.whole.onLive((rows) => isDead || options.onRows(rows));
    const transport = simulatorTransport({ cloud: options.cloud, clock });
    let listener: Listener | null = null;
    const gate = new TokenGate(clock, (refusedSince) => isDead || listener?.tokenTurned(refusedSince));
    const provider = createProvider({ transport, clock, token, gate, log, onCall: () => {} });
    const settings = {
      publicUrl: "http://localhost:3000",
      quietRegistration: false,
      rateLimitFactor: options.rateLimitFactor,
      mailFrom: "no-reply@relaydeck.test",
      timeZone: "UTC",
      twoStepKey: null,
      google: null,
    };
    const deps = await composeApi({
      clock,
      random,
      log,
      provider,
      profiles,
      settings,
      store: store.whole,
      running,
      wakeMail: () => {},
      lead: soleLead,
      sharedCounts: new SharedCounts({ store: store.whole, clock, random }),
    });
    await prepare(deps);
    listener = new Listener({ ...deps, transport, token, productId: null, gate });
    await recoverCommands(deps);
    const passes = [startOwnPasses(deps), startLeaderPasses(deps)];
    listener.begin(null);
    const stop = () => {
      isDead = true;
      for (const pass of passes) pass.dispose();
    };
    return new Server({ deps, listener, transport, clock, store, stop });
  }

  /** True while work waits for the database, the ingest or the end of the turn; everything else moves by time or by the cloud. */
  get isBusy(): boolean {
    return this.#store.pending > 0 || this.deps.ingest.waiting > 0 || this.deps.turn.isAwaited;
  }

  die(): void {
    this.isDead = true;
    this.#stop();
    this.clock.die();
    void this.transport.close();
  }

  /** Frees the file; only after `die`, and when nothing moves. */
  close(): Promise<void> {
    return this.#store.whole.close();
  }
}

/** A store that knows how many writes are under way. */
class WatchedStore {
  readonly whole: Store;
  pending = 0;

  constructor(store: Store) {
    this.whole = {
      ...store,
      write: async (work) => {
        this.pending += 1;
        try {
          return await store.write(work);
        } finally {
          this.pending -= 1;
        }
      },
    };
  }
}

function logTo(tell: (sentence: string) => void): Log {
  const error = (event: string, facts: LogFacts = {}) => tell(`${event} ${JSON.stringify(facts)}`);
  return { debug() {}, info() {}, warn() {}, error };
}

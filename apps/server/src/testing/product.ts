/**
 * The product as it runs: the real application over HTTP and WebSocket, with the simulated cloud on a socket of its own.
 *
 * Time stands still unless a test moves it: server and simulator share one hand-moved clock. With `clock: "real"` both
 * follow the machine's. Every product ends with the test, or with the file when it is made in `beforeAll`.
 */
import { silentLog, type Log } from "@relaydeck/kit/log";
import { systemClock, type Clock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { assert, present } from "@relaydeck/kit/assert";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { startSimulatorServer, type SimulatorServer } from "@relaydeck/simulator/http-server";
import { createSimulator, type Simulator, type SimulatorOptions } from "@relaydeck/simulator/simulator";
import { createMigratedDatabase } from "@relaydeck/db/testing/postgres";
import { migratedFile } from "@relaydeck/db/testing/sqlite";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp, type App } from "../app.ts";
import { parseSettings, type Settings } from "../settings.ts";
import { Browser } from "./http-client.ts";
import { quiet } from "./quiet.ts";
import { makeWebFolder } from "./web-folder.ts";

export interface ProductOptions {
  readonly clock?: "manual" | "real";
  readonly database?: "sqlite" | "postgres";
  /** Settings as an operator would give them, over those of a product on the simulator. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly simulator?: Partial<SimulatorOptions>;
  readonly log?: Log;
  /** The built web application, where a browser looks at it; else a stand-in is served. */
  readonly webFolder?: string;
}

/** Answers at once, reports only when a test says so, and has devices enough for every test of a file. */
const simulated = { latencyMs: [0, 0], telemetryMs: 3_600_000, offlineHoldMs: 10_000, devices: 200, simple: 100 } as const;

const longAdvanceMs = 30_000;
/** Steps in which time passes while a test waits for something. */
const stepMs = 200;

export class Product {
  readonly clock: Clock;
  readonly simulator: Simulator;
  /** Where the simulator answers, its control door included. */
  readonly cloudUrl: string;
  #cloud: SimulatorServer | null;
  readonly settings: Settings;
  readonly origin: string;
  readonly #log: Log;
  readonly #webFolder: string;
  #app: App | null = null;

  constructor(parts: {
    clock: Clock;
    simulator: Simulator;
    cloud: SimulatorServer;
    settings: Settings;
    log: Log;
    webFolder: string;
  }) {
    this.clock = parts.clock;
    this.simulator = parts.simulator;
    this.cloudUrl = parts.cloud.url;
    this.#cloud = parts.cloud;
    this.settings = parts.settings;
    this.origin = parts.settings.publicUrl.origin;
    this.#log = parts.log;
    this.#webFolder = parts.webFolder;
  }

  get app(): App {
    assert(this.#app !== null, "The product is not running");
    return this.#app;
  }

  get deps() {
    return this.app.deps;
  }

  get store() {
    return this.app.store;
  }

  async start(): Promise<void> {
    this.#app = await openApp({
      settings: this.settings,
      clock: this.clock,
      random: systemRandom(),
      log: this.#log,
      cloud: { url: this.settings.provider.apiUrl, token: this.settings.provider.token ?? "" },
      webFolder: this.#webFolder,
      version: "0.0.0-test",
    });
  }

  /** Ends the server alone; the simulator, the database and the address stay for the next start. */
  async stop(): Promise<void> {
    const app = this.#app;
    this.#app = null;
    await this.whileTimePasses(app?.close() ?? Promise.resolve());
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** A second installation with the same cloud and clock, on another database; not started yet. */
  async beside(databaseUrl: string): Promise<Product> {
    const port = await freePort();
    const settings = { ...this.settings, databaseUrl, port, publicUrl: new URL(`http://localhost:${port}`) };
    const cloud = present(this.#cloud, "The cloud is there");
    const { clock, simulator } = this;
    return new Product({ clock, simulator, cloud, settings, log: this.#log, webFolder: this.#webFolder });
  }

  /** Nobody listens at the cloud's address any more; the devices live on. */
  async cutCloud(): Promise<void> {
    await this.#cloud?.close();
    this.#cloud = null;
  }

  async restoreCloud(): Promise<void> {
    this.#cloud ??= await startSimulatorServer({ simulator: this.simulator, port: Number(new URL(this.cloudUrl).port) });
  }

  browser(cookies: Readonly<Record<string, string>> = {}): Browser {
    return new Browser(this.origin, cookies);
  }

  /** A call of the simulator's control door, over HTTP as anybody on this machine would make it. */
  async door(method: string, path: string, body?: unknown): Promise<unknown> {
    const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await fetch(`${this.cloudUrl}/_sim${path}`, { method, ...json });
    assert(response.ok, `The control door answered ${response.status} to ${method} ${path}`);
    return response.json();
  }

  /** Sets a fault; packages/simulator/src/control/control-inputs.ts reads it. */
  fault(fault: { match: object; effect: object; times?: number }): Promise<unknown> {
    return this.door("POST", "/faults", fault);
  }

  /**
   * Moves the shared clock on, letting sockets, database and simulator do at each timer what they do. Over long times
   * each timer gets a few turns only: enough for keep-alives and sweeps, and the end waits for all of it.
   */
  async advance(ms: number): Promise<void> {
    assert(this.clock instanceof ManualClock, "Only a hand-moved clock can be advanced");
    await this.clock.advance(ms, () => quiet(ms > longAdvanceMs ? 8 : 60));
    await quiet();
  }

  /** Everything known is older by so much; no timer runs for it. Then the sweeps look once. */
  async age(ms: number): Promise<void> {
    assert(this.clock instanceof ManualClock, "Only a hand-moved clock can be set");
    this.clock.jumpWall(ms);
    await this.advance(1_000);
  }

  /** Moves time on in small steps until it is true; at most `limitMs` of the product's time. */
  async passUntil(condition: () => boolean | Promise<boolean>, limitMs = 120_000): Promise<void> {
    const end = this.clock.monotonic() + limitMs;
    await quiet();
    while (!(await condition())) {
      assert(this.clock.monotonic() < end, `${limitMs} ms passed in vain until ${condition.toString()}`);
      await this.advance(stepMs);
    }
  }

  /** The promise's value, while time passes as far as it needs. */
  async whileTimePasses<T>(promise: Promise<T>, limitMs = 120_000): Promise<T> {
    if (!(this.clock instanceof ManualClock)) return promise;
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    await this.passUntil(() => isSettled, limitMs);
    return promise;
  }
}

export interface StartedProduct {
  readonly product: Product;
  readonly close: () => Promise<void>;
}

/** Starts a product; `close` ends it and removes what it left. */
export async function startProduct(options: ProductOptions = {}): Promise<StartedProduct> {
  const clock = options.clock === "real" ? systemClock({ unref: true }) : new ManualClock();
  const simulator = createSimulator({ clock, ...simulated, ...options.simulator });
  const cloud = await startSimulatorServer({ simulator });
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-product-"));
  const database = options.database === "postgres" ? await createMigratedDatabase() : null;
  const file = join(folder, "relaydeck.db");
  if (database === null) writeFileSync(file, await migratedFile());
  const port = await freePort();
  const settings = settingsOf({
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: database?.url ?? `file:${file}`,
    PARTICLE_ACCESS_TOKEN: simulator.account.token,
    PARTICLE_API_URL: cloud.url,
    RATE_LIMIT_FACTOR: "1000",
    ...options.environment,
  });
  const webFolder = options.webFolder ?? makeWebFolder();
  const product = new Product({ clock, simulator, cloud, settings, log: options.log ?? silentLog, webFolder });
  await product.start();
  const close = async () => {
    await product.stop();
    await product.cutCloud();
    simulator.close();
    await database?.drop();
    for (const left of options.webFolder === undefined ? [folder, webFolder] : [folder])
      rmSync(left, { recursive: true, force: true });
  };
  return { product, close };
}

function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  const settings = parseSettings(environment);
  assert(settings.ok, settings.ok ? "" : settings.error.join(" "));
  return settings.value;
}

/**
 * Server and simulated cloud in one process, on one hand-moved clock, from one seed. [architecture 11]
 *
 * Promise: nothing moves but by `settle` and `pass`, and between two moments everything that could run has run. The same
 * seed and the same calls give the same world, ids included. What is true at the devices is the simulator's word; what
 * is stored is read past the product.
 * Not here: what happens (steps.ts) and what must hold (rules).
 */
import { builtInProfiles, type Profile } from "@relaydeck/core/devices/profile";
import type { LiveEvent } from "@relaydeck/db/live/event";
import { migratedFile } from "@relaydeck/db/testing/sqlite";
import { present } from "@relaydeck/kit/assert";
import { ManualClock, turn } from "@relaydeck/kit/testing/manual-clock";
import type { CloudReply, CloudRequest } from "@relaydeck/provider/testing/simulator-transport";
import { createSimulator, type Simulator } from "@relaydeck/simulator/simulator";
import { seatCast, simulatedDevices, type Cast, type CastDevice, type Name, type Person } from "./cast.ts";
import { Server } from "./server.ts";
import { ServerClock, type WallError } from "./server-clock.ts";
import { Eyes, WorldFile } from "./world-file.ts";

export interface WorldOptions {
  readonly seed: number;
  readonly rateLimitFactor?: number;
  /** Round trips to a device. */
  readonly latencyMs?: readonly [number, number];
  readonly presenceLagMs?: number;
}

/** One call of a device's function, as it stands at the cloud. */
export interface FunctionCall {
  readonly providerId: string;
  readonly name: string;
  readonly argument: string;
  /** Whether the device ran it, as soon as that is so. */
  readonly entry: { readonly executed: boolean };
  /** Answered, cut, or left by who made it: the cloud holds it no longer. */
  isOver: boolean;
}

/** Whoever writes down what happens; told synchronously, in order. */
export interface Onlooker {
  /** Bytes of a function call leave for the cloud. */
  onCall(call: FunctionCall): void;
  onRows(rows: readonly LiveEvent[]): void;
  onTrouble(sentence: string): void;
  /** Nothing moves any more at this reading of the clock. */
  onMoment(): void;
}

/** Shorter than at real devices, so that a world of minutes knows silence too. */
const times = { telemetryEveryMs: 15_000, staleAfterMs: 32_000 } as const;

/** More turns than any chain of writes takes; beyond them something moves for ever. */
const mostTurns = 5_000;

export class World {
  readonly clock = new ManualClock();
  readonly simulator: Simulator;
  readonly profiles: readonly Profile[] = builtInProfiles.map((profile) => ({ ...profile, ...times }));
  readonly staleAfterMs = times.staleAfterMs;
  readonly wall: WallError = { ms: 0 };
  readonly onlookers: Onlooker[] = [];
  readonly #options: WorldOptions;
  readonly #file: WorldFile;
  readonly #dead: Server[] = [];
  #lives = 0;
  #server: Server | null = null;
  #eyes: Eyes;
  #cast: Cast | null = null;

  private constructor(options: WorldOptions, file: WorldFile) {
    this.#options = options;
    this.#file = file;
    this.#eyes = new Eyes(file.path);
    this.simulator = createSimulator({
      clock: this.clock,
      seed: options.seed,
      devices: simulatedDevices,
      latencyMs: options.latencyMs ?? [40, 900],
      telemetryMs: times.telemetryEveryMs,
      presenceLagMs: options.presenceLagMs ?? 120_000,
    });
  }

  static async create(options: WorldOptions, ...onlookers: Onlooker[]): Promise<World> {
    const world = new World(options, new WorldFile(await migratedFile()));
    world.onlookers.push(...onlookers);
    await world.start();
    return world;
  }

  get server(): Server {
    return present(this.#server, "The server is down: start it first");
  }

  get isUp(): boolean {
    return this.#server !== null;
  }

  get cast(): Cast {
    return present(this.#cast, "The cast is seated at the first start");
  }

  /** The server machine's wall clock, whether the server is up or not. */
  serverNow(): number {
    return Math.floor(this.clock.now()) + this.wall.ms;
  }

  /** Committed rows, whatever the server thinks of them. */
  get eyes(): Eyes {
    return this.#eyes;
  }

  person(name: Name): Person {
    return present(this.cast.people.get(name), `${name} is in the cast`);
  }

  device(label: string): CastDevice {
    return present(
      this.cast.devices.find((device) => device.label === label),
      `${label} is a device of the cast`,
    );
  }

  /** A life of the server on the file as it is. */
  async start(): Promise<void> {
    this.#lives += 1;
    const { seed, rateLimitFactor = 100 } = this.#options;
    const providerIdOf = (serial: string) => present(this.simulator.control.device(serial), "A simulated device").id;
    const life = this.#lives;
    this.#server = await Server.start(
      {
        clock: new ServerClock(this.clock, this.wall),
        seed: (seed * 1_000 + life) >>> 0,
        path: this.#file.path,
        cloud: { handle: (request, reply) => this.#handle(request, reply) },
        token: this.simulator.account.token,
        profiles: this.profiles,
        rateLimitFactor,
        onRows: (rows) => this.#tell((onlooker) => onlooker.onRows(rows)),
        onTrouble: (sentence) => this.#tell((onlooker) => onlooker.onTrouble(sentence)),
      },
      async (deps) => {
        this.#cast ??= await seatCast(deps, { profiles: this.profiles, providerIdOf });
      },
    );
    await this.settle();
  }

  /** The server is killed where it stands; what was committed is what the next start finds. */
  crash(): void {
    const { server } = this;
    server.die();
    this.#dead.push(server);
    this.#server = null;
    this.#file.crash();
    this.#eyes.close();
    this.#eyes = new Eyes(this.#file.path);
  }

  /** Lets everything run that needs no time. */
  async settle(): Promise<void> {
    for (let turns = 0; ; turns += 1) {
      await turn();
      if (this.#server?.isBusy !== true) break;
      if (turns > mostTurns) throw new Error("The server never comes to rest");
    }
    this.#tell((onlooker) => onlooker.onMoment());
  }

  /** Moves time on; between two timers everything settles. */
  async pass(ms: number): Promise<void> {
    await this.clock.advance(ms, () => this.settle());
  }

  /** A few turns of the loop and no more: the middle of something. */
  async turns(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) await turn();
  }

  async end(): Promise<void> {
    if (this.#server !== null) this.crash();
    this.simulator.close();
    await turn();
    for (const server of this.#dead) await server.close();
    this.#eyes.close();
    this.#file.drop();
  }

  #handle(request: CloudRequest, reply: CloudReply): void {
    const held = { isOver: false };
    this.simulator.handle(request, watched(reply, held));
    const address = /^\/v1\/devices\/([0-9a-f]{24})\/(\w+)$/.exec(request.path);
    const entry = this.simulator.control.requests().at(-1);
    if (request.method !== "POST" || address === null || entry === undefined) return;
    const [, providerId = "", name = ""] = address;
    const call: FunctionCall = Object.assign(held, { providerId, name, argument: entry.argument ?? "", entry });
    this.#tell((onlooker) => onlooker.onCall(call));
  }

  #tell(tell: (onlooker: Onlooker) => void): void {
    for (const onlooker of this.onlookers) tell(onlooker);
  }
}

/** The same reply; whichever side ends it, `held` knows. */
function watched(reply: CloudReply, held: { isOver: boolean }): CloudReply {
  const over = () => (held.isOver = true);
  reply.onClose(over);
  return {
    head: (status, headers) => reply.head(status, headers),
    write: (chunk) => reply.write(chunk),
    end(chunk) {
      over();
      reply.end(chunk);
    },
    cut() {
      over();
      reply.cut();
    },
    onClose: (fn) => reply.onClose(fn),
  };
}

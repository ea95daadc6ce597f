/** A world with its onlookers in place, and the chance that its steps draw from. */
import { integerBetween, seededRandom, type Random } from "@relaydeck/kit/random";
import { present } from "@relaydeck/kit/assert";
import { CommandBook } from "./command-book.ts";
import { compareViewers } from "./freshness.ts";
import { History } from "./history.ts";
import { Rights } from "./rights.ts";
import { Taps } from "./taps.ts";
import { Truth } from "./truth.ts";
import { Viewer } from "./viewer.ts";
import type { Name } from "./cast.ts";
import { World, type WorldOptions } from "./world.ts";

export class Stage {
  readonly seed: number;
  readonly world: World;
  readonly history: History;
  readonly book: CommandBook;
  readonly rights: Rights;
  readonly truth: Truth;
  readonly taps: Taps;
  readonly viewers: Viewer[] = [];
  readonly random: Random;

  private constructor(parts: { seed: number; world: World; history: History; rights: Rights }) {
    this.seed = parts.seed;
    this.world = parts.world;
    this.history = parts.history;
    this.rights = parts.rights;
    this.random = seededRandom((parts.seed ^ 0x5eed) >>> 0);
    const { world, history, rights } = this;
    this.truth = new Truth(world.simulator, () => world.clock.monotonic());
    this.book = new CommandBook({ world, history, rights, truth: this.truth });
    this.taps = new Taps({ world, history, book: this.book, rights });
  }

  static async set(options: WorldOptions): Promise<Stage> {
    const history = new History();
    const rights = new Rights();
    const world = await World.create(options);
    history.startsOn(world.clock);
    rights.readFrom(world.eyes);
    const stage = new Stage({ seed: options.seed, world, history, rights });
    stage.truth.look();
    stage.#lookOn();
    return stage;
  }

  #lookOn(): void {
    const { book, rights, truth } = this;
    this.world.onlookers.push({
      onCall: (call) => {
        truth.look();
        book.onCall(call);
      },
      onRows: (rows) => {
        for (const row of rows) {
          rights.onRow(row);
          book.onRow(row);
        }
        book.compareRows();
      },
      onTrouble: (sentence) => this.#onTrouble(sentence),
      onMoment: () => {
        truth.look();
        book.onMoment();
      },
    });
  }

  /** The operator is to be told of a refused token; no other error is called for. [S17-4] */
  #onTrouble(sentence: string): void {
    if (!sentence.startsWith("provider.token-refused")) return this.history.breach("no errors", sentence);
    this.history.reached.add("token refused");
    this.history.say("the operator is told that the token is refused");
  }

  /** Throws with the history when a rule is broken. */
  demand(): void {
    this.history.demand(this.seed);
  }

  async watch(name: Name): Promise<Viewer> {
    const { world, history, rights } = this;
    const label = `${name}'s screen`;
    const viewer = new Viewer({ world, history, rights, person: world.person(name), label });
    this.viewers.push(viewer);
    await viewer.open();
    return viewer;
  }

  compareViewers(): Promise<void> {
    return compareViewers(this.world, this.history, this.viewers);
  }

  /** Kill, the time the server is down, and the next start; open screens come back by themselves. */
  async crash(downMs: number): Promise<void> {
    const { world, history, book } = this;
    history.reached.add("crash");
    history.say(`the server is killed, for ${downMs} ms`);
    world.crash();
    book.onCrash();
    const open = this.viewers.filter((viewer) => viewer.isOpen);
    for (const viewer of open) viewer.close();
    await world.pass(downMs);
    book.onRestart();
    await world.start();
    history.say("the server is up again");
    for (const viewer of open) await viewer.open();
  }

  whole(min: number, max: number): number {
    return integerBetween(this.random, min, max);
  }

  chance(probability: number): boolean {
    return this.random.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return present(from[this.whole(0, from.length - 1)], "There is something to pick from");
  }

  /** One of these, each as likely as its weight. */
  weighted<T extends { readonly weight: number }>(from: readonly T[]): T {
    const total = from.reduce((sum, { weight }) => sum + weight, 0);
    let left = this.random.next() * total;
    for (const one of from) {
      left -= one.weight;
      if (left < 0) return one;
    }
    return present(from.at(-1), "There is something to pick from");
  }
}

/** People tap; each tap's answer is judged when it comes: by the command table, by the clock, by what the person may. [rule 4] */
import { whenAnswered, whenRefused, type TapNote } from "./answer-rules.ts";
import type { CommandBook } from "./command-book.ts";
import { tapAt, type TapOutcome, type TapWish } from "./doors.ts";
import type { History } from "./history.ts";
import type { Rights } from "./rights.ts";
import type { World } from "./world.ts";

export interface Tap extends TapNote {
  /** The server's life in which it was made. */
  readonly server: World["server"];
  outcome: TapOutcome | null;
}

export class Taps {
  readonly all: Tap[] = [];
  readonly #world: World;
  readonly #history: History;
  readonly #book: CommandBook;
  readonly #rights: Rights;

  constructor(parts: { world: World; history: History; book: CommandBook; rights: Rights }) {
    this.#world = parts.world;
    this.#history = parts.history;
    this.#book = parts.book;
    this.#rights = parts.rights;
  }

  /** Makes the request and goes on; the answer is judged whenever it comes. */
  begin(wish: TapWish): Tap {
    const { person, device, relay, target, key, validForMs, door } = wish;
    const earlier = key === null ? undefined : this.#book.byKey(person.id, key);
    const tap: Tap = { number: this.all.length + 1, wish, server: this.#world.server, earlier, outcome: null };
    this.all.push(tap);
    const until = validForMs === null ? "" : ` for ${validForMs} ms`;
    this.#history.say(
      `t${tap.number} ${person.name} taps ${device.label}/${relay} ${target} key ${key ?? "none"}${until} by ${door}`,
    );
    void this.#answer(tap);
    return tap;
  }

  async #answer(tap: Tap): Promise<void> {
    try {
      const outcome = await tapAt(this.#world, tap.wish);
      if (tap.server.isDead) return;
      tap.outcome = outcome;
      this.#judge(tap, outcome);
    } catch (error) {
      if (!tap.server.isDead)
        this.#history.breach(
          "4",
          `t${tap.number} broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
    }
  }

  #judge(tap: Tap, outcome: TapOutcome): void {
    const { wish } = tap;
    if (outcome.kind === "answered") {
      const { answer, status } = outcome;
      this.#history.say(`t${tap.number} hears ${status} ${answer.state} ${answer.code ?? ""}`);
      const note = this.#book.commands.get(answer.commandId ?? "");
      return this.#history.charge(whenAnswered(tap, outcome, { note, now: this.#world.clock.monotonic() }));
    }
    this.#history.say(`t${tap.number} is refused: ${outcome.status} ${outcome.refusal.code}`);
    const right = this.#rights.at(wish.person.id, wish.device.id, { now: this.#world.serverNow() });
    const isKeyKnown = wish.key !== null && this.#book.byKey(wish.person.id, wish.key) !== undefined;
    this.#history.charge(whenRefused(tap, outcome, { right, isKeyKnown }));
  }

  /** Every tap of this life of the server has its answer by now. */
  judgeEnd(): void {
    for (const tap of this.all)
      if (!tap.server.isDead && tap.outcome === null) this.#history.breach("D35", `t${tap.number} never heard anything`);
  }
}

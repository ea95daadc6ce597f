/** People tap; each tap's answer is judged when it comes: by the command table, by the clock, by what the person may. [rule 4] */
import type { CommandState } from "@relaydeck/contract/relays";
import type { CommandBook, CommandNote } from "./command-book.ts";
import { tapAt, type TapOutcome, type TapWish } from "./doors.ts";
import type { History } from "./history.ts";
import type { Rights } from "./rights.ts";
import type { World } from "./world.ts";

export interface Tap {
  readonly number: number;
  readonly wish: TapWish;
  /** The server's life in which it was made. */
  readonly server: World["server"];
  /** The command that already had this key when the tap was made. */
  readonly earlier: CommandNote | undefined;
  outcome: TapOutcome | null;
}

/** The caller hears at the latest this long after the deadline, in milliseconds. [D35] */
const answerGraceMs = 5_000;
const longestValidityMs = 60_000;

/** The command table of rest-shapes section 5, written down a second time. */
const statusByState: Readonly<Record<CommandState, readonly number[]>> = {
  requested: [],
  sent: [],
  acknowledged: [200],
  confirmed: [200],
  failed: [409, 502, 503],
  unconfirmed: [504],
  expired: [503],
  cancelled: [409],
};

const statusByCode: Readonly<Record<string, number>> = {
  DEVICE_NOT_CONNECTED: 409,
  SUPERSEDED: 409,
  ACCESS_ENDED: 409,
  DEVICE_REFUSED: 502,
  PROVIDER_UNAVAILABLE: 503,
  PROVIDER_BUSY: 503,
  COMMAND_EXPIRED: 503,
  UNCONFIRMED: 504,
};

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
    if (outcome.kind === "answered") {
      this.#history.say(`t${tap.number} hears ${outcome.status} ${outcome.answer.state} ${outcome.answer.code ?? ""}`);
      return this.#judgeAnswer(tap, outcome);
    }
    this.#history.say(`t${tap.number} is refused: ${outcome.status} ${outcome.refusal.code}`);
    this.#judgeRefusal(tap, outcome);
  }

  #judgeAnswer(tap: Tap, outcome: Extract<TapOutcome, { kind: "answered" }>): void {
    const { answer, status } = outcome;
    const says = `t${tap.number} heard ${status} ${String(answer.state)} ${answer.code ?? ""}`;
    const note = this.#book.commands.get(answer.commandId ?? "");
    if (note === undefined || answer.state === null || answer.command === null)
      return this.#history.breach("4", `${says} without a command`);
    if (!note.states.has(answer.state)) this.#history.breach("4", `${says}, but ${note.alias} is ${note.state}`);
    const isFitting =
      statusByState[answer.state].includes(status) &&
      (answer.code === undefined ? status === 200 : statusByCode[answer.code] === status);
    if (!isFitting) this.#history.breach("4", `${says}, which the command table does not know`);
    if (answer.success !== (status === 200)) this.#history.breach("4", `${says} with success ${answer.success}`);
    if (answer.command.state !== answer.state || answer.command.commandId !== note.id)
      this.#history.breach("4", `${says} beside another command's state`);
    this.#judgeCommandOf(tap, note, answer.repeat);
    const lateMs = this.#world.clock.monotonic() - note.deadline - answerGraceMs;
    if (lateMs > 0 && tap.earlier === undefined) this.#history.breach("D35", `${says} ${lateMs} ms too late`);
  }

  #judgeCommandOf(tap: Tap, note: CommandNote, isRepeat: boolean): void {
    const { wish, earlier } = tap;
    if (note.deviceId !== wish.device.id || note.relay !== wish.relay || note.target !== wish.target)
      this.#history.breach("4", `t${tap.number} is answered with ${note.alias}, another wish`);
    if (wish.key !== null && (note.key !== wish.key || note.actorId !== wish.person.id))
      this.#history.breach("1", `t${tap.number} is answered with ${note.alias}, another key`);
    if (earlier !== undefined && (earlier !== note || !isRepeat))
      this.#history.breach("CM-10", `t${tap.number} repeats ${earlier.alias} but is told ${note.alias}, repeat ${isRepeat}`);
  }

  #judgeRefusal(tap: Tap, outcome: Extract<TapOutcome, { kind: "refused" }>): void {
    const { wish, earlier } = tap;
    const { code } = outcome.refusal;
    const says = `t${tap.number} was refused with ${code}`;
    const right = this.#rights.at(wish.person.id, wish.device.id, { now: this.#world.serverNow() });
    if (code === "NOT_FOUND" && right !== "none") this.#history.breach("4", `${says}, but has the right "${right}"`);
    if (code === "FORBIDDEN" && right !== "view") this.#history.breach("4", `${says}, but has the right "${right}"`);
    if (code === "KEY_REUSED" && (wish.key === null || this.#book.byKey(wish.person.id, wish.key) === undefined))
      this.#history.breach("4", `${says}, but that key is new`);
    const { validForMs } = wish;
    const isInside = validForMs === null || (validForMs > 0 && validForMs <= longestValidityMs);
    if (code === "VALIDATION" && isInside) this.#history.breach("4", `${says}: ${JSON.stringify(outcome.refusal)}`);
    if (earlier !== undefined && code !== "KEY_REUSED" && code !== "SESSION_REQUIRED")
      this.#history.breach("CM-10", `${says} instead of hearing of ${earlier.alias}`);
    const isKnown = [
      "NOT_FOUND",
      "FORBIDDEN",
      "KEY_REUSED",
      "VALIDATION",
      "SESSION_REQUIRED",
      "RATE_LIMITED",
      "DEVICE_NOT_CONNECTED",
    ].includes(code);
    if (!isKnown) this.#history.breach("4", `${says}, which no step asked for`);
  }

  /** Every tap of this life of the server has its answer by now. */
  judgeEnd(): void {
    for (const tap of this.all)
      if (!tap.server.isDead && tap.outcome === null) this.#history.breach("D35", `t${tap.number} never heard anything`);
  }
}

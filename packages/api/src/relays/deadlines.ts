import { longestValidityMs } from "@relaydeck/contract/command-times";
import type { Clock } from "@relaydeck/kit/clock";

/** So long after a deadline nothing asks for it any more, and it is forgotten. */
const keptMs = 10 * 60_000;
/** A clock that was set back by no more than this says nothing about what was accepted before. */
const skewMs = 5_000;

/** A command as stored; instants in epoch milliseconds. */
interface Timed {
  readonly id: string;
  readonly createdAt: number;
  readonly validUntil: number;
}

/**
 * Deadlines on the monotonic clock, from the moment in which this process begins, recovers or first judges a command: a jump
 * of the wall clock neither fires nor spares one afterwards. [CM-3, TI-1]
 *
 * A command is **own** here when this process accepted it, or found it at a start at which nobody else was there; no other
 * process sends it. An own command that was accepted later than now comes from a clock that was ahead and was set back. How
 * much of its time is left nobody knows, and it would seem to be valid for as long as the clock was wrong; so its deadline is
 * now. A foreign one comes from a node whose clock may differ a little.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #byCommand = new Map<string, { readonly at: number; readonly isOwn: boolean }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes the deadline of a command that was accepted now, or found by a start: it is this process's own. Returns it. */
  begin(command: Timed): number {
    return this.#note(command, true, this.#isFromAhead(command) ? 0 : this.#leftMs(command));
  }

  /** Whether this process, and no other, is to send it. */
  isOwn(command: { readonly id: string }): boolean {
    return this.#byCommand.get(command.id)?.isOwn === true;
  }

  /** The time by which this command is to be judged: the wall clock as it was when the command began, moved on steadily. */
  nowFor(command: Timed): number {
    const deadline = this.monotonic(command);
    return Math.round(command.validUntil + (this.#clock.monotonic() - deadline));
  }

  /** The command's deadline on the monotonic clock, for the provider adapter. */
  monotonic(command: Timed): number {
    return this.#byCommand.get(command.id)?.at ?? this.#note(command, false, this.#leftMs(command));
  }

  #leftMs({ validUntil }: Timed): number {
    return validUntil - this.#clock.now();
  }

  #note(command: Timed, isOwn: boolean, leftMs: number): number {
    this.#forgetOld();
    const at = this.#clock.monotonic() + leftMs;
    this.#byCommand.set(command.id, { at, isOwn });
    return at;
  }

  #isFromAhead({ createdAt, validUntil }: Timed): boolean {
    // Both were read from the clock, maybe with its correction between them.
    const acceptedAt = Math.max(createdAt, validUntil - longestValidityMs);
    return acceptedAt > this.#clock.now() + skewMs;
  }

  /** They stand in the order in which they began, which is nearly that of their ends. */
  #forgetOld(): void {
    const before = this.#clock.monotonic() - keptMs;
    for (const [commandId, { at }] of this.#byCommand) {
      if (at > before) return;
      this.#byCommand.delete(commandId);
    }
  }
}

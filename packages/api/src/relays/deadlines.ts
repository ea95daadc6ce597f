import type { Clock } from "@relaydeck/kit/clock";

/** So long after a deadline nothing asks for it any more, and it is forgotten. */
const keptMs = 10 * 60_000;

/**
 * Deadlines of the commands begun or recovered by this process, on the monotonic clock: a jump of the wall clock neither
 * fires nor spares one. [CM-3, TI-1] Commands of another process fall back to the wall clock.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #byCommand = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes the deadline of a command that was accepted now. */
  begin(commandId: string, validUntil: number): void {
    this.#forgetOld();
    this.#byCommand.set(commandId, this.monotonic({ validUntil }));
  }

  /** The time by which this command is to be judged: the wall clock as it was when the command began, moved on steadily. */
  nowFor(command: { readonly id: string; readonly validUntil: number }): number {
    const deadline = this.#byCommand.get(command.id);
    return deadline === undefined ? this.#clock.now() : Math.round(command.validUntil + (this.#clock.monotonic() - deadline));
  }

  /** The command's deadline on the monotonic clock, for the provider adapter. */
  monotonic(command: { readonly id?: string; readonly validUntil: number }): number {
    const known = command.id === undefined ? undefined : this.#byCommand.get(command.id);
    return known ?? this.#clock.monotonic() + (command.validUntil - this.#clock.now());
  }

  /** They stand in the order in which they began, which is nearly that of their ends. */
  #forgetOld(): void {
    const before = this.#clock.monotonic() - keptMs;
    for (const [commandId, deadline] of this.#byCommand) {
      if (deadline > before) return;
      this.#byCommand.delete(commandId);
    }
  }
}

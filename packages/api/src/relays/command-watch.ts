/** Waits for a command to reach a state, fed by the live log: it works for commands that another node carries out as well. */
import type { CommandState } from "@relaydeck/contract/relays";
import { type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { LiveRow } from "../live/live-row.ts";

interface Waiter {
  tell(state: CommandState): void;
  giveUp(): void;
}

export class CommandWatch {
  readonly #clock: Clock;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #leave: Disposer;
  #isClosed = false;

  constructor(clock: Clock, onRows: (listener: (rows: readonly LiveRow[]) => void) => Disposer) {
    this.#clock = clock;
    this.#leave = onRows((rows) => {
      for (const row of rows) if (row.body.kind === "command") this.tell(row.body.command.commandId, row.body.command.state);
    });
  }

  /** Resolves true when `isReached` says so of a state of this command, false after `limitMs` or when it closes. Start waiting before reading the row. */
  until(
    commandId: string,
    isReached: (state: CommandState) => boolean,
    limitMs: number,
  ): { reached: Promise<boolean>; stop: Disposer } {
    if (this.#isClosed) return { reached: Promise.resolve(false), stop: () => {} };
    let stop: Disposer = () => {};
    const reached = new Promise<boolean>((resolve) => {
      const cancel = this.#clock.after(limitMs, () => finish(false));
      const waiter: Waiter = { tell: (state) => (isReached(state) ? finish(true) : undefined), giveUp: () => finish(false) };
      const finish = (outcome: boolean) => {
        cancel();
        this.#remove(commandId, waiter);
        resolve(outcome);
      };
      stop = () => finish(false);
      this.#add(commandId, waiter);
    });
    return { reached, stop: () => stop() };
  }

  /** Its state is stored. Needed where the log says nothing of it, since its device has passed on. [AD-7] */
  tell(commandId: string, state: CommandState): void {
    for (const waiter of [...(this.#waiters.get(commandId) ?? [])]) waiter.tell(state);
  }

  /** Nobody waits any longer. */
  close(): void {
    this.#isClosed = true;
    this.#leave();
    for (const waiters of [...this.#waiters.values()]) for (const waiter of [...waiters]) waiter.giveUp();
  }

  #add(commandId: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(commandId) ?? new Set();
    this.#waiters.set(commandId, waiters.add(waiter));
  }

  #remove(commandId: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(commandId);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(commandId);
  }
}

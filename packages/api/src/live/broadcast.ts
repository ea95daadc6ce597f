/**
 * Consecutive messages for the very same viewers, handed to each of them at once at the end of the loop turn: an event costs
 * nothing per viewer until then. Whoever sends to single viewers flushes first, so the order is that of the log. [performance G1]
 */
import type { LoopTurn } from "@relaydeck/kit/loop-turn";
import type { LiveMessage } from "./item.ts";
import type { Viewer } from "./viewer.ts";

export class Broadcast {
  readonly #turn: Pick<LoopTurn, "gather">;
  #viewers: readonly Viewer[] = [];
  #messages: LiveMessage[] = [];
  #isAwaited = false;

  constructor(turn: Pick<LoopTurn, "gather">) {
    this.#turn = turn;
  }

  /** `viewers` are never changed afterwards; the same list is the same viewers. */
  send(viewers: readonly Viewer[], message: LiveMessage): void {
    if (viewers !== this.#viewers) {
      this.flush();
      this.#viewers = viewers;
    }
    this.#messages.push(message);
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    this.#turn.gather(() => {
      this.#isAwaited = false;
      this.#flush(true);
    });
  }

  /** Hands over what is gathered. */
  flush(): void {
    this.#flush(false);
  }

  #flush(isLast: boolean): void {
    const messages = this.#messages;
    if (messages.length === 0) return;
    this.#messages = [];
    for (const viewer of this.#viewers) viewer.sink.push(messages, isLast);
  }
}

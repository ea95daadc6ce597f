import { socketLimits } from "@relaydeck/contract/limits";
import type { LiveMessage } from "./item.ts";
import type { Sink } from "./viewer.ts";

/**
 * A sink that is read by iterating. A reader so slow that it fills the queue is ended; it resumes with its last id. What the
 * stream begins with, such as a long gap, is bounded by the feed and has its own room.
 */
export class QueueSink implements Sink {
  readonly #queue: LiveMessage[] = [];
  /** Messages that may wait; null before the first ones came. */
  #most: number | null = null;
  #isEnded = false;
  #wake: () => void = () => {};

  push(messages: readonly LiveMessage[]): void {
    if (this.#isEnded) return;
    this.#most ??= messages.length + socketLimits.heldHistory;
    for (const message of messages) this.#queue.push(message);
    if (this.#queue.length > this.#most) this.#isEnded = true;
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** Every message in order, until the stream or the reader ends. */
  async *messages(signal: AbortSignal): AsyncGenerator<LiveMessage> {
    signal.addEventListener("abort", () => this.end(), { once: true });
    while (!signal.aborted) {
      const next = this.#queue.shift();
      if (next !== undefined) yield next;
      else if (this.#isEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

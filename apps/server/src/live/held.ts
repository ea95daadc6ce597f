/** What a reader who is behind will be told once there is room: the newest item per key and a bounded history. [WS-6] */
import { socketLimits } from "@relaydeck/contract/limits";
import type { LiveMessage } from "@relaydeck/api/live/item";

/** Overflowing history empties everything: the stream begins anew. */
export class Held {
  isOverflowing = false;
  readonly #newest = new Map<string, LiveMessage>();
  /** Keys whose newest item stands for several; marked when it is sent, as most of them never are. [performance G6] */
  readonly #collapsed = new Set<string>();
  readonly #history: LiveMessage[] = [];

  /** All that was pushed at once. */
  add(messages: readonly LiveMessage[]): void {
    const [first] = messages;
    if (messages.length === 1 && first !== undefined) this.#addOne(first);
    else this.#addAll(folded(messages));
  }

  /** In the order of the log. */
  inOrder(): LiveMessage[] {
    const newest = [...this.#newest].map(([key, message]) => (this.#collapsed.has(key) ? message.collapsed() : message));
    return [...newest, ...this.#history].toSorted((a, b) => a.number - b.number);
  }

  #addOne(message: LiveMessage): void {
    if (this.isOverflowing) return;
    const { key } = message;
    if (key === null) this.#history.push(message);
    else this.#replace(key, message);
    this.#keepBound();
  }

  #addAll(more: Held): void {
    if (this.isOverflowing) return;
    for (const [key, message] of more.#newest) {
      this.#replace(key, message);
      if (more.#collapsed.has(key)) this.#collapsed.add(key);
    }
    this.#history.push(...more.#history);
    this.isOverflowing = more.isOverflowing;
    this.#keepBound();
  }

  #replace(key: string, message: LiveMessage): void {
    if (this.#newest.has(key)) this.#collapsed.add(key);
    this.#newest.set(key, message);
  }

  #keepBound(): void {
    this.isOverflowing ||= this.#history.length > socketLimits.heldHistory;
    if (!this.isOverflowing) return;
    this.#history.length = 0;
    this.#newest.clear();
    this.#collapsed.clear();
  }
}

/**
 * All readers behind are given the same list, so it is folded once: a burst has many events of few keys, and the time for it is
 * taken from those who read. [performance G6]
 */
const folds = new WeakMap<readonly LiveMessage[], Held>();

function folded(messages: readonly LiveMessage[]): Held {
  let fold = folds.get(messages);
  if (fold !== undefined) return fold;
  fold = new Held();
  for (const message of messages) fold.add(message.alone);
  folds.set(messages, fold);
  return fold;
}

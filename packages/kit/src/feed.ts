import type { Disposer } from "./disposer.ts";

/** Tells every listener, in order of subscription, synchronously. A listener must not throw. */
export class Feed<T> {
  #listeners = new Set<(value: T) => void>();

  subscribe(listener: (value: T) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  emit(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  get size(): number {
    return this.#listeners.size;
  }
}

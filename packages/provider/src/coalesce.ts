/**
 * Equal reads in flight share one call. [C14]
 *
 * A caller who leaves gets `gone` at once; the call itself ends when the last of its callers has left.
 */
export class Coalescer<T> {
  readonly #flights = new Map<string, Flight<T>>();

  share(
    key: string,
    asked: { call: (signal: AbortSignal) => Promise<T>; gone: T; signal?: AbortSignal | undefined },
  ): Promise<T> {
    const { signal, gone } = asked;
    if (signal?.aborted === true) return Promise.resolve(gone);
    const flight = this.#flights.get(key) ?? this.#start(key, asked.call);
    if (signal === undefined) {
      flight.callers += 1;
      return flight.answer;
    }
    flight.callers += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        resolve(gone);
        flight.callers -= 1;
        if (flight.callers === 0) this.#end(key, flight);
      };
      signal.addEventListener("abort", leave, { once: true });
      flight.answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    });
  }

  #start(key: string, call: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController();
    const flight: Flight<T> = { callers: 0, abort, answer: call(abort.signal) };
    this.#flights.set(key, flight);
    const forget = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.answer.then(forget, forget);
    return flight;
  }

  /** The next equal read starts a call of its own. */
  #end(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
    flight.abort.abort();
  }
}

interface Flight<T> {
  callers: number;
  readonly abort: AbortController;
  readonly answer: Promise<T>;
}

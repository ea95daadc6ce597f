/** A numbered log that forgets its oldest entries beyond `bound`; numbers start at 1 and are never reused. */
export class BoundedLog<T extends { readonly seq: number }> {
  readonly #bound: number;
  #entries: T[] = [];
  #lastSeq = 0;

  constructor(bound: number) {
    this.#bound = bound;
  }

  append(make: (seq: number) => T): T {
    this.#lastSeq += 1;
    const entry = make(this.#lastSeq);
    this.#entries.push(entry);
    // Cutting in large steps keeps appending cheap.
    if (this.#entries.length > this.#bound * 1.25) this.#entries.splice(0, this.#entries.length - this.#bound);
    return entry;
  }

  /** Entries with a number above `seq`, oldest first. */
  since(seq: number): T[] {
    const first = this.#entries[0];
    if (first === undefined) return [];
    return this.#entries.slice(Math.max(0, seq + 1 - first.seq));
  }
}

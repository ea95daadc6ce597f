/**
 * Keys whose command is being begun at this node at this moment. Who uses one of them again waits for the first use instead of
 * asking the database for a transaction of its own, and is answered by what the first has begun. [C2, CM-1, ST-2]
 */
export class Beginnings {
  readonly #underWay = new Map<string, Promise<unknown>>();

  /** The beginning of this key that is under way; it rejects for all that wait for it. Undefined: there is none. */
  underWay(key: string): Promise<unknown> | undefined {
    return this.#underWay.get(key);
  }

  /** Remembers a beginning until it settles, and returns it. */
  note<R>(key: string, beginning: Promise<R>): Promise<R> {
    this.#underWay.set(key, beginning);
    const forget = () => {
      if (this.#underWay.get(key) === beginning) this.#underWay.delete(key);
    };
    beginning.then(forget, forget);
    return beginning;
  }
}

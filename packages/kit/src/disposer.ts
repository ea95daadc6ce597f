/** Ends a subscription, timer or listener. Calling it twice is harmless. */
export type Disposer = () => void;

/** Collects disposers and runs them in reverse order, once. */
export class Disposers {
  #list: Disposer[] = [];

  add(disposer: Disposer): void {
    this.#list.push(disposer);
  }

  dispose(): void {
    const list = this.#list;
    this.#list = [];
    for (const disposer of list.reverse()) disposer();
  }
}

/** Makes equal lists of viewers the same list, so that events of several devices go to their common viewers together. [performance G1] */
import type { Viewer } from "./viewer.ts";

/** What is not found among so many is a list of its own, which costs speed and nothing else. */
const remembered = 8;

export class ViewerLists {
  /** By first viewer, the newest first. */
  readonly #lists = new WeakMap<Viewer, readonly (readonly Viewer[])[]>();

  /** The list to use for these viewers; it is never changed. */
  shared(viewers: readonly Viewer[]): readonly Viewer[] {
    const [first] = viewers;
    if (first === undefined) return viewers;
    const lists = this.#lists.get(first) ?? [];
    const known = lists.find((list) => isEqual(list, viewers));
    if (known === undefined) this.#lists.set(first, [viewers, ...lists.slice(0, remembered - 1)]);
    return known ?? viewers;
  }
}

function isEqual(a: readonly Viewer[], b: readonly Viewer[]): boolean {
  return a.length === b.length && a.every((viewer, index) => viewer === b[index]);
}

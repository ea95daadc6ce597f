/** Which rows of the page that is shown are chosen. Another page, and another filter, begin with none. */
import { useState } from "react";

export interface Selection {
  /** In the order of the list; only rows that are still there. */
  readonly ids: readonly string[];
  readonly hasAll: boolean;
  /** It is among what can be chosen. */
  readonly offers: (id: string) => boolean;
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** `key` changes with the page; `ids`: what can be chosen on it. */
export function useSelection(key: string | null, ids: readonly string[]): Selection {
  const [state, setState] = useState({ key, chosen: none });
  const chosen = state.key === key ? state.chosen : none;
  const set = (next: ReadonlySet<string>) => setState({ key, chosen: next });
  const present = ids.filter((id) => chosen.has(id));
  // What left the list is not chosen again when it comes back.
  if (present.length < chosen.size) set(new Set(present));
  const hasAll = ids.length > 0 && present.length === ids.length;
  return {
    ids: present,
    hasAll,
    offers: (id) => ids.includes(id),
    has: (id) => chosen.has(id),
    toggle: (id) => set(new Set(present).symmetricDifference(new Set([id]))),
    toggleAll: () => set(hasAll ? none : new Set(ids)),
    clear: () => set(none),
  };
}

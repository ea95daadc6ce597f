/** What this visit has chosen for the device list: words and state to filter by, list or cards, which rows are open. */
import { useState } from "react";
import type { Concern } from "./device-view.ts";

export type ViewChoice = "list" | "cards";

export interface ListState {
  readonly text: string;
  readonly concern: Concern | null;
  /** Null until chosen: then the number of devices decides. */
  readonly view: ViewChoice | null;
  readonly open: ReadonlySet<string>;
  readonly setText: (text: string) => void;
  /** Chooses a state to filter by; the same one again lifts the filter. */
  readonly toggleConcern: (concern: Concern) => void;
  readonly clear: () => void;
  readonly setView: (view: ViewChoice) => void;
  readonly toggleOpen: (deviceId: string) => void;
}

/** More devices than this are rows unless somebody chose cards. */
export const mostOpenCards = 6;

/** `openFirst` counts at the first call only. */
export function useListState(openFirst: ReadonlySet<string>): ListState {
  const [text, setText] = useState("");
  const [concern, setConcern] = useState<Concern | null>(null);
  const [view, setView] = useState<ViewChoice | null>(null);
  const [open, setOpen] = useState(openFirst);
  return {
    text,
    concern,
    view,
    open,
    setText,
    setView,
    toggleConcern: (chosen) => setConcern((before) => (before === chosen ? null : chosen)),
    clear() {
      setText("");
      setConcern(null);
    },
    toggleOpen: (deviceId) => setOpen((before) => before.symmetricDifference(new Set([deviceId]))),
  };
}

export function isFiltered(list: Pick<ListState, "text" | "concern">): boolean {
  return list.concern !== null || list.text.trim() !== "";
}

/** What this visit has chosen for the device list: words and state to filter by, list or cards, which rows are open. */
import { useCallback, useState } from "react";
import { useViewPart } from "../app/commands/commands.ts";
import { concernOrder } from "./counts.ts";
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
  /** Opens its row and leaves it open. */
  readonly show: (deviceId: string) => void;
}

/** Where the filter stands in the address. */
const filterParts = { text: "filter", concern: "state" } as const;

/** The filter that an address asks for. */
export function filterOf(search: URLSearchParams): Pick<ListState, "text" | "concern"> {
  const concern = search.get(filterParts.concern);
  return { text: search.get(filterParts.text) ?? "", concern: concernOrder.find((known) => known === concern) ?? null };
}

/** More devices than this are rows unless somebody chose cards. */
export const mostOpenCards = 6;

/** How the list begins: rows that are open, and the filter of the address. */
export interface ListBeginning extends Pick<ListState, "text" | "concern"> {
  readonly open: ReadonlySet<string>;
}

/** `beginning` counts at the first call only. The filter is part of a link to this view. */
export function useListState(beginning: ListBeginning): ListState {
  const [text, setText] = useState(beginning.text);
  const [concern, setConcern] = useState(beginning.concern);
  const [view, setView] = useState<ViewChoice | null>(null);
  const [open, setOpen] = useState(beginning.open);
  // The same one for ever: a list of hundreds is drawn by it.
  const toggleOpen = useCallback((deviceId: string) => setOpen((before) => before.symmetricDifference(new Set([deviceId]))), []);
  useViewPart(filterParts.text, text.trim() === "" ? null : text.trim());
  useViewPart(filterParts.concern, concern);
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
    show: (deviceId) => setOpen((before) => new Set([...before, deviceId])),
    toggleOpen,
  };
}

export function isFiltered(list: Pick<ListState, "text" | "concern">): boolean {
  return list.concern !== null || list.text.trim() !== "";
}

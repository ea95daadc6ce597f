/**
 * A tile carried by keys: picked up, moved cell by cell, dropped or taken back. However far it goes, it is one step of undo.
 * Each move is spoken. [HD-6]
 */
import { useRef, useState, type KeyboardEvent } from "react";
import type { Layout as Grid } from "react-grid-layout";
import type { LayoutBody } from "@relaydeck/contract/layouts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { movedItem, resizedItem, type Step } from "./arrange-moves.ts";
import { withPlaces } from "./edits.ts";
import { titleOf, useLayoutsWords } from "./layouts-words.ts";
import type { Session, SessionAction } from "./session.ts";

export type CarryMode = "move" | "resize";

interface Carried {
  readonly id: string;
  readonly mode: CarryMode;
  readonly before: LayoutBody;
}

export interface Carry {
  /** The tile that is carried now. */
  readonly id: string | null;
  readonly mode: CarryMode | null;
  /** For the Move or Resize button of a tile. */
  readonly keyDown: (event: KeyboardEvent, id: string, mode: CarryMode) => void;
  readonly leave: () => void;
  /** One press on an arrow of the pad: a step of its own. */
  readonly press: (id: string, mode: CarryMode, step: Step) => void;
  /** Whether the click that follows ends a drag or repeats a key, and is to be left alone. */
  readonly isEcho: () => boolean;
  readonly draggedAway: () => void;
  /** A drag by touch, or one that ended elsewhere, had no click: the press that begins now is not its echo. */
  readonly pressBegins: () => void;
}

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Cells of a step with Shift held. */
const farStep = 4;

export function useCarry(at: { session: Session; grid: Grid; dispatch: (action: SessionAction) => void }): Carry {
  const { session, dispatch } = at;
  const [carried, setCarried] = useState<Carried | null>(null);
  const echo = useRef(false);
  const speak = useSpoken(at);
  const go = useStep(at, speak);
  function end(how: "dropped" | "returned") {
    if (carried === null) return;
    if (how === "returned") dispatch({ type: "adjust", layout: carried.before });
    else dispatch({ type: "settle", before: carried.before });
    speak[how](carried.id);
    setCarried(null);
  }
  function pickUp(id: string, mode: CarryMode) {
    setCarried({ id, mode, before: session.layout });
    speak.pickedUp(id);
  }
  return {
    id: carried?.id ?? null,
    mode: carried?.mode ?? null,
    leave: () => end("dropped"),
    press: (id, mode, step) => go({ id, mode, step, cells: 1 }, "change"),
    draggedAway() {
      echo.current = true;
    },
    pressBegins() {
      echo.current = false;
    },
    isEcho() {
      const is = echo.current;
      echo.current = false;
      return is;
    },
    keyDown(event, id, mode) {
      const step = steps[event.key];
      const isTurn = event.key === "Enter" || event.key === " ";
      // A key that is held down is one press; an arrow goes on.
      if (isTurn && event.repeat) return event.preventDefault();
      if (isTurn) {
        echo.current = true;
        if (carried === null) pickUp(id, mode);
        else end("dropped");
      } else if (carried === null) return;
      else if (event.key === "Escape") end("returned");
      else if (step !== undefined) go({ id, mode, step, cells: event.shiftKey ? farStep : 1 }, "adjust");
      else return;
      // Else the page scrolls with the arrows, and Esc reaches what lies around.
      if (!isTurn) event.preventDefault();
      event.stopPropagation();
    },
  };
}

interface Wish {
  readonly id: string;
  readonly mode: CarryMode;
  readonly step: Step;
  readonly cells: number;
}

function useStep(
  { session, grid, dispatch }: { session: Session; grid: Grid; dispatch: (action: SessionAction) => void },
  speak: ReturnType<typeof useSpoken>,
) {
  return (wish: Wish, type: "change" | "adjust") => {
    const next = wish.mode === "move" ? movedItem(grid, wish.id, wish) : resizedItem(grid, wish.id, wish);
    const item = next?.find(({ i }) => i === wish.id);
    if (next === null || item === undefined) return speak.stays(wish.id);
    dispatch({ type, layout: withPlaces(session.layout, new Map(next.map((one) => [one.i, one]))) });
    if (wish.mode === "move") speak.moved(wish.id, item);
    else speak.resized(wish.id, item);
  };
}

function useSpoken({ session, grid }: { session: Session; grid: Grid }) {
  const all = useLayoutsWords();
  const words = all.arrange;
  const announce = useAnnounce();
  const named = (id: string) => {
    const component = session.layout.components.find((one) => one.id === id);
    return component === undefined ? "" : titleOf(component, all);
  };
  return {
    pickedUp(id: string) {
      const item = grid.find(({ i }) => i === id);
      if (item !== undefined) announce(words.pickedUp(named(id), item));
    },
    moved: (id: string, to: { x: number; y: number }) => announce(words.moved(named(id), to)),
    resized: (id: string, to: { w: number; h: number }) => announce(words.resized(named(id), to)),
    stays: (id: string) => announce(words.stays(named(id))),
    dropped: (id: string) => announce(words.dropped(named(id))),
    returned: (id: string) => announce(words.returned(named(id))),
  };
}

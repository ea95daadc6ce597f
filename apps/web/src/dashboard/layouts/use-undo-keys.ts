/** Ctrl Z and Ctrl Shift Z while the page is arranged; in a field they stay the field's own. */
import { useEffect, useEffectEvent } from "react";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useLayoutsWords } from "./layouts-words.ts";
import type { Session, SessionAction } from "./session.ts";

interface Arranging {
  readonly session: Session;
  /** A tile that is carried is in the middle of a step: first it is dropped or taken back. */
  readonly isCarrying: boolean;
  readonly dispatch: (action: SessionAction) => void;
}

export function useUndoKeys({ session, isCarrying, dispatch }: Arranging): void {
  const words = useLayoutsWords().arrange;
  const announce = useAnnounce();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const steps = event.shiftKey ? session.future : session.past;
    if (isCarrying || steps.length === 0) return;
    dispatch({ type: event.shiftKey ? "redo" : "undo" });
    announce(event.shiftKey ? words.redone : words.undone);
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Ctrl Z and Ctrl Shift Z while the page is arranged; in a field they stay the field's own. */
import { useEffect, useEffectEvent } from "react";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useLayoutsWords } from "./layouts-words.ts";
import type { SessionAction } from "./session.ts";

export function useUndoKeys(dispatch: (action: SessionAction) => void): void {
  const words = useLayoutsWords().arrange;
  const announce = useAnnounce();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    dispatch({ type: event.shiftKey ? "redo" : "undo" });
    announce(event.shiftKey ? words.redone : words.undone);
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

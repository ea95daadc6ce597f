/** Brings a device's card into view, gives it the focus and an outline for a while: a new one, or the one of the address. */
import { useCallback, useEffect, useState } from "react";
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";

const outlinedMs = 3_000;
/** Whoever has waited so long reads something else by now. */
const longestWaitMs = 10_000;

export function useHighlight(clock: Clock, initialId: string | null): (deviceId: string) => void {
  const [wanted, setWanted] = useState(initialId);
  useEffect(() => {
    if (wanted === null) return;
    const forget = () => setWanted(null);
    function show(card: HTMLElement) {
      card.scrollIntoView({ block: "center" });
      card.focus();
      card.dataset["new"] = "";
      clock.after(outlinedMs, () => {
        delete card.dataset["new"];
        forget();
      });
    }
    const selector = `[data-device="${CSS.escape(wanted)}"]`;
    const card = document.querySelector<HTMLElement>(selector);
    // A new device arrives with the live stream, maybe after the answer that says it is registered.
    if (card === null) return whenThere(selector, { clock, then: show, giveUp: forget });
    show(card);
    return;
  }, [clock, wanted]);
  return useCallback((deviceId: string) => setWanted(deviceId), []);
}

interface Wait {
  readonly clock: Clock;
  readonly then: (element: HTMLElement) => void;
  /** Called when somebody does something else first, or it takes too long: their focus is their own again. [A2] */
  readonly giveUp: () => void;
}

/** Runs `then` once, when the element appears; the disposer ends the waiting. */
function whenThere(selector: string, { clock, then, giveUp }: Wait): Disposer {
  const ended = new AbortController();
  function end(next?: () => void) {
    ended.abort();
    stopTimer();
    observer.disconnect();
    next?.();
  }
  const observer = new MutationObserver(() => {
    const appeared = document.querySelector<HTMLElement>(selector);
    if (appeared !== null) end(() => then(appeared));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const stopTimer = clock.after(longestWaitMs, () => end(giveUp));
  const options = { capture: true, signal: ended.signal };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => end(giveUp), options);
  return () => end();
}

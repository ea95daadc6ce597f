/** Brings a device's card into view, gives it the focus and an outline for a while: a new one, or the one of the address. */
import { useCallback, useEffect, useState } from "react";
import type { Clock } from "@relaydeck/kit/clock";

const outlinedMs = 3_000;

export function useHighlight(clock: Clock, initialId: string | null): (deviceId: string) => void {
  const [wanted, setWanted] = useState(initialId);
  useEffect(() => {
    if (wanted === null) return;
    // A new device arrives with the live stream, maybe after the answer that says it is registered.
    return whenThere(`[data-device="${CSS.escape(wanted)}"]`, (card) => {
      card.scrollIntoView({ block: "center" });
      card.focus();
      card.dataset["new"] = "";
      clock.after(outlinedMs, () => {
        delete card.dataset["new"];
        setWanted(null);
      });
    });
  }, [clock, wanted]);
  return useCallback((deviceId: string) => setWanted(deviceId), []);
}

/** Runs once with the element, now or when it appears; the disposer ends the waiting. */
function whenThere(selector: string, then: (element: HTMLElement) => void): () => void {
  const found = document.querySelector<HTMLElement>(selector);
  if (found !== null) {
    then(found);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const appeared = document.querySelector<HTMLElement>(selector);
    if (appeared === null) return;
    observer.disconnect();
    then(appeared);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

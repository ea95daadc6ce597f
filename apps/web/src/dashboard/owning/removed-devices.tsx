/** Where removed devices stood: a strip each, with the way back, until the page is left. */
import { useEffect, useEffectEvent, useRef } from "react";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { useDashboardActions, useDashboardData } from "../data.tsx";
import { useMoves } from "../use-settling.ts";
import type { RemovedDevice } from "./use-removing.ts";

export function RemovedDevices() {
  const { removed, devices } = useDashboardData();
  const texts = useDashboardTexts().removal;
  const { restoreDevice } = useDashboardActions();
  const list = useRef<HTMLDivElement>(null);
  // There again, whoever brought it back, or not gone yet: its card says so.
  const here = new Set(devices?.map(({ id }) => id));
  const gone = removed.filter(({ id }) => !here.has(id));
  useKeptFocus(list, { gone, count: here.size });
  useMoves(gone.map(({ id }) => id).join(" "));
  return (
    <div ref={list} className="removed-devices">
      {gone.map((device) => (
        <Banner
          key={device.id}
          tone="off"
          icon="info"
          action={
            <Button size="small" aria-label={texts.undoNamed(device.name)} onClick={() => restoreDevice(device)}>
              {texts.undo}
            </Button>
          }
        >
          {texts.removed(device.name)}
        </Banner>
      ))}
    </div>
  );
}

/** With the card goes the button that had the focus: it goes on to the way back, and from there to the card that is back. [A2] */
function useKeptFocus(
  list: { readonly current: HTMLElement | null },
  { gone, count }: { gone: readonly RemovedDevice[]; count: number },
): void {
  const before = useRef<readonly RemovedDevice[]>([]);
  const keep = useEffectEvent(() => {
    const back = before.current.find((device) => !gone.includes(device));
    const card = back === undefined ? null : document.querySelector<HTMLElement>(`[data-device="${CSS.escape(back.id)}"]`);
    // A card that is not there yet comes with the next change of the list.
    if (back === undefined || card !== null) before.current = gone;
    if (document.activeElement !== document.body) return;
    const undo = list.current?.querySelectorAll<HTMLElement>("button");
    (card ?? [...(undo ?? [])].at(-1))?.focus();
  });
  // The list is a new one with every report of a device.
  const ids = gone.map(({ id }) => id).join(" ");
  useEffect(() => keep(), [ids, count]);
}

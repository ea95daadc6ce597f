/**
 * Menus, popovers and dialogs are fetched when somebody is about to open one, not for the first picture. (A5)
 *
 * Their trigger is drawn at once and stays the same element; the part that is fetched is told where it stands.
 */
import { useLayoutEffect, useState, type Ref, type RefObject } from "react";

/** True from the first sign on that the overlay will be opened; `signs` are for its trigger. */
export function useWanted(open: boolean) {
  const [isWanted, setWanted] = useState(open);
  if (open && !isWanted) setWanted(true);
  const want = () => setWanted(true);
  return { isWanted, signs: { onPointerEnter: want, onFocus: want } };
}

interface TriggerElsewhereProps {
  at: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement>;
}

/**
 * Radix wants a trigger within its own tree; this one draws nothing and stands for the element that is there already. It
 * stands for it also when it is gone: the focus returns after a dialog, which may have gone as a whole. [A2]
 */
export function TriggerElsewhere({ at, ref }: TriggerElsewhereProps) {
  useLayoutEffect(() => {
    if (ref === undefined || ref === null) return;
    if (typeof ref === "function") ref(at.current);
    else ref.current = at.current;
  }, [at, ref]);
  return null;
}

const overlays = [
  () => import("./menu-content.tsx"),
  () => import("./popover-content.tsx"),
  () => import("./dialog-content.tsx"),
];

/** Brings all of them, so that they open also when the server is gone. */
export function fetchOverlays(): Promise<unknown> {
  return Promise.allSettled(overlays.map((overlay) => overlay()));
}

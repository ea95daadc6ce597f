/**
 * The room of a toast in a modal dialog on a small screen: above the dialog's pinned buttons, and as high as the toast that
 * is there. What scrolls gives it up, so nothing lies under the toast and nothing that is pinned moves. [A7]
 *
 * Which screens are small, and what the measures do there, stands in overlay.css and feedback.css; on a large one the dialog
 * ends above the toast.
 */
import { use, useLayoutEffect, useRef } from "react";
import { ToastRegion } from "./toast.tsx";

export function ToastRoom() {
  const region = use(ToastRegion);
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [toasts, room] = [region?.current, ref.current];
    return toasts && room ? measuring(toasts, room) : undefined;
  }, [region]);
  return <div ref={ref} className="toast-room" />;
}

function measuring(toasts: HTMLElement, room: HTMLElement): () => void {
  const dialog = room.parentElement;
  let heightBefore = 0;
  function measure() {
    const height = toasts.childElementCount === 0 ? 0 : toasts.offsetHeight;
    dialog?.style.setProperty("--toast-height", `${height}px`);
    const { right, bottom } = room.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    toasts.style.setProperty("--room-right", `${clientWidth - right}px`);
    toasts.style.setProperty("--room-bottom", `${clientHeight - bottom}px`);
    // Who is at a control stays there in sight.
    if (height > heightBefore && dialog?.contains(document.activeElement) === true && document.activeElement !== dialog)
      document.activeElement?.scrollIntoView({ block: "nearest" });
    heightBefore = height;
  }
  const observer = new ResizeObserver(measure);
  for (const part of [toasts, dialog, room.previousElementSibling]) if (part !== null) observer.observe(part);
  return () => observer.disconnect();
}

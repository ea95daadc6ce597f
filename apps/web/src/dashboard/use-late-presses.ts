import { useEffect } from "react";
import { useDashboardTexts } from "../texts/texts.tsx";
import { useClock } from "../ui/time.tsx";
import { useToasts } from "../ui/toast.tsx";

/** A press that a page which stood still could not take for so long is taken no more, in milliseconds. */
const lateMs = 2_000;

/** All from where a relay can be switched. */
const switches = ".relay-control, .relay-actions, .palette";

/** A deadline counts from the press, and nobody presses a picture that old: it would come late, and maybe to another's place. [C2] */
export function useLatePresses(): void {
  const clock = useClock();
  const toasts = useToasts();
  const { lateExplained } = useDashboardTexts().command;
  useEffect(() => {
    const refuse = (event: Event) => {
      if (!(event.target instanceof Element) || event.target.closest(switches) === null) return;
      if (event instanceof KeyboardEvent && event.key !== "Enter") return;
      // Both count from the beginning of the page. Some tools send events without a time.
      if (event.timeStamp <= 0 || clock.monotonic() - event.timeStamp < lateMs) return;
      event.preventDefault();
      event.stopPropagation();
      toasts.show({ title: lateExplained });
    };
    document.addEventListener("click", refuse, true);
    document.addEventListener("keydown", refuse, true);
    return () => {
      document.removeEventListener("click", refuse, true);
      document.removeEventListener("keydown", refuse, true);
    };
  }, [clock, toasts, lateExplained]);
}

/** In place of a cleared log: what was cleared, and the way back. Fetched by whoever clears it. (A5) */
import { useEffect, useRef } from "react";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import type { LogView } from "./use-log-view.ts";

export default function ClearedLog({ view }: { view: LogView }) {
  const texts = useDashboardTexts().activity;
  const button = useFocusToLog();
  return (
    <EmptyState
      icon="list"
      action={
        <Button ref={button} size="small" onClick={view.restore}>
          {texts.restore}
        </Button>
      }
    >
      <p>{texts.clearedNote}</p>
    </EmptyState>
  );
}

/** The log that comes back takes the focus of the button that brought it. [A2] */
function useFocusToLog() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const tile = button.current?.closest(".tile");
    return () => {
      if (document.activeElement === document.body) tile?.querySelector<HTMLElement>(".log-box")?.focus();
    };
  }, []);
  return button;
}

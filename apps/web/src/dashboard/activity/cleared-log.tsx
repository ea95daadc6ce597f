/** A log that was cleared: what was cleared, and the way back, which stays as long as it is. [D45] */
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import type { LogView } from "./use-log-view.ts";

/** In place of a log in which nothing is left. */
export function ClearedLog({ view }: { view: LogView }) {
  const texts = useDashboardTexts().activity;
  return (
    <EmptyState icon="list" action={<RestoreButton view={view} />}>
      <p>{texts.clearedNote}</p>
    </EmptyState>
  );
}

/** Brings the whole log back, however often it was cleared. The log, in whichever form, is the thing that keeps the focus. [A2] */
export function RestoreButton({ view }: { view: LogView }) {
  const texts = useDashboardTexts().activity;
  return (
    <Button data-thing={logThing} size="small" onClick={view.restore}>
      {texts.restore}
    </Button>
  );
}

/** What the box of the log and the way back to it are known by to `keepFocusIn`. */
export const logThing = "log";

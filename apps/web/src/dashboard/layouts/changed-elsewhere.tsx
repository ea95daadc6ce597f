/** Somebody, maybe oneself in another window, has changed or deleted the layout that is being edited. Nothing is taken away here. */
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { useDashboardData } from "../data.tsx";
import { useLayoutsWords } from "./layouts-words.ts";
import { elsewhereOf, type Session, type SessionAction } from "./session.ts";

interface ChangedElsewhereProps {
  session: Session;
  dispatch: (action: SessionAction) => void;
  /** What is kept just now is one's own. */
  isSaving: boolean;
}

export function ChangedElsewhere({ session, dispatch, isSaving }: ChangedElsewhereProps) {
  const words = useLayoutsWords().elsewhere;
  const { layouts } = useDashboardData();
  const found = layouts.data === null || isSaving ? null : elsewhereOf(session, layouts.data);
  if (found === null) return null;
  const { now } = found;
  const [text, label, action] =
    now === null
      ? [words.deleted, words.keepAsNew, { type: "detach" } as const]
      : [words.changed, words.takeTheirs, { type: "edit", of: now } as const];
  return (
    <div role="group" aria-label={words.label}>
      <Banner
        tone="warn"
        icon="triangle"
        action={
          <Button size="small" onClick={() => dispatch(action)}>
            {label}
          </Button>
        }
      >
        {text}
      </Banner>
    </div>
  );
}

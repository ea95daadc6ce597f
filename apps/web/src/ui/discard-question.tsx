/**
 * “Discard changes?”, asked in place of a dialog's buttons where something typed would be lost: by Esc, by a press outside,
 * or by whatever else leaves it. Asked again, it is answered with no.
 */
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";

export interface Discarding {
  /** Does it at once where nothing would be lost, else when the question is answered with yes. */
  readonly guard: (leave: () => void) => void;
  /** Null while nothing is asked. */
  readonly question: ReactNode;
}

export function useDiscarding(isDirty: boolean): Discarding {
  const [pending, setPending] = useState<{ readonly leave: () => void } | null>(null);
  const keep = () => setPending(null);
  if (pending !== null && !isDirty) keep();
  return {
    guard(leave) {
      if (pending !== null) keep();
      else if (isDirty) setPending({ leave });
      else leave();
    },
    question:
      pending === null ? null : (
        <Question
          onKeep={keep}
          onDiscard={() => {
            keep();
            pending.leave();
          }}
        />
      ),
  };
}

function Question({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const texts = useTexts().discard;
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  // The answer that loses nothing has the focus, which the question took from where it was.
  useEffect(() => {
    const before = document.activeElement;
    group.current?.querySelector("button")?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div ref={group} role="group" className="discard" aria-labelledby={id}>
      <p id={id}>{texts.question}</p>
      <Button onClick={onKeep}>{texts.keep}</Button>
      <Button kind="danger" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </div>
  );
}

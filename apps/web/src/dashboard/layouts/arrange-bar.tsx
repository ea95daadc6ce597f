/** The bar over the page while it is arranged: what is edited, the way back, and what is hidden. */
import { useId, type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ChangedElsewhere } from "./changed-elsewhere.tsx";
import { withComponent } from "./edits.ts";
import { titleOf, useLayoutsWords } from "./layouts-words.ts";
import type { Session, SessionAction } from "./session.ts";
import type { LayoutCalls } from "./use-layout-calls.ts";

interface ArrangeBarProps {
  heading: RefObject<HTMLParagraphElement | null>;
  session: Session;
  dispatch: (action: SessionAction) => void;
  calls: LayoutCalls;
  nameField: RefObject<HTMLInputElement | null>;
  onCancel: () => void;
}

export function ArrangeBar({ heading, session, dispatch, calls, nameField, onCancel }: ArrangeBarProps) {
  const words = useLayoutsWords();
  const failureId = useId();
  const name = session.name.trim() === "" ? words.arrange.unnamed : session.name;
  return (
    <div className="arrange-bar">
      <div className="arrange-what">
        <p ref={heading} tabIndex={-1} className="arrange-name">
          {words.arrange.bar(name)}
        </p>
        {session.id === null && (
          <input
            ref={nameField}
            className="input"
            aria-invalid={calls.isNameMissing || undefined}
            aria-describedby={calls.isNameMissing ? failureId : undefined}
            aria-label={words.components.name}
            placeholder={words.components.namePlaceholder}
            maxLength={100}
            autoComplete="off"
            value={session.name}
            onChange={(event) => dispatch({ type: "name", name: event.target.value })}
          />
        )}
      </div>
      <div className="actions">
        <Button aria-disabled={session.past.length === 0} onClick={() => dispatch({ type: "undo" })}>
          {words.components.undo}
        </Button>
        <Button aria-disabled={session.future.length === 0} onClick={() => dispatch({ type: "redo" })}>
          {words.components.redo}
        </Button>
        <Button onClick={onCancel}>{words.arrange.cancel}</Button>
        <Button kind="primary" busy={calls.isSaving && words.components.saving} onClick={() => void calls.save(session)}>
          {words.components.save}
        </Button>
      </div>
      <ChangedElsewhere session={session} dispatch={dispatch} isSaving={calls.isSaving} />
      <p className="arrange-hint">{words.arrange.hint}</p>
      {calls.saveFailure !== null && (
        <p className="field-error" id={failureId}>
          <Icon name="triangle" />
          <span>{calls.saveFailure}</span>
        </p>
      )}
      <HiddenOnes session={session} dispatch={dispatch} />
    </div>
  );
}

function HiddenOnes({ session, dispatch }: Pick<ArrangeBarProps, "session" | "dispatch">) {
  const words = useLayoutsWords();
  const hidden = session.layout.components.filter(({ visible }) => !visible);
  if (hidden.length === 0) return null;
  return (
    <div className="arrange-hidden">
      <span className="muted">{words.arrange.hidden}</span>
      {hidden.map((component) => (
        <Button
          key={component.id}
          size="small"
          icon="eye"
          data-thing={thingOf(component.id)}
          onClick={() => dispatch({ type: "change", layout: withComponent(session.layout, component.id, { visible: true }) })}
        >
          {words.arrange.show(titleOf(component, words))}
        </Button>
      ))}
    </div>
  );
}

/** What a tile, and the button that shows it again, are known by to `keepFocusIn`. */
export function thingOf(componentId: string): string {
  return `tile ${componentId}`;
}

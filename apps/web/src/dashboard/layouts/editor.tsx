/** The editor's two areas: the saved layouts, and the components of the one that is being made. [D55] */
import { useId } from "react";
import { useIsPhone } from "../../app/header/use-is-phone.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TextField } from "../../ui/field.tsx";
import { AddComponent } from "./add-component.tsx";
import { ChangedElsewhere } from "./changed-elsewhere.tsx";
import { ComponentRow } from "./component-row.tsx";
import { inOrder } from "./edits.ts";
import { useLayoutsWords } from "./layouts-words.ts";
import { LiveMap } from "./live-map.tsx";
import { SavedLayouts } from "./saved-layouts.tsx";
import type { Session, SessionAction } from "./session.ts";
import { template } from "./built-in.ts";
import type { LayoutCalls } from "./use-layout-calls.ts";
import type { Bench } from "./workshop.tsx";

export function Editor(bench: Bench) {
  const { session, dispatch, calls, nameField, guard } = bench;
  return (
    <div className="layout-editor">
      <div className="layout-aside">
        <SavedLayouts session={session} onBegin={(action) => guard(() => dispatch(action))} calls={calls} />
        {session !== null && <LiveMap components={session.layout.components} />}
      </div>
      {session !== null && <Components session={session} dispatch={dispatch} calls={calls} nameField={nameField} />}
    </div>
  );
}

interface ComponentsProps extends Pick<Bench, "nameField"> {
  session: Session;
  dispatch: (action: SessionAction) => void;
  calls: LayoutCalls;
}

function Components({ session, dispatch, calls, nameField }: ComponentsProps) {
  const id = useId();
  const words = useLayoutsWords().components;
  const { layout } = session;
  const isPhone = useIsPhone();
  const failure = calls.saveFailure;
  const order = inOrder(layout.components);
  const onChange = (changed: typeof layout) => dispatch({ type: "change", layout: changed });
  return (
    <section className="layout-components" aria-labelledby={id}>
      <h3 id={id}>{words.heading}</h3>
      <ChangedElsewhere session={session} dispatch={dispatch} isSaving={calls.isSaving} />
      <p className="muted">{session.id === null ? words.creating : words.editing(session.name)}</p>
      {session.id === null && (
        <TextField
          ref={nameField}
          label={words.name}
          error={calls.isNameMissing ? words.nameRequired : undefined}
          placeholder={words.namePlaceholder}
          maxLength={100}
          autoComplete="off"
          value={session.name}
          onChange={(event) => dispatch({ type: "name", name: event.target.value })}
        />
      )}
      {failure !== null && !calls.isNameMissing && (
        <p className="field-error">
          <Icon name="triangle" />
          <span>{failure}</span>
        </p>
      )}
      <ol className="component-rows plain">
        {order.map((component, index) => (
          <ComponentRow
            key={component.id}
            component={component}
            layout={layout}
            ends={{ isFirst: index === 0, isLast: index === order.length - 1 }}
            onChange={onChange}
          />
        ))}
      </ol>
      <AddComponent layout={layout} onChange={onChange} />
      {isPhone && <ResetButton dispatch={dispatch} />}
    </section>
  );
}

function ResetButton({ dispatch }: Pick<ComponentsProps, "dispatch">) {
  const words = useLayoutsWords().components;
  return <Button onClick={() => dispatch({ type: "change", layout: template })}>{words.reset}</Button>;
}

/** On a phone these are pinned and must leave room: there Reset to Default stands at the end of the components. */
export function EditorActions({ session, dispatch, calls, guard, arrange }: Bench & { session: Session }) {
  const words = useLayoutsWords().components;
  const isPhone = useIsPhone();
  const size = isPhone ? "small" : "normal";
  return (
    <>
      <Button kind="quiet" size={size} aria-disabled={session.past.length === 0} onClick={() => dispatch({ type: "undo" })}>
        {words.undo}
      </Button>
      <Button kind="quiet" size={size} aria-disabled={session.future.length === 0} onClick={() => dispatch({ type: "redo" })}>
        {words.redo}
      </Button>
      <Button kind="quiet" size={size} onClick={() => guard(() => dispatch({ type: "end" }))}>
        {words.close}
      </Button>
      {!isPhone && <ResetButton dispatch={dispatch} />}
      {arrange !== undefined && <Button onClick={arrange}>{words.arrange}</Button>}
      <Button kind="primary" busy={calls.isSaving && words.saving} onClick={() => void calls.save(session)}>
        {words.save}
      </Button>
    </>
  );
}

/** Saved Layouts: what there is, which is the default, and what can be done with each. [D4, D5] */
import { useId } from "react";
import { mostLayoutsPerUser } from "@relaydeck/contract/layout-grid";
import type { Layout } from "@relaydeck/contract/layouts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useDashboardActions, useDashboardData } from "../data.tsx";
import { TryAgainButton } from "../devices-tile.tsx";
import { useForgetting, useRemovals } from "../removals.tsx";
import { useLayoutsWords } from "./layouts-words.ts";
import type { Session, SessionAction } from "./session.ts";
import type { LayoutCalls } from "./use-layout-calls.ts";

interface SavedLayoutsProps {
  session: Session | null;
  /** Begins to edit one of them, or a new one. */
  onBegin: (action: SessionAction) => void;
  calls: LayoutCalls;
}

export function SavedLayouts({ session, onBegin, calls }: SavedLayoutsProps) {
  const id = useId();
  const words = useLayoutsWords().saved;
  const { layouts } = useDashboardData();
  const toasts = useToasts();
  const isFull = (layouts.data?.length ?? 0) >= mostLayoutsPerUser;
  const limit = words.limit(mostLayoutsPerUser);
  const create = () => (isFull ? toasts.show({ title: limit, tone: "warn" }) : onBegin({ type: "create" }));
  return (
    <section className="saved-layouts" aria-labelledby={id}>
      <div className="saved-head">
        <h3 id={id}>{words.heading}</h3>
        <Button size="small" icon="plus" aria-disabled={isFull} onClick={create}>
          {words.create}
        </Button>
      </div>
      <Rows session={session} onBegin={onBegin} calls={calls} />
      {layouts.data?.some(({ isDefault }) => isDefault) === true && (
        <Button size="small" kind="quiet" onClick={calls.clearDefault}>
          {words.useBuiltIn}
        </Button>
      )}
    </section>
  );
}

function Rows({ session, onBegin, calls }: SavedLayoutsProps) {
  const words = useLayoutsWords().saved;
  const { layouts } = useDashboardData();
  useForgetting(useRemovals().layouts, { data: layouts.data, isOld: layouts.failed }, isSameLayout);
  if (layouts.data === null) return layouts.failed ? <NotRead /> : <p className="muted">{words.loading}</p>;
  const shown = new Set(layouts.data.map(({ id }) => id));
  const removed = calls.removed.filter(({ id }) => !shown.has(id));
  if (shown.size === 0 && removed.length === 0) {
    return (
      <div className="muted">
        <p>{words.empty}</p>
        <p>{words.emptyHint}</p>
      </div>
    );
  }
  return (
    <ul className="saved-rows plain">
      {layouts.data.map((layout) => (
        <Row
          key={layout.id}
          layout={layout}
          isOpen={layout.id === session?.id}
          calls={calls}
          onEdit={() => onBegin({ type: "edit", of: layout })}
        />
      ))}
      {removed.map((layout) => (
        <li key={layout.id} className="saved-row" data-thing={layout.id}>
          <span className="muted">{words.removed(layout.name)}</span>
          <Button
            size="small"
            aria-label={words.undoNamed(layout.name)}
            busy={calls.running.has(layout.id) && words.undo}
            onClick={() => calls.restore(layout)}
          >
            {words.undo}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function isSameLayout(one: Layout, other: Layout): boolean {
  return one.id === other.id;
}

/** They are read again only when somebody asks, and from within the dialog nothing else does. */
function NotRead() {
  const words = useLayoutsWords().saved;
  const { refresh } = useDashboardActions();
  return (
    <p className="muted">
      {words.failed} <TryAgainButton onPress={() => void refresh()} />
    </p>
  );
}

function Row(props: { layout: Layout; isOpen: boolean; calls: LayoutCalls; onEdit: () => void }) {
  const { layout, calls } = props;
  const words = useLayoutsWords().saved;
  return (
    <li className="saved-row" data-thing={layout.id} data-open={props.isOpen ? "" : undefined}>
      <span className="saved-name">
        <span>{layout.name}</span>
        {layout.isDefault && <Badge>{words.badge}</Badge>}
        <span className="muted">{words.count(layout.layout.components.length)}</span>
      </span>
      <span className="saved-actions">
        {!layout.isDefault && (
          <Button size="small" aria-label={words.setDefaultNamed(layout.name)} onClick={() => calls.setDefault(layout.id)}>
            {words.setDefault}
          </Button>
        )}
        <IconButton
          icon="pencil"
          label={words.edit(layout.name)}
          aria-current={props.isOpen ? true : undefined}
          onClick={props.onEdit}
        />
        <RemoveButton layout={layout} calls={calls} />
      </span>
    </li>
  );
}

/** The default stays; a press says why. */
function RemoveButton({ layout, calls }: { layout: Layout; calls: LayoutCalls }) {
  const words = useLayoutsWords().saved;
  const toasts = useToasts();
  const isInert = layout.isDefault || calls.running.has(layout.id);
  function press() {
    if (layout.isDefault) toasts.show({ title: words.removeDefault });
    else calls.remove(layout);
  }
  const button = <IconButton icon="trash" label={words.remove(layout.name)} aria-disabled={isInert} onClick={press} />;
  return layout.isDefault ? <Tooltip content={words.removeDefault}>{button}</Tooltip> : button;
}

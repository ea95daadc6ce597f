/**
 * Where layouts are made: in a dialog, on the page itself, or, when everything is hidden, in place of the tiles. One session
 * lives through all three; what is not saved is kept in this browser. [D3, HD-4]
 */
import "./workshop.css";
import { useEffect, useMemo, useReducer, useRef, useState, type ReactNode, type RefObject } from "react";
import type { Layout, LayoutComponent } from "@relaydeck/contract/layouts";
import { Dialog } from "../../ui/dialog.tsx";
import { useDiscarding, type Discarding } from "../../ui/discard-question.tsx";
import { useHandedFocus } from "../../ui/handed-focus.ts";
import { keepFocusIn } from "../../ui/kept-focus.ts";
import { MissingDialog } from "../../ui/lazy-dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useDashboardData } from "../data.tsx";
import type { WorkshopPlace } from "./dashboard-layout.tsx";
import { holdDraft, newDraftId, type HeldDraft } from "./draft-lock.ts";
import { dropDraft, readDraft, writeDraft, type DraftPlace } from "./draft-storage.ts";
import { Editor, EditorActions } from "./editor.tsx";
import { useLayoutsWords } from "./layouts-words.ts";
import { isAsSent, isDirty, resumed, sessionReducer, sinceSent, type Session, type SessionAction } from "./session.ts";
import { useLayoutCalls } from "./use-layout-calls.ts";
import { useMedia } from "../../ui/use-media.ts";
import type { ShownLayout } from "./use-shown-layout.ts";

/** Where it cannot be fetched, the dialog that leads to it comes back. */
const Arrange = lazyPart(async () => (await import("./arrange.tsx")).Arrange, {
  missing: ({ onLeave }, missed) => <MissingDialog open onOpenChange={onLeave} {...missed} />,
});

interface WorkshopProps {
  shown: ShownLayout;
  place: WorkshopPlace;
  onPlace: (place: WorkshopPlace) => void;
  openedFrom: RefObject<HTMLElement | null>;
  tileOf: (component: LayoutComponent) => ReactNode;
  /** What an earlier visit left, to go on with; the dashboard frees it. */
  draft: HeldDraft | null;
  /** The shown layout draws nothing. */
  isEmpty: boolean;
}

/** What the parts of the workshop share. */
export interface Bench {
  readonly session: Session | null;
  readonly dispatch: (action: SessionAction) => void;
  readonly calls: ReturnType<typeof useLayoutCalls>;
  readonly nameField: RefObject<HTMLInputElement | null>;
  /** Asks before what is not saved would be lost. */
  readonly guard: Discarding["guard"];
  /** Absent where the page has one column only. */
  readonly arrange: (() => void) | undefined;
}

export function Workshop({ shown, place, onPlace, openedFrom, tileOf, draft, isEmpty }: WorkshopProps) {
  const words = useLayoutsWords();
  const isWide = useMedia("(width >= 768px)");
  const kept = useHeldPlace(draft);
  const [session, dispatch] = useSession(kept, { shown, draft, isEmpty });
  const toasts = useToasts();
  const nameField = useRef<HTMLInputElement>(null);
  const shownNow = useShownNow(session);
  const isOpen = (sent: Session) => sinceSent(sent, shownNow.current) !== "left";
  const calls = useLayoutCalls({ isOpen, onSaved, nameField });
  const { guard, question } = useDiscarding(session !== null && isDirty(session));
  const change = (action: SessionAction) => {
    calls.forgetFailure();
    dispatch(action);
  };
  function arrange() {
    // What was refused in the dialog must not lie over the tiles.
    toasts.dismissFailures();
    onPlace("page");
  }
  const bench: Bench = { session, dispatch: change, calls, nameField, guard, arrange: isWide ? arrange : undefined };
  function onSaved(sent: Session, as: Layout) {
    const since = sinceSent(sent, shownNow.current);
    if (since === "as-sent") end();
    else if (since === "changed") dispatch({ type: "saved", as });
    // Kept when it was left, and saved since.
    else if (kept !== null && isAsSent(sent, readDraft(kept))) dropDraft(kept);
  }
  function end() {
    // Before the workshop is gone: nobody would drop it afterwards.
    if (kept !== null) dropDraft(kept);
    toasts.dismissFailures();
    dispatch({ type: "end" });
    onPlace("closed");
  }
  const actions = session === null ? null : (question ?? <EditorActions {...bench} session={session} />);
  if (place === "page" && session !== null && isWide) {
    return (
      <Arrange
        session={session}
        dispatch={change}
        calls={calls}
        nameField={nameField}
        onLeave={() => onPlace("dialog")}
        openedFrom={openedFrom}
        tileOf={tileOf}
      />
    );
  }
  if (place === "closed") return isEmpty ? <Inline bench={bench} actions={actions} openedFrom={openedFrom} /> : null;
  return (
    <Dialog
      open
      openedFrom={openedFrom}
      onOpenChange={(open) => (open ? undefined : guard(end))}
      onClosed={keepTaken}
      onMissing={() => onPlace("closed")}
      title={words.title}
      description={words.description}
      {...(actions === null ? {} : { actions })}
    >
      <Editor {...bench} />
    </Dialog>
  );
}

/** The page that is arranged takes the focus when it comes, which may be before the dialog gives it back. */
function keepTaken(event: Event) {
  if (document.activeElement !== document.body) event.preventDefault();
}

/** The editor under “No Components Visible”, without a dialog around it. */
function Inline({ bench, actions, openedFrom }: { bench: Bench; actions: ReactNode } & Pick<WorkshopProps, "openedFrom">) {
  const words = useLayoutsWords();
  const editor = useRef<HTMLElement>(null);
  useHandedFocus(editor, () => openedFrom.current);
  useEffect(() => keepFocusIn(editor.current), []);
  return (
    <section ref={editor} className="tile" data-tile="editor" aria-label={words.title}>
      <h2 className="tile-title">{words.title}</h2>
      <p className="dialog-text">{words.description}</p>
      <Editor {...bench} />
      {actions !== null && <div className="actions">{actions}</div>}
    </section>
  );
}

/** Where this page keeps what is not saved; a new place is held as long as the workshop is there. */
function useHeldPlace(draft: HeldDraft | null): DraftPlace | null {
  const { user } = useDashboardData();
  const [newId] = useState(newDraftId);
  const userId = user?.id ?? null;
  const id = draft?.place.id ?? newId;
  const place = useMemo(() => (userId === null ? null : { storage: localStorage, userId, id }), [userId, id]);
  useEffect(() => {
    if (place === null || draft !== null) return;
    const held = holdDraft(place);
    return () => void held.then((mine) => mine?.free());
  }, [place, draft]);
  return place;
}

/** For answers that come later than the press that asked for them: what is open when they come; null once this is gone. */
function useShownNow(session: Session | null): RefObject<Session | null> {
  const shown = useRef(session);
  useEffect(() => {
    shown.current = session;
    return () => {
      shown.current = null;
    };
  }, [session]);
  return shown;
}

function useSession(
  kept: DraftPlace | null,
  begin: Pick<WorkshopProps, "shown" | "draft" | "isEmpty">,
): [Session | null, (action: SessionAction) => void] {
  const { layouts } = useDashboardData();
  const [session, dispatch] = useReducer(sessionReducer, null, () => {
    const { shown, draft, isEmpty } = begin;
    const left = draft === null ? null : readDraft(draft.place);
    if (left !== null) return resumed(left, layouts.data ?? []);
    return isEmpty && shown.saved !== null ? sessionReducer(null, { type: "edit", of: shown.saved }) : null;
  });
  useEffect(() => {
    if (kept === null) return;
    if (session === null || !isDirty(session)) dropDraft(kept);
    else writeDraft(kept, session);
  }, [session, kept]);
  return [session, dispatch];
}

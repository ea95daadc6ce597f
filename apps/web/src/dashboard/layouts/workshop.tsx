/**
 * Where layouts are made: in a dialog, on the page itself, or, when everything is hidden, in place of the tiles. One session
 * lives through all three; what is not saved is kept in this browser. [D3, HD-4]
 */
import "./workshop.css";
import { lazy, Suspense, useEffect, useReducer, type ReactNode, type RefObject } from "react";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { Dialog } from "../../ui/dialog.tsx";
import { useDiscarding, type Discarding } from "../../ui/discard-question.tsx";
import { useDashboardData } from "../data.tsx";
import type { WorkshopPlace } from "./dashboard-layout.tsx";
import { draftPlace } from "./draft-place.ts";
import { dropDraft, isGone, readDraft, writeDraft } from "./draft-storage.ts";
import { Editor, EditorActions } from "./editor.tsx";
import { useLayoutsWords } from "./layouts-words.ts";
import { isDirty, resumed, sessionReducer, type Session, type SessionAction } from "./session.ts";
import { useLayoutCalls } from "./use-layout-calls.ts";
import { useMedia } from "../../ui/use-media.ts";
import type { ShownLayout } from "./use-shown-layout.ts";

const Arrange = lazy(async () => ({ default: (await import("./arrange.tsx")).Arrange }));

interface WorkshopProps {
  shown: ShownLayout;
  place: WorkshopPlace;
  onPlace: (place: WorkshopPlace) => void;
  openedFrom: RefObject<HTMLElement | null>;
  tileOf: (component: LayoutComponent) => ReactNode;
  /** The shown layout draws nothing. */
  isEmpty: boolean;
}

/** What the parts of the workshop share. */
export interface Bench {
  readonly session: Session | null;
  readonly dispatch: (action: SessionAction) => void;
  readonly calls: ReturnType<typeof useLayoutCalls>;
  /** Asks before what is not saved would be lost. */
  readonly guard: Discarding["guard"];
  /** Absent where the page has one column only. */
  readonly arrange: (() => void) | undefined;
}

export function Workshop({ shown, place, onPlace, openedFrom, tileOf, isEmpty }: WorkshopProps) {
  const words = useLayoutsWords();
  const { user } = useDashboardData();
  const isWide = useMedia("(width >= 768px)");
  const [session, dispatch] = useSession(shown, isEmpty);
  const calls = useLayoutCalls({ onSaved: end });
  const { guard, question } = useDiscarding(session !== null && isDirty(session));
  const change = (action: SessionAction) => {
    calls.forgetFailure();
    dispatch(action);
  };
  const bench: Bench = { session, dispatch: change, calls, guard, arrange: isWide ? () => onPlace("page") : undefined };
  function end() {
    // Before the workshop is gone: nobody would drop it afterwards.
    if (user !== null) dropDraft(draftPlace(user.id));
    dispatch({ type: "end" });
    onPlace("closed");
  }
  const actions = session === null ? null : (question ?? <EditorActions {...bench} session={session} />);
  if (place === "page" && session !== null && isWide) {
    return (
      <Suspense>
        <Arrange
          session={session}
          dispatch={change}
          calls={calls}
          onLeave={() => onPlace("dialog")}
          openedFrom={openedFrom}
          tileOf={tileOf}
        />
      </Suspense>
    );
  }
  if (place === "closed") return isEmpty ? <Inline bench={bench} actions={actions} /> : null;
  return (
    <Dialog
      open
      openedFrom={openedFrom}
      onOpenChange={(open) => (open ? undefined : guard(end))}
      onClosed={keepTaken}
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
function Inline({ bench, actions }: { bench: Bench; actions: ReactNode }) {
  const words = useLayoutsWords();
  return (
    <section className="tile" data-tile="editor" aria-label={words.title}>
      <h2 className="tile-title">{words.title}</h2>
      <p className="dialog-text">{words.description}</p>
      <Editor {...bench} />
      {actions !== null && <div className="actions">{actions}</div>}
    </section>
  );
}

function useSession(shown: ShownLayout, isEmpty: boolean): [Session | null, (action: SessionAction) => void] {
  const { user, layouts } = useDashboardData();
  const userId = user?.id ?? null;
  const [session, dispatch] = useReducer(sessionReducer, null, () => {
    const draft = userId === null ? null : readDraft(draftPlace(userId));
    if (draft !== null) return resumed(draft, layouts.data ?? []);
    return isEmpty && shown.saved !== null ? sessionReducer(null, { type: "edit", of: shown.saved }) : null;
  });
  useEffect(() => {
    if (userId === null) return;
    const place = draftPlace(userId);
    if (session === null || !isDirty(session)) return dropDraft(place);
    const keep = () => writeDraft(place, session);
    keep();
    // Another tab went on with it or dropped it, while it is worked on here.
    const keepAgain = (event: StorageEvent) => (isGone(place, event) ? keep() : undefined);
    addEventListener("storage", keepAgain);
    return () => removeEventListener("storage", keepAgain);
  }, [session, userId]);
  return [session, dispatch];
}

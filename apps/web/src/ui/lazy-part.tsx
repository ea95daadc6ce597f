/**
 * A part that is fetched when it is first wanted. Where that fails, as without a network, this part alone is missing and says
 * so, and it is fetched anew when it is wanted again: React's own `lazy` keeps a failure for ever. [interface 4]
 *
 * Not here: what breaks while it is drawn; that is app/error-boundary.tsx.
 */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";
import { EmptyState } from "./feedback.tsx";
import { useToasts } from "./toast.tsx";

type Part<P> = (props: P) => ReactNode;

interface Meanwhile<P> {
  /** Until it is here; nothing unless said. */
  readonly waiting?: (props: P) => ReactNode;
  /** Where it could not be fetched; a word and “Try again” unless said. */
  readonly missing?: (props: P, missed: Missed) => ReactNode;
}

export interface Again {
  readonly onTryAgain: () => void;
  /** It failed after “Try again”, too. A browser may keep a failure for as long as the page lives, so a reload is offered. */
  readonly isStill?: boolean;
}

export interface Missed extends Again {
  /** Whether somebody was told before that it is missing, in whatever place. For what is told and does not stay to be seen. */
  readonly wasTold: () => boolean;
}

const nothing = () => null;
const inPlace = (_: unknown, missed: Missed) => <MissingPart {...missed} />;

/** For all parts together: a stylesheet may be of several. */
let hasFailed = false;

export function lazyPart<P extends object>(
  fetch: () => Promise<Part<P>>,
  { waiting = nothing, missing = inPlace }: Meanwhile<P> = {},
): Part<P> {
  let part: Part<P> | null = null;
  let isTold = false;
  function wasTold(): boolean {
    const before = isTold;
    isTold = true;
    return before;
  }
  const places = new Set<() => void>();
  async function bring(): Promise<void> {
    if (hasFailed) await fetchStylesAgain();
    const brought = await fetch();
    part ??= brought;
    for (const tell of places) tell();
  }
  function subscribe(tell: () => void): () => void {
    places.add(tell);
    return () => void places.delete(tell);
  }
  const fetched = () => part;
  return function LazyPart(props: P) {
    const Fetched = useSyncExternalStore(subscribe, fetched, fetched);
    const [isMissing, setMissing] = useState(false);
    const [failures, setFailures] = useState(0);
    const noteFocus = useFocusOnwards();
    useEffect(() => {
      if (isMissing || part !== null) return;
      bring().catch(() => {
        hasFailed = true;
        setMissing(true);
        setFailures((before) => before + 1);
      });
    }, [isMissing]);
    function onTryAgain() {
      noteFocus();
      setMissing(false);
    }
    if (Fetched !== null) return <Fetched {...props} />;
    return isMissing ? missing(props, { onTryAgain, isStill: failures > 1, wasTold }) : waiting(props);
  };
}

interface Overlay {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Where it cannot be fetched; closes it unless said. */
  readonly onMissing?: (() => void) | undefined;
}

/** A dialog that is fetched when it is opened first. Where that fails, a toast says so, and it is closed. */
export function lazyDialog<P extends object>(
  fetch: () => Promise<Part<P>>,
  waiting: (props: P & Overlay) => ReactNode = nothing,
): Part<P & Overlay> {
  return lazyPart<P & Overlay>(fetch, {
    waiting,
    missing: (props, missed) => <MissingDialog {...props} {...missed} />,
  });
}

interface MissingDialogProps extends Overlay, Missed {
  readonly openedFrom?: RefObject<HTMLElement | null> | null;
  /** As of `Dialog`: who draws it only while it is open waits for this. */
  readonly onClosed?: ((event: Event) => void) | undefined;
}

/** Draws nothing; opened again, it is fetched again. */
export function MissingDialog(props: MissingDialogProps) {
  const { open, onOpenChange, onMissing, openedFrom, onClosed, onTryAgain, wasTold } = props;
  const texts = useTexts();
  const toasts = useToasts();
  // Closed before it failed, it was given up.
  const isTold = useRef(!open);
  const tell = useEffectEvent(() => {
    if (isTold.current) return onTryAgain();
    isTold.current = true;
    toasts.show({ title: texts.error, tone: "bad", ...(wasTold() ? stillMissing(texts) : { body: texts.crash.missing }) });
    if (onMissing === undefined) onOpenChange(false);
    else onMissing();
    const closed = new Event("closed", { cancelable: true });
    onClosed?.(closed);
    // What was pressed, or stood here until it failed, may have gone with the focus. [A2]
    if (!closed.defaultPrevented && document.activeElement === document.body) openedFrom?.current?.focus();
  });
  useEffect(() => {
    if (open) tell();
  }, [open]);
  return null;
}

/** The reload that the toast offers is also the browser's own, which takes no toast back. */
function stillMissing({ crash, reload }: ReturnType<typeof useTexts>) {
  return { body: `${crash.missing} ${crash.still}`, action: { label: reload, run: reloadPage } };
}

/** `words` in place of those for any part. */
export function MissingPart({ onTryAgain, isStill = false, words }: Again & { readonly words?: string }) {
  const texts = useTexts();
  const buttons = (
    <div className="actions">
      <Button onClick={onTryAgain}>{texts.tryAgain}</Button>
      {isStill && <Button onClick={reloadPage}>{texts.reload}</Button>}
    </div>
  );
  return (
    <EmptyState icon="triangle" action={buttons}>
      <p>{words ?? texts.crash.missing}</p>
      {isStill && <p>{texts.crash.still}</p>}
    </EmptyState>
  );
}

export function reloadPage(): void {
  location.reload();
}

/** With “Try again” goes what has the focus. It goes on to what stands around it; to be called before the press takes it away. [A2] */
export function useFocusOnwards(): () => void {
  const around = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (document.activeElement === document.body) around.current?.focus();
    around.current = null;
  });
  return () => void (around.current = document.activeElement?.closest<HTMLElement>("[tabindex='-1'], [role=tabpanel]") ?? null);
}

/**
 * The build's own loader asks for a stylesheet once only, and would then bring the part without its looks. One that fails again
 * may be of another part, and keeps none away.
 */
async function fetchStylesAgain(): Promise<void> {
  const links = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  const here = new Set(links.filter(({ sheet }) => sheet !== null).map(({ href }) => href));
  await Promise.allSettled(links.filter(({ href }) => !here.has(href)).map(loadBeside));
}

function loadBeside(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode();
  return new Promise((resolve, reject) => {
    again.addEventListener("load", () => resolve());
    again.addEventListener("error", () => {
      link.parentNode?.removeChild(again);
      reject(new Error(`${link.href} could not be fetched`));
    });
    link.after(again);
  });
}

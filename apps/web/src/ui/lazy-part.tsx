/**
 * A part that is fetched when it is first wanted. Where that fails, as without a network, this part alone is missing and says
 * so, and it is fetched anew when it is wanted again: React's own `lazy` keeps a failure for ever. [interface 4]
 *
 * Not here: what breaks while it is drawn; that is app/error-boundary.tsx.
 */
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";
import { EmptyState } from "./feedback.tsx";

export type Part<P> = (props: P) => ReactNode;

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

export const nothing = () => null;
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

/** A dialog that is fetched when it is opened first. Where that fails, a toast says so, and it is closed. [interface 4] */
import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from "react";
import { useTexts } from "../texts/texts.tsx";
import { lazyPart, nothing, reloadPage, type Missed, type Part } from "./lazy-part.tsx";
import { useToasts } from "./toast.tsx";

interface Overlay {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Where it cannot be fetched; closes it unless said. */
  readonly onMissing?: (() => void) | undefined;
}

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

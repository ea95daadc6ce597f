/** A modal dialog: traps focus, closes on Esc and outside press, returns focus; under 480 px a full-height sheet with pinned actions. */
import { useId, useRef, type ReactElement, type ReactNode, type RefObject } from "react";
import { Slot } from "radix-ui";
import { lazyDialog } from "./lazy-dialog.tsx";
import { useWanted } from "./on-demand.tsx";

const DialogContent = lazyDialog(async () => (await import("./dialog-content.tsx")).default);

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** Buttons, pinned at the bottom. */
  actions?: ReactNode;
  /** `drawer`: at the right edge on wide screens, a half-height sheet at the bottom on phones; the page behind stays usable. */
  shape?: "dialog" | "drawer";
  trigger?: ReactElement;
  /** In place of `trigger`: the button elsewhere that opened it, to which the focus returns. */
  openedFrom?: RefObject<HTMLElement | null>;
  /** When it is gone and the focus is about to return; `preventDefault` keeps it from returning. */
  onClosed?: (event: Event) => void;
  /** Where it could not be fetched, in place of a change to closed: for one that asks before it closes, which nobody would see. */
  onMissing?: () => void;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, shape = "dialog", trigger, openedFrom, children, ...words }: DialogProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const { isWanted, signs } = useWanted(open);
  return (
    <>
      {trigger !== undefined && (
        <Slot.Root
          ref={anchor}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          {...signs}
          onClick={() => onOpenChange(!open)}
        >
          {trigger}
        </Slot.Root>
      )}
      {isWanted && (
        <DialogContent
          {...words}
          id={id}
          open={open}
          onOpenChange={onOpenChange}
          shape={shape}
          openedFrom={trigger === undefined ? (openedFrom ?? null) : anchor}
        >
          {children}
        </DialogContent>
      )}
    </>
  );
}

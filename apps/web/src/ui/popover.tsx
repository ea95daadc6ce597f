/**
 * A small panel on a button, with a name; Esc and outside press close it, focus goes back.
 *
 * Focus goes to the panel itself: on an age within, it would open that age's hint, and Esc would close the hint only.
 */
import { useId, useRef, useState, type ReactElement, type ReactNode } from "react";
import { Slot } from "radix-ui";
import { lazyDialog } from "./lazy-dialog.tsx";
import { useWanted } from "./on-demand.tsx";

const PopoverContent = lazyDialog(async () => (await import("./popover-content.tsx")).default);

export function Popover(props: {
  trigger: ReactElement;
  label: string;
  align?: "start" | "center" | "end";
  children: ReactNode;
}) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const { isWanted, signs } = useWanted(open);
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-state={open ? "open" : "closed"}
        {...signs}
        onClick={() => setOpen((before) => !before)}
      >
        {props.trigger}
      </Slot.Root>
      {isWanted && (
        <PopoverContent
          id={id}
          anchor={anchor}
          open={open}
          onOpenChange={setOpen}
          label={props.label}
          align={props.align ?? "start"}
        >
          {props.children}
        </PopoverContent>
      )}
    </>
  );
}

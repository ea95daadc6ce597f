import type { ReactNode, RefObject } from "react";
import { Popover as Primitive } from "radix-ui";
import { takeEscape } from "./escape.ts";
import { TriggerElsewhere } from "./on-demand.tsx";

interface PopoverContentProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  align: "start" | "center" | "end";
  children: ReactNode;
}

/** The panel of `Popover`, fetched when it is wanted. */
export default function PopoverContent({ id, anchor, open, onOpenChange, label, align, children }: PopoverContentProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>
        <TriggerElsewhere at={anchor} />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className="popover"
          id={id}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onKeyDown={takeEscape(() => onOpenChange(false))}
          onOpenAutoFocus={focusPanel}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function focusPanel(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.focus();
}

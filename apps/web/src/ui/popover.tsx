/**
 * A small panel on a button, with a name; Esc and outside press close it, focus goes back.
 *
 * Focus goes to the panel itself: on an age within, it would open that age's hint, and Esc would close the hint only.
 */
import type { ReactElement, ReactNode } from "react";
import { Popover as Primitive } from "radix-ui";

export function Popover(props: {
  trigger: ReactElement;
  label: string;
  align?: "start" | "center" | "end";
  children: ReactNode;
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{props.trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className="popover"
          aria-label={props.label}
          align={props.align ?? "start"}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={focusPanel}
        >
          {props.children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function focusPanel(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.focus();
}

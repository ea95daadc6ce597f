/** A small panel on a button, with a name; Esc and outside press close it, focus goes back. */
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
        >
          {props.children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** A hint on an element: after 700 ms of hover (300 ms after another one), at once on focus, and on tap. Never the only place of a fact. */
import { useState, type ReactElement, type ReactNode } from "react";
import { Tooltip as Primitive } from "radix-ui";

const delayMs = 700;
const skipDelayMs = 300;

export function TooltipProvider(props: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={delayMs} skipDelayDuration={skipDelayMs}>
      {props.children}
    </Primitive.Provider>
  );
}

/** `children` is one element that takes focus. `spoken={false}` where the element's own text already says it. */
export function Tooltip(props: { content: ReactNode; children: ReactElement; onTap?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Trigger
        asChild
        onClick={(event) => {
          // Radix closes on press; a press on something that only holds a hint is the touch screen's way to ask for it.
          if (props.onTap !== true) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {props.children}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className="tooltip" sideOffset={6} collisionPadding={8}>
          {props.content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

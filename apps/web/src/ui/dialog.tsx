/** A modal dialog: traps focus, closes on Esc and outside press, returns focus; under 480 px a full-height sheet with pinned actions. */
import type { ReactElement, ReactNode } from "react";
import { Dialog as Primitive } from "radix-ui";
import { useTexts } from "../texts/texts.tsx";
import { Icon } from "./icon.tsx";

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
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, actions, shape = "dialog", trigger, children }: DialogProps) {
  const texts = useTexts();
  const modal = shape === "dialog";
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      {trigger !== undefined && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        {modal && <Primitive.Overlay className="dialog-overlay" />}
        <Primitive.Content
          className="dialog"
          data-shape={shape}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          onInteractOutside={(event) => {
            if (!modal) event.preventDefault();
          }}
        >
          <div className="dialog-head">
            <Primitive.Title asChild>
              <h2>{title}</h2>
            </Primitive.Title>
            <Primitive.Close className="button" data-kind="quiet" data-size="normal" data-icon-only="" aria-label={texts.close}>
              <Icon name="cross" />
            </Primitive.Close>
          </div>
          <div className="dialog-body">
            {description !== undefined && <Primitive.Description className="dialog-text">{description}</Primitive.Description>}
            {children}
          </div>
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

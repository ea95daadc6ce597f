import type { ReactNode, RefObject } from "react";
import { Dialog as Primitive } from "radix-ui";
import { useTexts } from "../texts/texts.tsx";
import { takeEscape } from "./escape.ts";
import { Icon } from "./icon.tsx";
import { keepFocusIn } from "./kept-focus.ts";
import { TriggerElsewhere } from "./on-demand.tsx";
import { ToastRoom } from "./toast-room.tsx";

interface DialogContentProps {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string | undefined;
  actions?: ReactNode;
  shape: "dialog" | "drawer";
  /** The button that opened it, to which the focus returns. */
  openedFrom: RefObject<HTMLElement | null> | null;
  onClosed?: ((event: Event) => void) | undefined;
  children: ReactNode;
}

/** The inside of `Dialog`, fetched when it is wanted. */
export default function DialogContent(props: DialogContentProps) {
  const { id, title, description, actions, shape, openedFrom } = props;
  const texts = useTexts();
  const modal = shape === "dialog";
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange} modal={modal}>
      {openedFrom !== null && (
        <Primitive.Trigger asChild>
          <TriggerElsewhere at={openedFrom} />
        </Primitive.Trigger>
      )}
      <Primitive.Portal>
        {modal && <Primitive.Overlay className="dialog-overlay" />}
        <Primitive.Content
          ref={keepFocusIn}
          className="dialog"
          id={id}
          data-shape={shape}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          onKeyDown={takeEscape(() => props.onOpenChange(false))}
          onCloseAutoFocus={(event) => {
            // Opened again before the focus went back: it is in the new one.
            if (document.getElementById(id) !== null) event.preventDefault();
            else props.onClosed?.(event);
          }}
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
            {props.children}
          </div>
          {modal && <ToastRoom />}
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

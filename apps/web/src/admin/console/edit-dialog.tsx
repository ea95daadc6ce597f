/** The frame of both edit dialogs: closes after a success, asks before something typed is lost, tells of a newer version. */
import "./dialogs.css";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useDiscarding } from "../../ui/discard-question.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useConsoleWords } from "./console-words.ts";
import type { Edit } from "./use-edit.ts";

interface EditDialogProps {
  title: string;
  edit: Pick<Edit<Record<string, string | boolean>>, "isDirty" | "isBusy" | "refusal" | "state" | "submit" | "takeOver">;
  onClose: () => void;
  openedFrom: RefObject<HTMLElement | null>;
  children: ReactNode;
}

const formId = "console-edit";

export function EditDialog({ title, edit, onClose, openedFrom, children }: EditDialogProps) {
  const words = useConsoleWords().edit;
  const [isOpen, setOpen] = useState(true);
  const { guard, question } = useDiscarding(isOpen && edit.isDirty);
  const form = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);
  async function submit() {
    if (await edit.submit()) setOpen(false);
    else setFailures((before) => before + 1);
  }
  // Once the sentence stands at its field.
  useEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [failures]);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && guard(() => setOpen(false))}
      onClosed={onClose}
      openedFrom={openedFrom}
      title={title}
      actions={
        question ?? (
          <>
            <Button onClick={() => guard(() => setOpen(false))}>{words.cancel}</Button>
            <Button type="submit" form={formId} kind="primary" busy={edit.isBusy && words.saving}>
              {words.save}
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        ref={form}
        className="edit-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Meanwhile edit={edit} />
        {children}
        {edit.refusal !== null && (
          <Banner tone="bad" icon="triangle">
            {edit.refusal}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}

function Meanwhile({ edit }: Pick<EditDialogProps, "edit">) {
  const words = useConsoleWords().edit;
  if (edit.state === "open") return null;
  if (edit.state === "taken-over")
    return (
      <Banner tone="info" icon="info">
        {words.takenOver}
      </Banner>
    );
  return (
    <Banner
      tone="warn"
      icon="clock"
      action={
        <Button size="small" onClick={() => void edit.takeOver()}>
          {words.takeOver}
        </Button>
      }
    >
      <p>{words.stale}</p>
      <p>{words.staleWay}</p>
    </Banner>
  );
}

/** A sentence of warning inside a form. */
export function Warning({ children }: { children: string }) {
  return (
    <Banner tone="warn" icon="triangle">
      {children}
    </Banner>
  );
}

export function SwitchRow(props: { label: string; checked: boolean; onChange: (checked: boolean) => void; hint?: ReactNode }) {
  return (
    <div className="switch-row">
      <div>
        <p aria-hidden="true">{props.label}</p>
        {props.hint}
      </div>
      <Switch label={props.label} checked={props.checked} onChange={props.onChange} />
    </div>
  );
}

/** Gives the chosen devices to one person, or to nobody. Each is passed on or refused by itself. [AD-7, D25] */
import { useRef, useState } from "react";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useFormats, useTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useDiscarding } from "../../ui/discard-question.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useConsoleWords } from "./console-words.ts";
import { Warning } from "./edit-dialog.tsx";
import { OwnerField } from "./owner-field.tsx";
import { useReadAgain } from "./use-deleting.ts";

const formId = "console-assign";

export function AssignOwner({ deviceIds, onDone }: { deviceIds: readonly string[]; onDone: () => void }) {
  const words = useConsoleWords();
  const formats = useFormats();
  const texts = useTexts();
  const toasts = useToasts();
  const readAgain = useReadAgain();
  const [isOpen, setOpen] = useState(false);
  const [ownerId, setOwnerId] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  const { guard, question } = useDiscarding(isOpen && ownerId !== "");
  const assign = trpc.admin.assignDevices.useMutation({
    onSuccess({ done, refused: [first, ...others] }) {
      readAgain();
      if (first !== undefined && done.length === 0) return setFailure(first.message);
      const title = (ownerId.trim() === "" ? words.assign.nobody : words.assign.done)(formats.number(done.length));
      const body = first === undefined ? {} : { body: words.undo.notAll(formats.number(others.length + 1), first.message) };
      toasts.show({ title, ...body, tone: first === undefined ? "ok" : "warn" });
      isDone.current = true;
      setOpen(false);
    },
    onError(error) {
      const body = messageOfServer(error) ?? texts.pleaseTryAgain;
      toasts.show({ title: texts.error, body, tone: "bad" });
      setFailure(body);
    },
  });
  function open() {
    setFailure(null);
    setOwnerId("");
    setOpen(true);
  }
  /** The button goes with the choice, so the focus goes to the first row that was chosen, and not back to it. [A2] */
  function close(event: Event) {
    if (!isDone.current) return;
    event.preventDefault();
    rowBeside(trigger.current, deviceIds[0] ?? "")?.focus();
    onDone();
  }
  return (
    <>
      <Button ref={trigger} size="small" aria-haspopup="dialog" onClick={open}>
        {words.assign.button}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(next) => !next && guard(() => setOpen(false))}
        openedFrom={trigger}
        onClosed={close}
        title={words.assign.title(deviceIds.length, formats.number(deviceIds.length))}
        actions={
          question ?? (
            <>
              <Button onClick={() => guard(() => setOpen(false))}>{words.edit.cancel}</Button>
              <Button type="submit" form={formId} kind="primary" busy={assign.isPending && words.assign.submitting}>
                {words.assign.submit}
              </Button>
            </>
          )
        }
      >
        <AssignForm
          {...{ ownerId, setOwnerId, failure }}
          onSubmit={() => !assign.isPending && assign.mutate({ deviceIds: [...deviceIds], ownerId: ownerId.trim() })}
        />
      </Dialog>
    </>
  );
}

/** What chooses that row, in the list that the button stands in. */
function rowBeside(button: HTMLElement | null, id: string): HTMLElement | null {
  const list = button?.closest(".list-region");
  return list?.querySelector<HTMLElement>(`[data-thing="${CSS.escape(id)}"] input`) ?? null;
}

interface AssignFormProps {
  ownerId: string;
  setOwnerId: (ownerId: string) => void;
  failure: string | null;
  onSubmit: () => void;
}

function AssignForm({ ownerId, setOwnerId, failure, onSubmit }: AssignFormProps) {
  const words = useConsoleWords();
  return (
    <form
      id={formId}
      className="edit-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <OwnerField value={ownerId} onChange={setOwnerId} />
      <Warning>{words.edit.transfer}</Warning>
      {failure !== null && (
        <Banner tone="bad" icon="triangle">
          {failure}
        </Banner>
      )}
    </form>
  );
}

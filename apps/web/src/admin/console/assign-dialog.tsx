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
import { useEdits, type Edits } from "../../ui/use-edits.ts";
import { useConsoleWords } from "./console-words.ts";
import { Warning } from "./edit-dialog.tsx";
import { OwnerField } from "./owner-field.tsx";
import { useReadAgain } from "./use-deleting.ts";

const formId = "console-assign";

export function AssignOwner({ deviceIds, onDone }: { deviceIds: readonly string[]; onDone: () => void }) {
  const words = useConsoleWords();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const [ownerId, setOwnerId] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  const edits = useEdits();
  const { guard, question } = useDiscarding(isOpen && ownerId !== "");
  const assign = useAssigning(edits, {
    onDone(isAsSent, sentIds) {
      isDone.current = isOpen && isAsSent;
      if (isDone.current) setOpen(false);
      // What was chosen since, here or on another page of the list, is another choice.
      else if (!isOpen && trigger.current !== null && isSame(sentIds, deviceIds)) {
        // In the bar, or on its way back there from the dialog.
        const isFocusOfBar = trigger.current.closest(".bulk-bar")?.contains(document.activeElement) === true;
        if (isFocusOfBar || document.activeElement === document.body) focusRow();
        onDone();
      }
    },
    onFailed: (message) => setFailure(message),
  });
  function open() {
    isDone.current = false;
    setFailure(null);
    change("");
    setOpen(true);
  }
  function change(next: string) {
    edits.note();
    setOwnerId(next);
  }
  function leave() {
    edits.note();
    setOpen(false);
  }
  /** The button goes with the choice, so the focus goes to the first row that was chosen, and not back to it. [A2] */
  function focusRow() {
    rowBeside(trigger.current, deviceIds[0] ?? "")?.focus();
  }
  function close(event: Event) {
    if (!isDone.current) return;
    event.preventDefault();
    focusRow();
    onDone();
  }
  return (
    <>
      <Button ref={trigger} size="small" aria-haspopup="dialog" onClick={open}>
        {words.assign.button}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(next) => !next && guard(leave)}
        openedFrom={trigger}
        onClosed={close}
        title={words.assign.title(deviceIds.length, formats.number(deviceIds.length))}
        actions={question ?? <Actions isBusy={assign.isPending} onCancel={() => guard(leave)} />}
      >
        <AssignForm
          {...{ ownerId, failure }}
          setOwnerId={change}
          onSubmit={() => !assign.isPending && assign.mutate({ deviceIds: [...deviceIds], ownerId: ownerId.trim() })}
        />
      </Dialog>
    </>
  );
}

interface Endings {
  /** `sentIds`: what was chosen when it was sent. */
  readonly onDone: (isAsSent: boolean, sentIds: readonly string[]) => void;
  /** Where everything is still as it was sent. */
  readonly onFailed: (message: string) => void;
}

/** Tells of what was sent, whatever stands in the field by then. */
function useAssigning(edits: Edits, { onDone, onFailed }: Endings) {
  const words = useConsoleWords();
  const formats = useFormats();
  const texts = useTexts();
  const toasts = useToasts();
  const readAgain = useReadAgain();
  const fail = (body: string) => toasts.show({ title: texts.error, body, tone: "bad" });
  return trpc.admin.assignDevices.useMutation({
    onMutate: () => edits.mark(),
    onSuccess({ done, refused: [first, ...others] }, sent, isAsSent) {
      readAgain();
      if (first !== undefined && done.length === 0) return isAsSent() ? onFailed(first.message) : fail(first.message);
      const title = (sent.ownerId === "" ? words.assign.nobody : words.assign.done)(formats.number(done.length));
      const body = first === undefined ? {} : { body: words.undo.notAll(formats.number(others.length + 1), first.message) };
      toasts.show({ title, ...body, tone: first === undefined ? "ok" : "warn" });
      onDone(isAsSent(), sent.deviceIds);
    },
    onError(error, _sent, isAsSent) {
      const body = messageOfServer(error) ?? texts.pleaseTryAgain;
      fail(body);
      if (isAsSent?.() === true) onFailed(body);
    },
  });
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}

/** What chooses that row, in the list that the button stands in. */
function rowBeside(button: HTMLElement | null, id: string): HTMLElement | null {
  const list = button?.closest(".list-region");
  return list?.querySelector<HTMLElement>(`[data-thing="${CSS.escape(id)}"] input`) ?? null;
}

function Actions({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  const words = useConsoleWords();
  return (
    <>
      <Button onClick={onCancel}>{words.edit.cancel}</Button>
      <Button type="submit" form={formId} kind="primary" busy={isBusy && words.assign.submitting}>
        {words.assign.submit}
      </Button>
    </>
  );
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

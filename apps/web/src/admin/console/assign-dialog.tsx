/** Gives the chosen devices to one person, or to nobody. Each is passed on or refused by itself. [AD-7, D25] */
import { useRef, useState } from "react";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useFormats, useTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useDiscarding } from "../../ui/discard-question.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useEdits, type Edits } from "../../ui/use-edits.ts";
import { AssignActions, AssignForm, noAssignment, type Assignment } from "./assign-form.tsx";
import { useConsoleWords } from "./console-words.ts";
import { useReadAgain } from "./use-deleting.ts";

export function AssignOwner({ deviceIds, onDone }: { deviceIds: readonly string[]; onDone: () => void }) {
  const words = useConsoleWords();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(noAssignment);
  const [failure, setFailure] = useState<string | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  const edits = useEdits();
  const { guard, question } = useDiscarding(isOpen && (draft.isForNobody || draft.ownerId !== ""));
  const assign = useAssigning(edits, {
    onDone(isAsSent, sentIds) {
      isDone.current = isOpen && isAsSent;
      if (isDone.current) setOpen(false);
      // What was chosen since, here or on another page of the list, is another choice.
      else if (!isOpen && trigger.current !== null && isSame(sentIds, deviceIds)) {
        // In the bar, or on its way back there from the dialog.
        const isFocusOfBar = trigger.current.closest(".bulk-bar")?.contains(document.activeElement) === true;
        if (isFocusOfBar || document.activeElement === document.body) focusRow(trigger.current, deviceIds);
        onDone();
      }
    },
    onFailed: (message) => setFailure(message),
  });
  const sent = assign.isPending ? assign.variables : null;
  function open() {
    isDone.current = false;
    change(noAssignment);
    setOpen(true);
  }
  function change(next: Assignment) {
    edits.note();
    // It was for what stood there.
    setFailure(null);
    setDraft(next);
  }
  function leave() {
    edits.note();
    setOpen(false);
  }
  function close(event: Event) {
    if (!isDone.current) return;
    event.preventDefault();
    focusRow(trigger.current, deviceIds);
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
        actions={question ?? <AssignActions {...{ draft, sent }} count={deviceIds.length} onCancel={() => guard(leave)} />}
      >
        <AssignForm
          {...{ draft, change, failure }}
          onSubmit={(ownerId) => !assign.isPending && assign.mutate({ deviceIds: [...deviceIds], ownerId })}
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
      const title = (sent.ownerId === null ? words.assign.nobody : words.assign.done)(formats.number(done.length));
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

/** The button goes with the choice, so the focus goes to the first row that was chosen, in the list around it. [A2] */
function focusRow(button: HTMLElement | null, [first = ""]: readonly string[]): void {
  const list = button?.closest(".list-region");
  list?.querySelector<HTMLElement>(`[data-thing="${CSS.escape(first)}"] input`)?.focus();
}

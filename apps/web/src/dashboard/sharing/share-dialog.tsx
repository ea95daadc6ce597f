/**
 * Who may see or switch a device: the form, and below it the list. On a phone the list comes first, and the form behind
 * “Add person”. What the server refuses stays in the form. [interface 5.4]
 */
import { useId, useState } from "react";
import type { Share } from "@relaydeck/contract/shares";
import { useIsPhone } from "../../app/header/use-is-phone.ts";
import { useTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useDiscarding } from "../../ui/discard-question.tsx";
import type { DeviceDialogProps } from "../device-dialogs.tsx";
import { GoneNote } from "../gone-note.tsx";
import { useRemovals } from "../removals.tsx";
import { ShareForm } from "./share-form.tsx";
import { ShareList } from "./share-list.tsx";
import "./sharing.css";
import { useSharingWords } from "./sharing-words.tsx";
import { useGiving } from "./use-giving.ts";

export function ShareDialog({ device, isGone, open, onOpenChange, openedFrom, onClosed }: DeviceDialogProps) {
  const words = useSharingWords();
  const texts = useTexts();
  const formId = useId();
  const isPhone = useIsPhone();
  const [isAdding, setAdding] = useState(false);
  const removal = useRemovals().shares;
  const giving = useGiving(device, { isGone, revoked: removal.removed, onGiven: () => setAdding(false) });
  const isFormShown = !isPhone || isAdding || giving.changing !== null;
  const { guard, question } = useDiscarding(open && giving.isDirty);
  function close() {
    onOpenChange(false);
    stop();
  }
  function stop() {
    giving.begin(null);
    setAdding(false);
  }
  const parts = [
    isFormShown && <ShareForm key="form" id={formId} giving={giving} />,
    !isGone && <ShareList key="list" device={device} removal={removal} onChange={(share: Share) => giving.begin(share)} />,
  ];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : guard(close))}
      openedFrom={openedFrom}
      onClosed={onClosed}
      title={words.title(device.name)}
      actions={
        question ??
        (isGone ? (
          <Button onClick={close}>{texts.close}</Button>
        ) : isFormShown ? (
          <>
            {(isPhone || giving.changing !== null) && <Button onClick={stop}>{words.form.cancel}</Button>}
            {!giving.isEnded && <SubmitButton formId={formId} giving={giving} />}
          </>
        ) : (
          <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
            {words.form.heading}
          </Button>
        ))
      }
    >
      {isGone && <GoneNote text={words.gone(device.name)} />}
      <div className="sharing">{isPhone ? parts.toReversed() : parts}</div>
    </Dialog>
  );
}

function SubmitButton({ formId, giving }: { formId: string; giving: ReturnType<typeof useGiving> }) {
  const words = useSharingWords().form;
  const [label, busy] = giving.changing === null ? [words.submit, words.submitting] : [words.save, words.saving];
  return (
    <Button type="submit" form={formId} kind="primary" busy={giving.isBusy && busy}>
      {label}
    </Button>
  );
}

/**
 * Who may see or switch a device: the form, and below it the list. On a phone the list comes first, and the form behind
 * “Add person”. What the server refuses stays in the form. [interface 5.4]
 */
import { useId, useState, type RefObject } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Share } from "@relaydeck/contract/shares";
import { useIsPhone } from "../../app/header/use-is-phone.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useDiscarding } from "../../ui/discard-question.tsx";
import { ShareForm } from "./share-form.tsx";
import { ShareList } from "./share-list.tsx";
import "./sharing.css";
import { useSharingWords } from "./sharing-words.tsx";
import { useGiving } from "./use-giving.ts";

interface ShareDialogProps {
  device: Device;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  openedFrom: RefObject<HTMLElement | null>;
}

export function ShareDialog({ device, open, onOpenChange, openedFrom }: ShareDialogProps) {
  const words = useSharingWords();
  const formId = useId();
  const isPhone = useIsPhone();
  const [isAdding, setAdding] = useState(false);
  const giving = useGiving(device, () => setAdding(false));
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
    <ShareList key="list" device={device} onChange={(share: Share) => giving.begin(share)} />,
  ];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : guard(close))}
      openedFrom={openedFrom}
      title={words.title(device.name)}
      actions={
        question ??
        (isFormShown ? (
          <>
            {(isPhone || giving.changing !== null) && <Button onClick={stop}>{words.form.cancel}</Button>}
            <SubmitButton formId={formId} giving={giving} />
          </>
        ) : (
          <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
            {words.form.heading}
          </Button>
        ))
      }
    >
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

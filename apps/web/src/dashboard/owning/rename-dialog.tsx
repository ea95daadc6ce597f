/** The owner's names for a device and its relays; only what was typed is sent. [D16, D24] */
import "./owning.css";
import { useRef, useState, type FormEvent } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { RelaydeckError } from "@relaydeck/client/relaydeck-error";
import { messageOfServer } from "../../app/server-message.ts";
import { useClient } from "../../app/client.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useDiscarding } from "../../ui/discard-question.tsx";
import { Banner } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/field.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useEdits } from "../../ui/use-edits.ts";
import type { DeviceDialogProps } from "../device-dialogs.tsx";
import { GoneNote } from "../gone-note.tsx";
import { useHistoryWords } from "../history/history-words.tsx";
import { changedNames, nothingTyped, shownNames } from "./renaming.ts";

const formId = "rename-device";
/** Longest name, in characters; the contract's own bound would bring its schemas along. (A5, IN-6) */
const longest = 64;

export function RenameDialog({ device, isGone, open, onOpenChange, openedFrom, onClosed }: DeviceDialogProps) {
  const words = useHistoryWords().rename;
  const [isBusy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const { guard, question } = useDiscarding(open && isDirty);
  function close() {
    setDirty(false);
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : guard(close))}
      openedFrom={openedFrom}
      onClosed={onClosed}
      title={words.title(device.name)}
      actions={
        question ?? (
          <>
            <Button onClick={close}>{words.cancel}</Button>
            {!isGone && (
              <Button type="submit" form={formId} kind="primary" busy={isBusy && words.submitting}>
                {words.submit}
              </Button>
            )}
          </>
        )
      }
    >
      {isGone && <GoneNote text={words.gone(device.name)} />}
      <RenameForm
        device={device}
        isGone={isGone}
        isBusy={isBusy}
        setBusy={setBusy}
        onTyped={() => setDirty(true)}
        onDone={close}
      />
    </Dialog>
  );
}

interface RenameFormProps {
  device: Device;
  isGone: boolean;
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
  onTyped: () => void;
  onDone: () => void;
}

function RenameForm({ device, isGone, isBusy, setBusy, onTyped, onDone }: RenameFormProps) {
  const words = useHistoryWords().rename;
  const texts = useTexts();
  const { api, live } = useClient();
  const toasts = useToasts();
  const announce = useAnnounce();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(nothingTyped);
  const { name, relays } = shownNames(device, typed);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const edits = useEdits();
  const noteTyped = () => (edits.note(), onTyped());
  const problemOf = (text: string) => (isTried && text.trim() === "" ? words.required : undefined);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || isGone) return;
    setTried(true);
    const empty = [name, ...relays.map((relay) => relay.name)].findIndex((text) => text.trim() === "");
    if (empty >= 0) return form.current?.querySelectorAll("input")[empty]?.focus();
    setBusy(true);
    setRefusal(null);
    const isAsSent = edits.mark();
    try {
      const renamed = await api.devices.rename.mutate({ deviceId: device.id, ...changedNames(device, typed) });
      live.afterChange();
      toasts.show({ title: words.done, body: renamed.name, tone: "ok" });
      if (isAsSent()) onDone();
    } catch (cause) {
      if (!(cause instanceof RelaydeckError)) throw cause;
      const sentence = messageOfServer(cause) ?? texts.pleaseTryAgain;
      setRefusal(`${words.failed}: ${sentence}`);
      announce(sentence, { urgent: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form id={formId} ref={form} className="rename-form" noValidate onInput={noteTyped} onSubmit={(event) => void submit(event)}>
      <TextField
        label={words.name}
        maxLength={longest}
        autoComplete="off"
        value={name}
        error={problemOf(name)}
        onChange={(event) => setTyped({ ...typed, name: event.target.value })}
      />
      {relays.map((relay) => (
        <TextField
          key={relay.number}
          label={words.relay(relay.number)}
          maxLength={longest}
          autoComplete="off"
          value={relay.name}
          error={problemOf(relay.name)}
          onChange={(event) => setTyped({ ...typed, relays: new Map(typed.relays).set(relay.number, event.target.value) })}
        />
      ))}
      {refusal !== null && (
        <Banner tone="bad" icon="triangle">
          {refusal}
        </Banner>
      )}
    </form>
  );
}

/** The owner's names for a device and its relays; only what differs is sent. [D16] */
import "./owning.css";
import { useRef, useState, type FormEvent, type RefObject } from "react";
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
import { useHistoryWords } from "../history/history-words.tsx";

interface RenameDialogProps {
  device: Device;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  openedFrom: RefObject<HTMLElement | null>;
}

const formId = "rename-device";
/** Longest name, in characters; the contract's own bound would bring its schemas along. (A5, IN-6) */
const longest = 64;

export function RenameDialog(props: RenameDialogProps) {
  const { device, open, onOpenChange, openedFrom } = props;
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
      title={words.title(device.name)}
      actions={
        question ?? (
          <>
            <Button onClick={close}>{words.cancel}</Button>
            <Button type="submit" form={formId} kind="primary" busy={isBusy && words.submitting}>
              {words.submit}
            </Button>
          </>
        )
      }
    >
      <RenameForm device={device} isBusy={isBusy} setBusy={setBusy} onTyped={() => setDirty(true)} onDone={close} />
    </Dialog>
  );
}

interface RenameFormProps {
  device: Device;
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
  onTyped: () => void;
  onDone: () => void;
}

function RenameForm({ device, isBusy, setBusy, onTyped, onDone }: RenameFormProps) {
  const words = useHistoryWords().rename;
  const texts = useTexts();
  const { api } = useClient();
  const toasts = useToasts();
  const announce = useAnnounce();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(device.name);
  const [relays, setRelays] = useState(() => device.relays.map((relay) => ({ number: relay.number, name: relay.name })));
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const problemOf = (text: string) => (isTried && text.trim() === "" ? words.required : undefined);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    const empty = [name, ...relays.map((relay) => relay.name)].findIndex((text) => text.trim() === "");
    if (empty >= 0) return form.current?.querySelectorAll("input")[empty]?.focus();
    setBusy(true);
    try {
      await api.devices.rename.mutate({ deviceId: device.id, ...changes(device, name, relays) });
      toasts.show({ title: words.done, body: name.trim(), tone: "ok" });
      onDone();
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
    <form id={formId} ref={form} className="rename-form" noValidate onInput={onTyped} onSubmit={(event) => void submit(event)}>
      <TextField
        label={words.name}
        maxLength={longest}
        autoComplete="off"
        value={name}
        error={problemOf(name)}
        onChange={(event) => setName(event.target.value)}
      />
      {relays.map((relay) => (
        <TextField
          key={relay.number}
          label={words.relay(relay.number)}
          maxLength={longest}
          autoComplete="off"
          value={relay.name}
          error={problemOf(relay.name)}
          onChange={(event) => {
            const typed = event.target.value;
            setRelays((before) => before.map((other) => (other.number === relay.number ? { ...other, name: typed } : other)));
          }}
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

function changes(device: Device, name: string, relays: readonly { number: number; name: string }[]) {
  const other = relays.filter(({ number, name: typed }) =>
    device.relays.some((relay) => relay.number === number && relay.name !== typed.trim()),
  );
  return { ...(name.trim() === device.name ? {} : { name: name.trim() }), ...(other.length === 0 ? {} : { relays: other }) };
}

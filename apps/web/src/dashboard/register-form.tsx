/**
 * Registers a device: the serial number is enough, the name follows from it. A refusal says nothing about whose the device
 * is. [D29, D30]
 */
import { useRef, useState, type FormEvent, type RefObject } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useDashboardTexts } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { useToasts } from "../ui/toast.tsx";
import { useEdits } from "../ui/use-edits.ts";
import { useDashboardActions } from "./data.tsx";
import type { RegisterState } from "./register-box.tsx";

/** As the label shows it: no blanks, capital letters. */
function cleanSerial(typed: string): string {
  return typed.replaceAll(/\s/g, "").toUpperCase();
}

export function RegisterForm({ state, onRegistered }: { state: RegisterState; onRegistered: (device: Device) => void }) {
  const texts = useDashboardTexts().register;
  const { registerDevice } = useDashboardActions();
  const toasts = useToasts();
  const serialInput = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const edits = useEdits();
  const { serial } = state;
  const defaultName = texts.defaultName(serial.slice(-4));

  function refuse(message: string) {
    setError(message);
    serialInput.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    toasts.dismissFailures();
    if (serial === "") return refuse(texts.serialRequired);
    const isAsSent = edits.mark();
    setBusy(true);
    const registered = await registerDevice({ serialNumber: serial, deviceName: name.trim() === "" ? defaultName : name.trim() });
    setBusy(false);
    if (!registered.ok) {
      const message = registered.error.issues.get("serialNumber") ?? registered.error.message ?? texts.failedBody;
      toasts.show({ title: texts.failedTitle, body: message, tone: "bad" });
      if (isAsSent()) refuse(message);
      return;
    }
    const device = registered.value;
    toasts.show({ title: device.model === "powerone" ? texts.doneTitle : texts.doneSimpleTitle, tone: "ok" });
    // The way to its card would take the focus from what is typed for the next one.
    if (!isAsSent()) return;
    state.setSerial("");
    setName("");
    onRegistered(device);
  }

  return (
    <form className="register-form" noValidate onInput={edits.note} onSubmit={(event) => void submit(event)}>
      <SerialField
        ref={serialInput}
        error={error}
        serial={serial}
        onSerial={(typed) => (setError(undefined), state.setSerial(typed))}
      />
      <TextField
        label={texts.name}
        name="deviceName"
        hint={serial === "" ? texts.nameHintEmpty : texts.nameHint(defaultName)}
        autoComplete="off"
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" kind="primary" busy={isBusy && texts.submitting}>
        {texts.submit}
      </Button>
    </form>
  );
}

interface SerialFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly error: string | undefined;
  readonly serial: string;
  readonly onSerial: (typed: string) => void;
}

function SerialField({ ref, error, serial, onSerial }: SerialFieldProps) {
  const texts = useDashboardTexts().register;
  return (
    <TextField
      ref={ref}
      label={texts.serial}
      name="serialNumber"
      hint={texts.serialHint}
      error={error}
      required
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
      value={serial}
      onChange={(event) => onSerial(cleanSerial(event.target.value))}
    />
  );
}

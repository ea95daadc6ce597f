/**
 * The registration box above the grid, collapsed when there are devices. Its form is fetched when it is first open. (A5)
 */
import { useId, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useDashboardTexts } from "../texts/texts.tsx";
import { Icon } from "../ui/icon.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

const RegisterForm = lazyPart(async () => (await import("./register-form.tsx")).RegisterForm);

export interface RegisterState {
  readonly isOpen: boolean;
  readonly serial: string;
  readonly setOpen: (isOpen: boolean) => void;
  readonly setSerial: (serial: string) => void;
}

/** Open while there is no device, until somebody decides. */
export function useRegisterState(hasDevices: boolean): RegisterState {
  const [chosen, setOpen] = useState<boolean | null>(null);
  const [serial, setSerial] = useState("");
  return { isOpen: chosen ?? !hasDevices, serial, setOpen, setSerial };
}

export function RegisterToggle({ state, panelId }: { state: RegisterState; panelId: string }) {
  const texts = useDashboardTexts().register;
  return (
    <button
      type="button"
      className="button register-toggle"
      data-kind="secondary"
      data-size="normal"
      aria-expanded={state.isOpen}
      aria-controls={panelId}
      onClick={() => state.setOpen(!state.isOpen)}
    >
      <Icon name="plus" />
      <span>{texts.heading}</span>
      <Icon name="chevron" className="turning" />
    </button>
  );
}

export function RegisterPanel(props: { state: RegisterState; panelId: string; onRegistered: (device: Device) => void }) {
  const { state } = props;
  const texts = useDashboardTexts().register;
  const headingId = useId();
  const [wasOpen, setWasOpen] = useState(state.isOpen);
  if (state.isOpen && !wasOpen) setWasOpen(true);
  return (
    <section id={props.panelId} className="register" aria-labelledby={headingId} hidden={!state.isOpen}>
      <h2 className="tile-title" id={headingId}>
        {texts.heading}
      </h2>
      <div className="register-place">{wasOpen && <RegisterForm state={state} onRegistered={props.onRegistered} />}</div>
    </section>
  );
}

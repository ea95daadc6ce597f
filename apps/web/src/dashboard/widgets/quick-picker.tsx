/** Chooses the relays of one quick-controls component; kept with its layout. Esc with changed ticks asks first. */
import { useId, useState, type RefObject } from "react";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useDiscarding } from "../../ui/discard-question.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useEdits } from "../../ui/use-edits.ts";
import { relayKey, useDashboardData, type RelayRef } from "../data.tsx";
import { withComponent } from "../layouts/edits.ts";
import { useShownLayout } from "../layouts/use-shown-layout.ts";
import {
  chosenRelays,
  isSameChoice,
  mostQuickRelays,
  refOf,
  switchableRefs,
  switchableRelays,
  toggledRefs,
} from "./quick-choice.ts";
import { useWidgetsWords } from "./widgets-words.ts";

interface QuickPickerProps {
  component: LayoutComponent;
  openedFrom: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function QuickPicker({ component, openedFrom, onClose }: QuickPickerProps) {
  const words = useWidgetsWords().quick;
  const { devices } = useDashboardData();
  const [before, setBefore] = useState<readonly RelayRef[]>(() => chosenRelays(component));
  const [ticked, setTicked] = useState<readonly RelayRef[]>(before);
  const edits = useEdits();
  const save = useSaveChoice(component);
  // Asked anew each time: what may be switched can change while the dialog is open.
  const onlySwitchable = (refs: readonly RelayRef[]) => (devices === null ? refs : switchableRefs(refs, devices));
  const chosen = onlySwitchable(ticked);
  const { guard, question } = useDiscarding(!isSameChoice(chosen, onlySwitchable(before)));
  function submit() {
    const isAsSent = edits.mark();
    save.run(chosen, () => (isAsSent() ? onClose() : setBefore(chosen)));
  }
  function toggle(ref: RelayRef) {
    edits.note();
    setTicked(toggledRefs(chosen, ref));
  }
  const actions = question ?? (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button kind="primary" busy={save.isPending && words.saving} onClick={submit}>
        {words.save}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={() => guard(onClose)}
      openedFrom={openedFrom}
      title={words.pickerTitle}
      description={words.pickerText(mostQuickRelays)}
      actions={actions}
    >
      <Choices chosen={chosen} onToggle={toggle} />
    </Dialog>
  );
}

function Choices({ chosen, onToggle }: { chosen: readonly RelayRef[]; onToggle: (ref: RelayRef) => void }) {
  const words = useWidgetsWords().quick;
  const id = useId();
  const { devices } = useDashboardData();
  const keys = new Set(chosen.map(relayKey));
  const relays = switchableRelays(devices ?? []);
  const isFull = keys.size >= mostQuickRelays;
  return (
    <>
      {relays.length === 0 && <p>{words.nothing}</p>}
      <ul className="quick-choices plain">
        {relays.map((one) => {
          const ref = refOf(one);
          const key = relayKey(ref);
          return (
            <li key={key}>
              <input
                type="checkbox"
                id={`${id}-${key}`}
                checked={keys.has(key)}
                disabled={isFull && !keys.has(key)}
                onChange={() => onToggle(ref)}
              />
              <label htmlFor={`${id}-${key}`}>
                {one.relay.name} <span className="muted">{words.on(one.device.name)}</span>
              </label>
            </li>
          );
        })}
      </ul>
      {isFull && <p className="muted">{words.full(mostQuickRelays)}</p>}
    </>
  );
}

function useSaveChoice({ id, settings }: LayoutComponent) {
  const words = useWidgetsWords().quick;
  const toasts = useToasts();
  const announce = useAnnounce();
  const utils = trpc.useUtils();
  const { saved } = useShownLayout();
  const save = trpc.layouts.save.useMutation({
    onSuccess() {
      void utils.layouts.list.invalidate();
      announce(words.saved);
    },
    onError: (error) => toasts.show({ title: words.failed, body: messageOfServer(error) ?? words.failedText, tone: "bad" }),
  });
  return {
    isPending: save.isPending,
    run(relays: readonly RelayRef[], onSaved: () => void) {
      if (saved === null) return;
      const layout = withComponent(saved.layout, id, { settings: { ...settings, relays } });
      // That is for the dialog: closed by then, it has nothing to do any more.
      save.mutate({ id: saved.id, name: saved.name, isDefault: false, layout }, { onSuccess: onSaved });
    },
  };
}

/** Chooses the relays of one quick-controls component; kept with its layout. */
import { useId, useState, type RefObject } from "react";
import type { LayoutComponent } from "@relaydeck/contract/layouts";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { relayKey, useDashboardData, type RelayRef } from "../data.tsx";
import { withComponent } from "../layouts/edits.ts";
import { useShownLayout } from "../layouts/use-shown-layout.ts";
import { chosenRelays, keyOf, mostQuickRelays, switchableRelays } from "./quick-choice.ts";
import { useWidgetsWords } from "./widgets-words.ts";

interface QuickPickerProps {
  component: LayoutComponent;
  openedFrom: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function QuickPicker({ component, openedFrom, onClose }: QuickPickerProps) {
  const words = useWidgetsWords().quick;
  const id = useId();
  const { devices } = useDashboardData();
  const [chosen, setChosen] = useState<readonly RelayRef[]>(() => chosenRelays(component));
  const save = useSaveChoice(component, onClose);
  const keys = new Set(chosen.map(relayKey));
  const relays = switchableRelays(devices ?? []);
  const isFull = keys.size >= mostQuickRelays;
  function toggle(ref: RelayRef) {
    const without = chosen.filter((one) => relayKey(one) !== relayKey(ref));
    setChosen(without.length < chosen.length || isFull ? without : [...chosen, ref]);
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      openedFrom={openedFrom}
      title={words.pickerTitle}
      description={words.pickerText(mostQuickRelays)}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" busy={save.isPending && words.saving} onClick={() => save.run(chosen)}>
            {words.save}
          </Button>
        </>
      }
    >
      {relays.length === 0 && <p>{words.nothing}</p>}
      <ul className="quick-choices plain">
        {relays.map((one) => (
          <li key={keyOf(one)}>
            <input
              type="checkbox"
              id={`${id}-${keyOf(one)}`}
              checked={keys.has(keyOf(one))}
              disabled={isFull && !keys.has(keyOf(one))}
              onChange={() => toggle({ deviceId: one.device.id, relayNumber: one.relay.number })}
            />
            <label htmlFor={`${id}-${keyOf(one)}`}>
              {one.relay.name} <span className="muted">{words.on(one.device.name)}</span>
            </label>
          </li>
        ))}
      </ul>
      {isFull && <p className="muted">{words.full(mostQuickRelays)}</p>}
    </Dialog>
  );
}

function useSaveChoice({ id, settings }: LayoutComponent, onSaved: () => void) {
  const words = useWidgetsWords().quick;
  const toasts = useToasts();
  const utils = trpc.useUtils();
  const { saved } = useShownLayout();
  const save = trpc.layouts.save.useMutation();
  return {
    isPending: save.isPending,
    run(relays: readonly RelayRef[]) {
      if (saved === null) return;
      const layout = withComponent(saved.layout, id, { settings: { ...settings, relays } });
      save.mutate(
        { id: saved.id, name: saved.name, isDefault: false, layout },
        {
          onSuccess() {
            void utils.layouts.list.invalidate();
            onSaved();
          },
          onError: (error) => toasts.show({ title: words.failed, body: messageOfServer(error) ?? words.failedText, tone: "bad" }),
        },
      );
    },
  };
}

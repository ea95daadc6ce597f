/**
 * What a row offers a person beside its line: check, try again, put away. They come and go with what became of a command.
 *
 * When the one that has focus goes, focus stays in the row, on the line of truth: the same key pressed again may open the
 * evidence, and never switches. [A2, HD-5]
 */
import { useEffect, useRef, type RefObject } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Relay, RelayTarget } from "@relaydeck/contract/relays";
import { useDashboardTexts } from "../texts/texts.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { useDashboardActions } from "./data.tsx";
import { pressOnce } from "./relay-control.tsx";
import type { RelayView } from "./relay-view.ts";
import { useCheck } from "./use-check.ts";

interface RowActionsProps {
  device: Device;
  relay: Relay;
  view: RelayView;
  row: RefObject<HTMLElement | null>;
  onPress: (target: RelayTarget) => void;
}

export function RowActions({ device, relay, view, row, onPress }: RowActionsProps) {
  const texts = useDashboardTexts();
  const actions = useDashboardActions();
  const check = useCheck(device);
  const focus = useFocusKeptIn(row);
  const ref = { deviceId: device.id, relayNumber: relay.number };
  const { action, dismissal } = view;
  if (action === null && dismissal === null) return null;
  return (
    <div className="relay-actions" {...focus}>
      {action?.kind === "check" && (
        <Button key="check" size="small" busy={check.isRunning && texts.command.checkingShort} onClick={check.run}>
          {texts.device.checkNow}
        </Button>
      )}
      {action?.kind === "retry" && (
        <Button
          key="retry"
          size="small"
          aria-label={texts.command.tryAgainFor(relay.name)}
          onKeyDown={pressOnce}
          onClick={() => onPress(action.target)}
        >
          {texts.command.retry}
        </Button>
      )}
      {dismissal !== null && (
        <IconButton
          icon="cross"
          size="small"
          label={texts.command.dismiss(relay.name)}
          onClick={() => actions.dismiss(ref, dismissal)}
        />
      )}
    </div>
  );
}

/** A button that is taken from the page blurs without a word to its parents, so who had focus last is still known here. */
function useFocusKeptIn(row: RefObject<HTMLElement | null>) {
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    hadFocus.current = false;
    row.current?.querySelector<HTMLElement>(".truth")?.focus();
  });
  return { onFocus: () => void (hadFocus.current = true), onBlur: () => void (hadFocus.current = false) };
}

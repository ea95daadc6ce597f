/** Opens the history that the address names; the view itself is fetched then. (A5) */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { useDashboardData } from "../data.tsx";
import { focusOnwards } from "../ended-access.tsx";
import { useHistoryAddress } from "./address.ts";

const HistoryDialog = lazyDialog(async () => (await import("./history-dialog.tsx")).HistoryDialog);

export function HistoryRoute() {
  const { devices } = useDashboardData();
  const address = useHistoryAddress();
  const device = devices?.find(({ id }) => id === address.deviceId);
  const [shown, setShown] = useState<Device>();
  if (device !== undefined && device !== shown) setShown(device);
  const openedFrom = useOpener(device?.id ?? null);
  // Left in the address, it would open by itself, over whatever is done by then, when the device is there again.
  const isGone = devices !== null && device === undefined && shown?.id === address.deviceId;
  const leave = useEffectEvent(() => address.close({ replace: true }));
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  if (shown === undefined) return null;
  return (
    <HistoryDialog
      device={shown}
      open={device !== undefined}
      range={address.range}
      onRange={(range) => address.open(shown.id, range)}
      onOpenChange={() => address.close()}
      openedFrom={openedFrom}
      onClosed={(event) => {
        if (openedFrom.current?.isConnected === true) return;
        event.preventDefault();
        const card = cardOf(shown.id);
        if (card === null) focusOnwards();
        else card.focus();
      }}
    />
  );
}

/** What had the focus when it was opened, to give it back; by a link it was nothing, then the device's card has it. */
function useOpener(deviceId: string | null) {
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (deviceId === null) return;
    const focused = document.activeElement;
    const card = cardOf(deviceId);
    opener.current = focused instanceof HTMLElement && card?.contains(focused) === true ? focused : card;
  }, [deviceId]);
  return opener;
}

function cardOf(deviceId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-device="${CSS.escape(deviceId)}"]`);
}

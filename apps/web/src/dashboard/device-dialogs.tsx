/**
 * The dialogs of a device that somebody fills in. They stand beside the tiles and not in a card: a card that goes, as that of
 * a device removed elsewhere, takes nothing along that was typed. [interface 4]
 */
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { present } from "@relaydeck/kit/assert";
import { useDashboardTexts } from "../texts/texts.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SkeletonRows } from "../ui/feedback.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { useClock } from "../ui/time.tsx";
import { useDashboardData } from "./data.tsx";

const dialogs = {
  share: lazyDialog<DeviceDialogProps>(
    async () => (await import("./sharing/share-dialog.tsx")).ShareDialog,
    (props) => <LoadingDialog {...props} kind="share" />,
  ),
  rename: lazyDialog<DeviceDialogProps>(
    async () => (await import("./owning/rename-dialog.tsx")).RenameDialog,
    (props) => <LoadingDialog {...props} kind="rename" />,
  ),
};

export interface DeviceDialogProps {
  /** As it was last, where it is gone. */
  device: Device;
  /** Not among the viewer's devices any more: removed elsewhere, or an administrator passed it on. */
  isGone: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  openedFrom: RefObject<HTMLElement | null>;
  onClosed: (event: Event) => void;
}

interface Asked {
  readonly kind: keyof typeof dialogs;
  readonly device: Device;
  readonly openedFrom: RefObject<HTMLElement | null>;
}

interface Opening extends Asked {
  /** Each opening is one of its own: a late answer of the one before closes nothing. */
  readonly number: number;
  readonly isOpen: boolean;
}

interface DeviceDialogs {
  readonly opening: Opening | null;
  readonly open: (asked: Asked) => void;
}

const DeviceDialogsContext = createContext<DeviceDialogs | null>(null);

export function useDeviceDialogs(): DeviceDialogs {
  return present(useContext(DeviceDialogsContext), "DeviceDialogsProvider is missing above");
}

export function DeviceDialogsProvider({ children }: { children: ReactNode }) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const count = useRef(0);
  const value = useMemo(
    () => ({
      opening,
      open(asked: Asked) {
        count.current += 1;
        setOpening({ ...asked, number: count.current, isOpen: true });
      },
    }),
    [opening],
  );
  const turn = (number: number, isOpen: boolean) => setOpening((now) => (now?.number === number ? { ...now, isOpen } : now));
  return (
    <DeviceDialogsContext value={value}>
      {children}
      {opening !== null && (
        <OpenedDialog key={opening.number} opening={opening} onOpenChange={(isOpen) => turn(opening.number, isOpen)} />
      )}
    </DeviceDialogsContext>
  );
}

function OpenedDialog({ opening, onOpenChange }: { opening: Opening; onOpenChange: (isOpen: boolean) => void }) {
  const { devices } = useDashboardData();
  const [device, setDevice] = useState(opening.device);
  const found = devices?.find(({ id }) => id === device.id);
  if (found !== undefined && found !== device) setDevice(found);
  const Chosen = dialogs[opening.kind];
  const props: DeviceDialogProps = {
    device,
    isGone: devices !== null && found === undefined,
    open: opening.isOpen,
    onOpenChange,
    openedFrom: opening.openedFrom,
    onClosed: (event) => focusInstead(event, opening.openedFrom.current, device.id),
  };
  return <Chosen {...props} />;
}

/** The button that opened it may have gone, alone or with its card. [A2] */
function focusInstead(event: Event, opener: HTMLElement | null, deviceId: string): void {
  if (opener?.isConnected === true) return;
  event.preventDefault();
  const card = document.querySelector<HTMLElement>(`[data-device="${CSS.escape(deviceId)}"]`);
  (card ?? document.querySelector<HTMLElement>("main h1"))?.focus();
}

/** What comes sooner needs no word that it comes. [interface 4] */
const unseenMs = 150;

/** Stands until the dialog's code is here. Closed before, it stays closed, whenever that comes. */
function LoadingDialog({ kind, device, open, onOpenChange, openedFrom }: DeviceDialogProps & Pick<Asked, "kind">) {
  const texts = useDashboardTexts().device;
  const clock = useClock();
  const [isLate, setLate] = useState(false);
  useEffect(() => clock.after(unseenMs, () => setLate(true)), [clock]);
  return (
    <Dialog
      open={open && isLate}
      onOpenChange={onOpenChange}
      openedFrom={openedFrom}
      title={texts[kind]}
      description={device.name}
      // Where the dialog itself follows, the focus is its own.
      onClosed={(event) => open && event.preventDefault()}
    >
      <SkeletonRows rows={3} height={64} />
    </Dialog>
  );
}

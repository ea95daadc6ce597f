/** The head of a device: name, badges, state with its age, and what can be done with the device as a whole. */
import { useRef, useState, type ReactNode } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useCopy } from "../app/use-copy.ts";
import { useDashboardTexts, useFormats } from "../texts/texts.tsx";
import { Badge, StatusBadge } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { useHandedFocus } from "../ui/handed-focus.ts";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { Instant, useNow } from "../ui/time.tsx";
import { useDashboardActions, useSituation } from "./data.tsx";
import { useDeviceDialogs } from "./device-dialogs.tsx";
import { badgeLook, deviceStatus, type DeviceStatus } from "./device-view.ts";
import { useHistoryAddress } from "./history/address.ts";
import { useCheck } from "./use-check.ts";
import { ageText, statusWord } from "./words.ts";

const LeaveDialog = lazyDialog(async () => (await import("./sharing/leave-dialog.tsx")).LeaveDialog);

export function DeviceStatusBadge({ device }: { device: Device }) {
  const { link } = useSituation();
  const texts = useDashboardTexts();
  const formats = useFormats();
  const now = useNow();
  const status = deviceStatus(device, { link, now });
  return <StatusBadge {...badgeLook(status)}>{statusWord(status, { texts, formats, now })}</StatusBadge>;
}

export function DeviceBadges({ device }: { device: Device }) {
  const texts = useDashboardTexts();
  if (device.userPermission === "owner") return null;
  return <Badge>{device.userPermission === "view" ? texts.device.viewOnly : texts.device.shared}</Badge>;
}

/** `heard 8 s ago · serial …4F2A`, with the exact time behind the age. */
export function DeviceAge({ device, children }: { device: Device; children?: ReactNode }) {
  const { link } = useSituation();
  const texts = useDashboardTexts();
  const formats = useFormats();
  const now = useNow();
  const status = deviceStatus(device, { link, now });
  const text = ageText(status, { texts, formats, now });
  const at = instantOf(status);
  return (
    <p className="device-age">
      {text !== "" && (at === null ? <span>{text}</span> : <Instant at={at} shown={text} />)}
      <span>{texts.device.serial(device.serialNumber.slice(-4))}</span>
      {children}
    </p>
  );
}

function instantOf(status: DeviceStatus): number | null {
  return status.kind === "stale" && status.isCurrent ? null : status.heardAt;
}

/** “Check now”, while a check could tell something new and the viewer may ask. */
export function CheckNow({ device }: { device: Device }) {
  const { link } = useSituation();
  const mayHelp = device.status === "offline" || (device.status === "online" && device.freshness !== "fresh");
  if (!mayHelp || device.userPermission === "view" || link !== "live") return null;
  return <CheckButton device={device} />;
}

function CheckButton({ device }: { device: Device }) {
  const texts = useDashboardTexts();
  const check = useCheck(device);
  const button = useRef<HTMLButtonElement>(null);
  // To the card itself: what is next to it switches a relay.
  useHandedFocus(button, () => document.querySelector(`[data-device="${CSS.escape(device.id)}"]`));
  return (
    <Button ref={button} size="small" busy={check.isRunning && texts.device.checking} onClick={check.run}>
      {texts.device.checkNow}
    </Button>
  );
}

export function DeviceMenu({ device }: { device: Device }) {
  const texts = useDashboardTexts();
  const copy = useCopy(texts.device.copied);
  const link = () => new URL(`/dashboard?device=${device.id}`, location.origin).href;
  const more = useRef<HTMLButtonElement>(null);
  const leaving = useOpened();
  const dialogs = useDeviceDialogs();
  const history = useHistoryAddress();
  const { removeDevice } = useDashboardActions();
  return (
    <>
      <Menu trigger={<IconButton ref={more} icon="more" label={texts.device.more(device.name)} />}>
        <MenuItem onSelect={() => history.open(device.id)}>{texts.device.history}</MenuItem>
        <MenuItem onSelect={() => copy(device.serialNumber)}>{texts.device.copySerial}</MenuItem>
        <MenuItem onSelect={() => copy(link())}>{texts.device.copyLink}</MenuItem>
        {device.userPermission === "owner" && (
          <>
            <MenuItem onSelect={() => dialogs.open({ kind: "rename", device, openedFrom: more })}>{texts.device.rename}</MenuItem>
            <MenuItem onSelect={() => removeDevice(device)}>{texts.device.remove}</MenuItem>
          </>
        )}
        {device.userPermission !== "owner" && <MenuItem onSelect={() => leaving.open(true)}>{texts.device.leave}</MenuItem>}
      </Menu>
      {leaving.isWanted && <LeaveDialog device={device} open={leaving.isOpen} onOpenChange={leaving.open} openedFrom={more} />}
    </>
  );
}

/** A dialog that is fetched when it is opened first, and stays. */
function useOpened() {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = (next: boolean) => {
    if (next) setWanted(true);
    setOpen(next);
  };
  return { isOpen, isWanted, open };
}

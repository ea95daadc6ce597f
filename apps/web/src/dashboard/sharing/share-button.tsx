/** “Share” in the head of one's own device. */
import { useRef } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { useDeviceDialogs } from "../device-dialogs.tsx";

export function ShareButton({ device }: { device: Device }) {
  const texts = useDashboardTexts().device;
  const button = useRef<HTMLButtonElement>(null);
  const { opening, open } = useDeviceDialogs();
  if (device.userPermission !== "owner") return null;
  const isOpen = opening?.isOpen === true && opening.kind === "share" && opening.device.id === device.id;
  return (
    <Button
      ref={button}
      size="small"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={texts.shareNamed(device.name)}
      onClick={() => open({ kind: "share", device, openedFrom: button })}
    >
      {texts.share}
    </Button>
  );
}

/** What every card of a device has: its frame, and a head with name, badges, state, menu and age. */
import { useId, type ReactNode } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { OnScreenArticle } from "../ui/on-screen.tsx";
import { DeviceAge, DeviceBadges, DeviceMenu, DeviceStatusBadge } from "./device-head.tsx";

interface DeviceFrameProps {
  readonly device: Device;
  /** One level below the heading that the card stands under. */
  readonly heading: "h3" | "h4";
  /** Stands in the head, before the menu. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function DeviceFrame({ device, heading: Heading, action, children }: DeviceFrameProps) {
  const id = useId();
  return (
    <OnScreenArticle
      className="device"
      aria-labelledby={id}
      data-device={device.id}
      data-single={device.relays.length === 1 ? "" : undefined}
      tabIndex={-1}
    >
      <header className="device-head">
        <div className="device-title">
          <Heading className="device-name" id={id}>
            {device.name}
          </Heading>
          <DeviceBadges device={device} />
        </div>
        <DeviceStatusBadge device={device} />
        {action}
        <DeviceMenu device={device} />
        <DeviceAge device={device} />
      </header>
      {children}
    </OnScreenArticle>
  );
}

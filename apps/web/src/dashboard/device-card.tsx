/** One device: head, relays, vitals. The same card for PowerOne and one-relay devices; the latter have one row and no vitals. */
import { memo, type ReactNode } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useDashboardTexts } from "../texts/texts.tsx";
import { AlertsPanel } from "./alerts/alerts-panel.tsx";
import { DeviceFrame } from "./device-frame.tsx";
import { CheckNow } from "./device-head.tsx";
import { LoadFaults } from "./load-faults.tsx";
import { RelayRow } from "./relay-row.tsx";
import { ShareButton } from "./sharing/share-button.tsx";
import { VitalsRow } from "./vitals.tsx";

/** `extra` stands under the head, such as the demo's hint. */
export const DeviceCard = memo(function DeviceCard({ device, extra }: { device: Device; extra?: ReactNode }) {
  return (
    <DeviceFrame device={device} heading="h3" action={<ShareButton device={device} />}>
      {extra}
      <DeviceBody device={device} />
    </DeviceFrame>
  );
});

export function DeviceBody({ device }: { device: Device }) {
  const texts = useDashboardTexts();
  return (
    <>
      <CheckNow device={device} />
      <LoadFaults device={device} />
      <ul className="plain relays" aria-label={texts.device.relays(device.name)}>
        {device.relays.map((relay) => (
          <RelayRow key={relay.number} device={device} relay={relay} />
        ))}
      </ul>
      {!device.isConnected && (
        <p className="device-note">{device.model === "powerone" ? texts.device.mustBeOnline : texts.device.offline}</p>
      )}
      {device.model === "powerone" && <VitalsRow device={device} />}
      {device.model === "powerone" && <AlertsPanel device={device} />}
    </>
  );
}

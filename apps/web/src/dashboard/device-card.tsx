/** One device: head, relays, vitals. The same card for PowerOne and one-relay devices; the latter have one row and no vitals. */
import { memo, type ReactNode } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Relay } from "@relaydeck/contract/relays";
import type { DashboardTexts } from "../texts/en/dashboard.ts";
import { useDashboardTexts, useFormats } from "../texts/texts.tsx";
import { Icon } from "../ui/icon.tsx";
import { AlertsPanel } from "./alerts/alerts-panel.tsx";
import { DeviceFrame } from "./device-frame.tsx";
import { CheckNow } from "./device-head.tsx";
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

/** It is on and draws, but not what it usually does: a pump that runs dry, a heater that lost a rod. [C12] */
function unusual(relay: Relay, amount: (milliamps: number) => string, texts: DashboardTexts["faults"]): LoadFault[] {
  const { usual, milliamps, number, name } = relay;
  if (usual === null || milliamps === null || relay.state !== "on" || relay.load !== "ok") return [];
  if (milliamps >= usual.low && milliamps <= usual.high) return [];
  const say = milliamps < usual.low ? texts.lessThanUsual : texts.moreThanUsual;
  return [{ number, tone: "warn", text: say(name, amount(milliamps), `${amount(usual.low)}–${amount(usual.high)}`) }];
}

interface LoadFault {
  readonly number: number;
  readonly tone: "bad" | "warn";
  readonly text: string;
}

/** What the measured current says against a reported contact, where somebody who only glances will see it. [C12, D54] */
export function LoadFaults({ device }: { device: Device }) {
  const texts = useDashboardTexts();
  const formats = useFormats();
  const faults = device.relays.flatMap((relay): LoadFault[] => {
    if (relay.load === "current-while-off" && relay.state === "off") {
      const amount = texts.relay.milliamps(formats.number(relay.milliamps ?? 0));
      return [{ number: relay.number, tone: "bad", text: texts.faults.currentFlows(relay.name, amount) }];
    }
    if (relay.load === "no-load" && relay.state === "on" && relay.evidence === "contact") {
      return [{ number: relay.number, tone: "warn", text: texts.faults.noLoad(relay.name) }];
    }
    // An old reading says nothing about what it draws now.
    if (device.freshness !== "fresh") return [];
    return unusual(relay, (milliamps) => texts.relay.milliamps(formats.number(milliamps)), texts.faults);
  });
  if (faults.length === 0) return null;
  return (
    <ul className="plain load-faults">
      {faults.map((fault) => (
        <li key={fault.number} className="load-fault" data-tone={fault.tone}>
          <Icon name="triangle" size={14} />
          <span>{fault.text}</span>
        </li>
      ))}
    </ul>
  );
}

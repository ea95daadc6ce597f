/** The demo's first step, in the card it speaks of: gone with the first command, or when it is put away. */
import { useDashboardTexts } from "../../texts/texts.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Device } from "@relaydeck/contract/devices";

/** The device whose first relay is the Well pump. */
const hintSerial = "P0SIM0001";

export function hintDeviceOf(devices: readonly Device[]): Device | null {
  const device = devices.find((candidate) => candidate.serialNumber === hintSerial) ?? null;
  const wasSwitched = devices.some((candidate) => candidate.relays.some((relay) => relay.command?.by === "you"));
  const pump = device?.relays.find((relay) => relay.number === 1);
  return device !== null && device.isConnected && pump?.state === "on" && !wasSwitched ? device : null;
}

export function SwitchHint(props: { relayName: string; onDismiss: () => void }) {
  const texts = useDashboardTexts().demo;
  return (
    <div className="switch-hint" data-tone="info">
      <Icon name="info" size={18} />
      <p>
        <strong>
          {props.relayName}: {texts.hint}
        </strong>{" "}
        {texts.hintText}
      </p>
      <IconButton icon="cross" size="small" label={texts.hintDismiss} onClick={props.onDismiss} />
    </div>
  );
}

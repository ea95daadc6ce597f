/** The demo's first step, in the card it speaks of, until it is put away. */
import { useDashboardTexts } from "../../texts/texts.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Device } from "@relaydeck/contract/devices";

/** The device whose first relay is the Well pump. */
const hintSerial = "P0SIM0001";

/** The device that the demo begins with; its row is open from the start. */
export function firstDemoDevice(devices: readonly Device[]): Device | null {
  return devices.find((candidate) => candidate.serialNumber === hintSerial) ?? null;
}

/** True when there is a relay to switch off, and nobody here has given a command yet. */
export function isHintDue(devices: readonly Device[]): boolean {
  const device = firstDemoDevice(devices);
  const pump = device?.relays.find((relay) => relay.number === 1);
  return device?.isConnected === true && pump?.state === "on" && !wasSwitched(devices);
}

function wasSwitched(devices: readonly Device[]): boolean {
  return devices.some((device) => device.relays.some((relay) => relay.command?.by === "you"));
}

/** Stays in its place when the relay is switched, so that nothing moves under the finger. */
export function SwitchHint(props: { devices: readonly Device[]; onDismiss: () => void }) {
  const texts = useDashboardTexts().demo;
  const pump = firstDemoDevice(props.devices)?.relays.find((relay) => relay.number === 1)?.name ?? "";
  return (
    <div className="switch-hint" data-tone="info">
      <Icon name="info" size={18} />
      {wasSwitched(props.devices) ? (
        <p>{texts.hintAfter}</p>
      ) : (
        <p>
          <strong>
            {pump}: {texts.hint}
          </strong>{" "}
          {texts.hintText}
        </p>
      )}
      <IconButton icon="cross" size="small" label={texts.hintDismiss} onClick={props.onDismiss} />
    </div>
  );
}

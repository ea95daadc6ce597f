/** What a notice says of an alert that went off, for the list on the screen and for administrators. [D57] */
import type { AlertOccurrence, AlertType, HeldOccurrences } from "@relaydeck/contract/alerts";

const titles: Readonly<Record<AlertType, string>> = {
  power_on: "Power on",
  power_off: "Power off",
  relay_changed: "Relay changed",
  battery_low: "Battery low",
  device_online: "Device online",
  device_offline: "Device offline",
};

export function noticeWords(
  alertType: AlertType,
  { deviceName, happened }: { deviceName: string; happened: HeldOccurrences },
): { readonly title: string; readonly message: string } {
  const again = happened.count > 1 ? ` (${happened.count} times)` : "";
  return { title: titles[alertType], message: `${deviceName}: ${sentence(happened.last)}${again}` };
}

/** What was measured, in short. */
export function triggerValue(occurrence: AlertOccurrence): string {
  switch (occurrence.kind) {
    case "power":
      return occurrence.on ? "on" : "off";
    case "relays":
      return occurrence.moved.map(({ name, to }) => `${name} ${to}`).join(", ");
    case "battery":
      return `${Math.round(occurrence.percent * 10) / 10} %`;
    case "online":
    case "offline":
      return occurrence.kind;
  }
}

function sentence(occurrence: AlertOccurrence): string {
  switch (occurrence.kind) {
    case "power":
      return occurrence.on ? "power is on" : "power is off";
    case "relays":
      return occurrence.moved.map(({ name, to }) => `${name} turned ${to}`).join(", ");
    case "battery":
      return `battery at ${triggerValue(occurrence)}`;
    case "online":
      return "came online";
    case "offline":
      return "went offline";
  }
}

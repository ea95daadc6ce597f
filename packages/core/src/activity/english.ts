/** The English sentence of an entry: what REST and programs read, and what is searched. */
import type { ActivityEvent } from "@relaydeck/contract/activity";

type CommandEvent = Extract<ActivityEvent, { code: "command" }>;

export function englishOf(event: ActivityEvent): string {
  switch (event.code) {
    case "command":
      return ofCommand(event);
    case "relay-moved":
      return `${event.relay} turned ${event.to}${event.atDevice ? " at the device" : ""}`;
    case "device-offline":
      return `${event.device} went offline${silence(event.silentMinutes)}`;
    case "device-returned":
      return `${event.device} was offline and came back${silence(event.silentMinutes)}`;
    case "device-online":
      return `${event.device} came online`;
    case "device-registered":
      return `${event.device} registered`;
  }
}

function ofCommand(event: CommandEvent): string {
  const what = `${event.relay} ${event.target}`;
  switch (event.state) {
    case "requested":
    case "sent":
      return `${what} ${event.state}`;
    case "acknowledged":
      return `${what}: the device answered, waiting for confirmation`;
    case "confirmed":
      return `${event.relay} ${event.wasSo ? `was ${event.target} already` : `turned ${event.target}`}, confirmed`;
    case "unconfirmed":
      return `${what} unconfirmed: sent, but no answer came`;
    case "failed":
      return `${what} failed: ${event.reason ?? "not done"}`;
    case "expired":
      return `${what} expired, never sent`;
    case "cancelled":
      return `${what} cancelled before sending`;
  }
}

function silence(minutes: number | null): string {
  if (minutes === null) return "";
  return `, last heard ${minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`} before`;
}

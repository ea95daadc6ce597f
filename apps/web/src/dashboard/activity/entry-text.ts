/**
 * An entry of the log as a sentence in the reader's language. Entries from before it was kept what happened, and codes that
 * this page does not know, are told with the server's own sentence, which is English.
 */
import type { Activity, ActivityEvent } from "@relaydeck/contract/activity";
import type { DashboardTexts } from "../../texts/en/dashboard.ts";
import { failureText } from "../failure-text.ts";

export function entryText({ event, message }: Pick<Activity, "event" | "message">, texts: DashboardTexts): string {
  return (event ? spoken(event, texts) : null) ?? message;
}

function spoken(event: ActivityEvent, texts: DashboardTexts): string | null {
  const { log } = texts;
  switch (event.code) {
    case "command":
      return ofCommand(event, texts);
    case "relay-moved":
      return (event.atDevice ? log.movedAtDevice : log.moved)(event.relay, log.turned[event.to]);
    case "device-offline":
      return log.offline(event.device, silence(event.silentMinutes, texts));
    case "device-returned":
      return log.returned(event.device, silence(event.silentMinutes, texts));
    case "device-online":
      return log.online(event.device);
    case "device-registered":
      return log.registered(event.device);
    default:
      return null;
  }
}

function ofCommand(event: Extract<ActivityEvent, { code: "command" }>, texts: DashboardTexts): string | null {
  const { relay, target, state, wasSo } = event;
  const { is, turned, command } = texts.log;
  switch (state) {
    case "confirmed":
      return wasSo ? command.confirmedSame(relay, is[target]) : command.confirmed(relay, turned[target]);
    case "failed":
      return command.failed(relay, is[target], failureText({ ...event, code: event.reasonCode }, texts) ?? command.notDone);
    case "acknowledged":
    case "unconfirmed":
    case "expired":
    case "cancelled":
      return command[state](relay, is[target]);
    default:
      return null;
  }
}

function silence(minutes: number | null, { log }: DashboardTexts): string {
  if (minutes === null) return "";
  return minutes < 120 ? log.silentMinutes(minutes) : log.silentHours(Math.floor(minutes / 60));
}

/** What the log says of a device that went or came back. The cloud notices late, so the silence before is told too. [S17-10, C4] */
import type { AlertOccurrence } from "@relaydeck/contract/alerts";
import { told, type Told } from "./entry.ts";

/** A device that was heard within this time before was not silent. */
const silenceMs = 2 * 60_000;

/** One entry for what one commit brings; null: its presence did not change. */
export function toldOfPresence(device: string, occurrences: readonly AlertOccurrence[]): Told | null {
  const offline = occurrences.findLast((one) => one.kind === "offline");
  const last = occurrences.findLast((one) => one.kind === "offline" || one.kind === "online");
  if (last === undefined) return null;
  if (offline === undefined) return told({ code: "device-online", device }, "info");
  const code = last.kind === "offline" ? "device-offline" : "device-returned";
  return told({ code, device, silentMinutes: silenceBefore(offline) }, "warning");
}

function silenceBefore({ lastHeardAt, at }: Extract<AlertOccurrence, { kind: "offline" }>): number | null {
  if (lastHeardAt === null || at - lastHeardAt < silenceMs) return null;
  return Math.floor((at - lastHeardAt) / 60_000);
}

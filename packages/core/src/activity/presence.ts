/** What the log says of a device that went or came back. The cloud notices late, so the silence before is told too. [S17-10, C4] */
import type { AlertOccurrence } from "@relaydeck/contract/alerts";
import type { Sentence } from "./entry.ts";

/** A device that was heard within this time before was not silent. */
const silenceMs = 2 * 60_000;

/** One sentence for what one commit brings; null: its presence did not change. */
export function presenceSentence(deviceName: string, occurrences: readonly AlertOccurrence[]): Sentence | null {
  const offline = occurrences.findLast((one) => one.kind === "offline");
  const last = occurrences.findLast((one) => one.kind === "offline" || one.kind === "online");
  if (last === undefined) return null;
  const silence = offline === undefined ? "" : silenceBefore(offline);
  if (last.kind === "offline") return { message: `${deviceName} went offline${silence}`, type: "warning" };
  if (offline === undefined) return { message: `${deviceName} came online`, type: "info" };
  return { message: `${deviceName} was offline and came back${silence}`, type: "warning" };
}

function silenceBefore({ lastHeardAt, at }: Extract<AlertOccurrence, { kind: "offline" }>): string {
  if (lastHeardAt === null || at - lastHeardAt < silenceMs) return "";
  const minutes = Math.floor((at - lastHeardAt) / 60_000);
  return `, last heard ${minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`} before`;
}

/** The log as rows, newest first: what happened, and the times for which the server had no data. */
import type { Activity } from "@relaydeck/contract/activity";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icon.tsx";
import type { Gap } from "../gap.ts";

export type ActivityRow =
  /** `text`: what it tells, in the reader's language. */
  | { readonly kind: "entry"; readonly id: string; readonly at: number; readonly entry: Activity; readonly text: string }
  | { readonly kind: "gap"; readonly id: string; readonly at: number; readonly from: number; readonly to: number | null };

export function activityRows(
  entries: readonly Activity[],
  gaps: readonly Gap[],
  tell: (entry: Activity) => string,
): readonly ActivityRow[] {
  const rows: ActivityRow[] = [
    ...entries.map((entry) => ({
      kind: "entry" as const,
      id: entry.id,
      at: fromInstant(entry.timestamp),
      entry,
      text: tell(entry),
    })),
    ...gaps.map((gap) => {
      const [from, to] = [fromInstant(gap.from), gap.to === null ? null : fromInstant(gap.to)];
      return { kind: "gap" as const, id: `gap ${gap.from}`, at: to ?? from, from, to };
    }),
  ];
  return rows.toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}

/** The diamond is the unknown's and the crossed square is offline's: neither stands for a kind of entry. */
export const entryLooks: Readonly<Record<Activity["type"], { icon: IconName; tone: Tone }>> = {
  success: { icon: "tick", tone: "ok" },
  warning: { icon: "triangle", tone: "warn" },
  error: { icon: "triangle", tone: "bad" },
  info: { icon: "info", tone: "info" },
};

/** The shapes of a command's states that the card shows, where an entry tells of one. */
const commandLooks: Readonly<Partial<Record<NonNullable<Activity["commandState"]>, { icon: IconName; tone: Tone }>>> = {
  unconfirmed: { icon: "diamond-question", tone: "unk" },
  expired: { icon: "hourglass", tone: "warn" },
  cancelled: { icon: "hourglass", tone: "warn" },
};

export function lookOf({ type, commandState }: Pick<Activity, "type" | "commandState">): { icon: IconName; tone: Tone } {
  return (commandState === null ? undefined : commandLooks[commandState]) ?? entryLooks[type];
}

/** What stands behind an entry's sentence: its device, unless the sentence begins with it, and who did it. */
export function entryDetails(
  { entry, text }: { readonly entry: Activity; readonly text: string },
  viewer: { readonly userId: string | null; readonly you: string },
): readonly string[] {
  const { deviceName, userName } = entry;
  const device = deviceName === null || text.startsWith(deviceName) ? null : deviceName;
  const isOwn = entry.userId !== null && entry.userId === viewer.userId;
  return [device, isOwn ? viewer.you : userName].filter((detail) => detail !== null);
}

/** What a reader who has scrolled down still sees: everything up to the row that was on top, and how many are newer. */
export function heldRows(
  rows: readonly ActivityRow[],
  topId: string | null,
): { readonly shown: readonly ActivityRow[]; readonly newer: number } {
  const top = topId === null ? 0 : rows.findIndex((row) => row.id === topId);
  return top <= 0 ? { shown: rows, newer: 0 } : { shown: rows.slice(top), newer: top };
}

/** Two readings of one log as one list: each entry once, newest first, at most `longestLog`. */
export function joinedActivity(read: readonly Activity[], heard: readonly Activity[]): readonly Activity[] {
  const byId = new Map([...read, ...heard].map((entry) => [entry.id, entry]));
  return [...byId.values()].toSorted(newestFirst).slice(0, longestLog);
}

/** Of one instant in the server's order, by id: older pages are read from the last one on. [D46] */
function newestFirst(a: Activity, b: Activity): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Entries a page keeps; older ones leave at the end. */
const longestLog = 200;

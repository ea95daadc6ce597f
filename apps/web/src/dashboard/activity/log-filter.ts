/** Which entries of the log somebody wants to see. Pure. */
import type { Activity } from "@relaydeck/contract/activity";
import type { DashboardTexts } from "../../texts/en/dashboard.ts";
import type { ActivityRow } from "./activity-rows.ts";
import type { Older } from "./use-older.ts";

/** Empty text and null stand for everything. */
export interface LogFilter {
  readonly text: string;
  readonly deviceId: string | null;
  /** A user's id; `device` = nobody, the device itself. */
  readonly person: string | null;
  readonly kind: Activity["type"] | null;
}

export const everything: LogFilter = { text: "", deviceId: null, person: null, kind: null };

/** By whom an entry is filtered that no person has caused. */
export const byItself = "device";

export function isFiltering(filter: LogFilter): boolean {
  return filter.text.trim() !== "" || filter.deviceId !== null || filter.person !== null || filter.kind !== null;
}

/** Where the filter stands in an address. */
export const logFilterParts = { text: "log", deviceId: "logDevice", person: "logPerson", kind: "logKind" } as const;

export const entryKinds: readonly Activity["type"][] = ["success", "warning", "error", "info"];

/** The filter that an address asks for. */
export function logFilterOf(search: URLSearchParams): LogFilter {
  const kind = search.get(logFilterParts.kind);
  return {
    text: search.get(logFilterParts.text) ?? "",
    deviceId: search.get(logFilterParts.deviceId),
    person: search.get(logFilterParts.person),
    kind: entryKinds.find((known) => known === kind) ?? null,
  };
}

/** A gap belongs to every device and to no person; it goes when somebody looks for a word, a person or a kind. */
export function matchesLog(row: ActivityRow, filter: LogFilter): boolean {
  const text = filter.text.trim().toLowerCase();
  if (row.kind === "gap") return text === "" && filter.person === null && filter.kind === null;
  const { entry } = row;
  if (filter.deviceId !== null && entry.deviceId !== filter.deviceId) return false;
  if (filter.person !== null && (entry.userId ?? byItself) !== filter.person) return false;
  if (filter.kind !== null && entry.type !== filter.kind) return false;
  const words = [row.text, entry.deviceName, entry.userName].filter((part) => part !== null).join(" ");
  return text === "" || words.toLowerCase().includes(text);
}

interface LookedThrough {
  readonly rows: readonly ActivityRow[];
  /** Everything that was read, matching or not. */
  readonly all: readonly ActivityRow[];
  readonly older: Pick<Older, "state">;
}

/** How many were found, and among how many while there are older ones that nobody has looked through. */
export function foundText(texts: DashboardTexts["activity"]["filter"], { rows, all, older }: LookedThrough): string {
  return older.state === "end" ? texts.found(rows.length) : texts.foundAmong(rows.length, all.length);
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Devices that the entries speak of, by name. */
export function devicesIn(entries: readonly Activity[]): readonly Choice[] {
  return choices(entries.map(({ deviceId, deviceName }) => [deviceId, deviceName]));
}

/** People who did something, oneself first; those whose names are not told are left out. */
export function peopleIn(
  entries: readonly Activity[],
  own: { readonly userId: string | null; readonly you: string },
): readonly Choice[] {
  const others = choices(entries.map(({ userId, userName }) => [userId === own.userId ? null : userId, userName]));
  const isThere = entries.some(({ userId }) => userId !== null && userId === own.userId);
  return isThere && own.userId !== null ? [{ value: own.userId, label: own.you }, ...others] : others;
}

function choices(pairs: readonly (readonly [string | null, string | null])[]): readonly Choice[] {
  const known = new Map(pairs.flatMap(([value, label]) => (value === null || label === null ? [] : [[value, label] as const])));
  return [...known].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label));
}

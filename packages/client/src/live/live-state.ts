/**
 * The client's copy of the world, and how words from the server change it. Pure.
 *
 * `applyEvent` of the contract is the only meaning of an event; here are its number, the bounded lists beside the
 * snapshot, and the name of the link. A state is never changed in place: same reference, same state.
 */
import type { Activity } from "@relaydeck/contract/activity";
import { applyEvent } from "@relaydeck/contract/apply-event";
import type { LiveItem, LiveSnapshot } from "@relaydeck/contract/live";

/**
 * `idle` not started · `connecting` first time, nothing known yet · `updating` connected, but what was missed is not in
 * yet · `live` · `reconnecting` · `no-network` this machine has none · `signed-out` the server said so; nothing is tried.
 * Commands are possible in `live` only. [HD-5]
 */
export type LinkState = "idle" | "connecting" | "updating" | "live" | "reconnecting" | "no-network" | "signed-out";

/** A time for which the server had no data from the device cloud; `to` is null while it lasts. ISO instants. */
export interface Gap {
  readonly from: string;
  readonly to: string | null;
}

/** All that the live store knows, as one value that is replaced and never changed. */
export interface LiveState {
  readonly link: LinkState;
  /**
   * Epoch milliseconds on this machine's clock: since when the link is live, or since when it is not (one instant for
   * the whole time without connection, however often it was tried); null while idle.
   */
  readonly since: number | null;
  /** Tries to connect that failed since the link was last live. */
  readonly tries: number;
  /** Null until the first one, and after signing out. */
  readonly snapshot: LiveSnapshot | null;
  /** Epoch milliseconds of the newest answer of the fall-back polling; null when what is shown came by the stream. */
  readonly polledAt: number | null;
  /** Number of the newest item, where the next connection goes on; null before the first. */
  readonly lastEventId: string | null;
  /** Server's clock minus this machine's, in milliseconds; null while unknown. */
  readonly clockOffsetMs: number | null;
  /** Log entries heard since the newest snapshot or resync, newest first, at most `maxActivity`: none is missing among them. */
  readonly activity: readonly Activity[];
  /** Newest first, at most `maxGaps`. A resync takes those without an end: it may have come unheard. */
  readonly gaps: readonly Gap[];
  /** How often the server could not go on where we were and sent everything anew: lists read elsewhere are old then. */
  readonly resyncs: number;
}

/** Log entries that are kept. */
export const maxActivity = 200;
/** Gaps that are kept. */
export const maxGaps = 50;

/** The state before the first item, and after signing out. */
export const emptyState: LiveState = {
  link: "idle",
  since: null,
  tries: 0,
  snapshot: null,
  polledAt: null,
  lastEventId: null,
  clockOffsetMs: null,
  activity: [],
  gaps: [],
  resyncs: 0,
};

/** The state after one item of the stream; the same reference when the item is an old one. [C3, US-1] */
export function withItem(state: LiveState, id: string, item: LiveItem): LiveState {
  if (item.kind === "snapshot" || item.kind === "resync") {
    const resyncs = state.resyncs + (item.kind === "resync" ? 1 : 0);
    // What was heard before it does not join what comes after it.
    const gaps = state.gaps.filter(({ to }) => to !== null);
    return { ...state, lastEventId: id, polledAt: null, resyncs, snapshot: applyEvent(item, item), activity: [], gaps };
  }
  if (state.snapshot === null || isOlder(id, state.lastEventId)) return state;
  const next = { ...state, lastEventId: id, polledAt: null, snapshot: applyEvent(state.snapshot, item) };
  if (item.kind === "activity") return { ...next, activity: withActivity(state.activity, [item.entry]) };
  // What was heard may be cleared from the view, or what was cleared be back: the list is to be read again.
  if (item.kind === "activity-view") return { ...next, activity: [] };
  if (item.kind === "gap") return { ...next, gaps: withGap(state.gaps, { from: item.from, to: item.to }) };
  return next;
}

/** The state after the fall-back polling read the world; the link stays what it is. [D0.4] */
export function withPolledSnapshot(state: LiveState, snapshot: LiveSnapshot, now: number): LiveState {
  return { ...state, polledAt: now, snapshot };
}

/** The state after the fall-back polling read the log. [D0.4] */
export function withPolledActivity(state: LiveState, entries: readonly Activity[], now: number): LiveState {
  return { ...state, polledAt: now, activity: withActivity(state.activity, entries) };
}

/** The state after the link became `link`; `since` stays while one time without connection goes on. */
export function withLink(state: LiveState, link: LinkState, now: number): LiveState {
  if (state.link === link) return state;
  const since = link === "idle" ? null : isDown(state.link) && isDown(link) ? (state.since ?? now) : now;
  return { ...state, link, since, tries: link === "live" || link === "idle" ? 0 : state.tries };
}

/** Started, but what is shown may be old: the look is "last known", and polling fills in. */
export function isDown(link: LinkState): boolean {
  return link === "connecting" || link === "updating" || link === "reconnecting" || link === "no-network";
}

/** Kinds this client understands; those of a newer server are passed over. */
export const knownKinds: ReadonlySet<string> = new Set<LiveItem["kind"]>([
  "snapshot",
  "resync",
  "device",
  "command",
  "activity",
  "access-granted",
  "access-ended",
  "user",
  "gap",
  "status",
  "shares",
  "alerts",
  "layouts",
  "activity-view",
]);

/** Ids are `log-number`, some with a word behind it. An equal number is not old here; an id of another log is no measure. */
function isOlder(id: string, lastEventId: string | null): boolean {
  const [mine, last] = [idParts(id), idParts(lastEventId ?? "")];
  return mine !== null && last !== null && mine.log === last.log && mine.number < last.number;
}

function idParts(id: string): { log: string; number: number } | null {
  const [, log, number] = /^(.*?)-(\d{1,15})(?:-[0-9A-Za-z]*)?$/.exec(id) ?? [];
  return log === undefined ? null : { log, number: Number(number) };
}

function withActivity(known: readonly Activity[], entries: readonly Activity[]): readonly Activity[] {
  const ids = new Set(entries.map((entry) => entry.id));
  const all = [...entries, ...known.filter((entry) => !ids.has(entry.id))];
  return all.toSorted((a, b) => (a.timestamp === b.timestamp ? 0 : a.timestamp < b.timestamp ? 1 : -1)).slice(0, maxActivity);
}

function withGap(known: readonly Gap[], gap: Gap): readonly Gap[] {
  return [gap, ...known.filter((other) => other.from !== gap.from)].slice(0, maxGaps);
}

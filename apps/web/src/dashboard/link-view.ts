/** The two hops as people see them: browser to server, server to device cloud. The header shows the worse one. [D40, C4] */
import { fromInstant } from "@relaydeck/contract/instants";
import type { LiveStatus } from "@relaydeck/contract/status";
import type { Tone } from "../ui/badge.tsx";
import type { IconName } from "../ui/icon.tsx";
import type { CommonTexts } from "../texts/en/shell.ts";
import type { Formats } from "../texts/formats.ts";
import type { Gap } from "./gap.ts";
import type { Link } from "./relay-truth.ts";

export interface LinkFacts {
  /** What the controls go by. */
  readonly link: Link;
  /** `first`: still connecting for the first time. */
  readonly phase: "live" | "first" | "updating" | "reconnecting" | "no-network";
  /** Since when not live, epoch milliseconds on the server's clock; null while live. */
  readonly downSince: number | null;
  /** Failed tries since then. */
  readonly tries: number;
}

export type HopState = "connected" | "connecting" | "disconnected" | "unknown";

export interface Hop {
  readonly state: HopState;
  readonly text: string;
}

export const hopLooks: Readonly<Record<HopState, { readonly icon: IconName; readonly tone: Tone }>> = {
  connected: { icon: "disc-tick", tone: "ok" },
  connecting: { icon: "pulse-ring", tone: "warn" },
  disconnected: { icon: "square-x", tone: "bad" },
  unknown: { icon: "diamond-question", tone: "unk" },
};

interface Wording {
  readonly texts: CommonTexts["link"];
  readonly formats: Formats;
  readonly now: number;
}

/** From then on it is told above the page that the link is being asked, milliseconds. */
const passingMs = 1_000;

/**
 * A link that is only asked whether it is still there, as after a machine that stood still, mostly answers at once. Controls wait
 * for that; the page does not move for it. [A3, HD-5]
 */
export function isPassing({ phase, downSince }: LinkFacts, now: number): boolean {
  return phase === "updating" && downSince !== null && now - downSince < passingMs;
}

/** Reconnecting is said as such for so many tries; after that there is no connection. */
const triesUntilDisconnected = 3;

export function browserHop(facts: LinkFacts, { texts, formats, now }: Wording): Hop {
  const since = facts.downSince === null ? texts.noConnection : texts.noConnectionSince(formats.time(facts.downSince, now));
  switch (facts.phase) {
    case "live":
      return { state: "connected", text: texts.connected };
    case "no-network":
      return { state: "disconnected", text: texts.noNetwork };
    case "updating":
      return { state: "connecting", text: texts.connecting };
    case "first":
      return facts.tries === 0 ? { state: "connecting", text: texts.connecting } : { state: "disconnected", text: since };
    case "reconnecting":
      if (facts.tries >= triesUntilDisconnected) return { state: "disconnected", text: since };
      return { state: "connecting", text: texts.reconnectingTry(Math.max(1, facts.tries)) };
  }
}

/** Since when the server has had no data from the device cloud, epoch milliseconds; null while no gap is open. */
export function openGapSince(gaps: readonly Gap[]): number | null {
  const open = gaps.find((gap) => gap.to === null);
  return open === undefined ? null : fromInstant(open.from);
}

/**
 * What the server says of its own link; `status` is null while it says nothing. The last contact is no bound of an outage:
 * tries touch it too. Only an open gap is one.
 */
export function cloudHop(
  { status, gapSince }: { status: LiveStatus | null; gapSince: number | null },
  { texts, formats, now }: Wording,
): Hop {
  if (status === null) return { state: "unknown", text: texts.unknown };
  const since = gapSince === null ? null : formats.time(gapSince, now);
  switch (status.connectionStatus) {
    case "disconnected":
      return { state: "disconnected", text: since === null ? texts.noConnection : texts.noConnectionSince(since) };
    case "connecting":
      return { state: "connecting", text: since === null ? texts.reconnecting : texts.reconnectingSince(since) };
    case "connected":
      if (status.isSlowedDown) return { state: "connecting", text: texts.slowedDown };
      return { state: "connected", text: texts.connected };
  }
}

const severity: Readonly<Record<HopState, number>> = { connected: 0, unknown: 1, connecting: 2, disconnected: 3 };

export function worseOf(a: Hop, b: Hop): HopState {
  return severity[a.state] >= severity[b.state] ? a.state : b.state;
}

/** The header's three words. */
export function headerWord(state: HopState, texts: CommonTexts["link"]): string {
  const { connected, connecting, disconnected } = texts;
  return { connected, connecting, disconnected, unknown: connecting }[state];
}

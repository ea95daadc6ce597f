/**
 * What a device's presence is, from what the cloud said and what we heard. [D32, C4]
 *
 * The cloud's word lags by up to 46 minutes, so it never makes a device fresh: only the device's own words do.
 */
export interface PresenceFacts {
  /** The cloud's last word; null before it said any. */
  readonly cloudOnline: boolean | null;
  /** When the cloud last announced a session, epoch ms. */
  readonly cloudOnlineAt: number | null;
  /** A check runs since then. */
  readonly connectingSince: number | null;
  /** `spark/status` said update or safe-mode, and nothing came since. */
  readonly updating: boolean;
  /** The device's own last word: telemetry, an answered call, a ping. */
  readonly lastHeardAt: number | null;
}

export type Status = "online" | "offline" | "connecting";
export type Freshness = "fresh" | "stale" | "never";

/** A new session may stay without an observation for this long before it counts as online but stale. */
export const sessionGraceMs = 2 * 60_000;
/** A check that has not ended by then is forgotten: its process died. */
export const checkLimitMs = 60_000;

export function statusOf(facts: PresenceFacts, now: number): Status {
  if (facts.connectingSince !== null && now - facts.connectingSince < checkLimitMs) return "connecting";
  if (facts.cloudOnline !== true) return "offline";
  if (facts.updating) return "connecting";
  const unheardMs = unheardForMs(facts, now);
  return unheardMs !== null && unheardMs < sessionGraceMs ? "connecting" : "online";
}

type HeardFacts = Pick<PresenceFacts, "cloudOnline" | "cloudOnlineAt" | "lastHeardAt">;

export function freshnessOf(facts: HeardFacts, staleAfterMs: number, now: number): Freshness {
  if (facts.lastHeardAt === null) return "never";
  const unheardMs = facts.cloudOnline === true ? unheardForMs(facts, now) : null;
  const isSilent = unheardMs !== null && unheardMs >= sessionGraceMs;
  return isSilent || now - facts.lastHeardAt > staleAfterMs ? "stale" : "fresh";
}

/** Since the session began of which the device has said nothing yet; null where it has. */
function unheardForMs({ cloudOnlineAt, lastHeardAt }: HeardFacts, now: number): number | null {
  return cloudOnlineAt === null || (lastHeardAt !== null && lastHeardAt >= cloudOnlineAt) ? null : now - cloudOnlineAt;
}

/** On if any relay is on, off if all are known off, else unknown. [D32] */
export function relayStateOf(relays: readonly { readonly reported: "on" | "off" | null }[]): "on" | "off" | "unknown" {
  if (relays.some((relay) => relay.reported === "on")) return "on";
  return relays.length > 0 && relays.every((relay) => relay.reported === "off") ? "off" : "unknown";
}

/** The feed's reads of the data layer: a snapshot that belongs to one number of the log, and the rows after a number. [WS-8] */
import { logRetention } from "@relaydeck/contract/limits";
import { toInstant } from "@relaydeck/contract/instants";
import { deviceFor } from "@relaydeck/core/devices/view";
import type { Profile } from "@relaydeck/core/devices/profile";
import { findUserById } from "@relaydeck/db/accounts/store";
import { liveHead, readLiveFor, readLiveOf } from "@relaydeck/db/live/read";
import type { Reader, Store } from "@relaydeck/db/store";
import type { Clock } from "@relaydeck/kit/clock";
import { toUser } from "../accounts/user-view.ts";
import type { Sessions } from "../accounts/session.ts";
import type { Caller } from "../caller.ts";
import { visibleTo } from "../devices/access.ts";
import { neutralDevices } from "../devices/facts.ts";
import type { CloudLink } from "../status/status.ts";
import { tokenEnd } from "../tokens/program.ts";
import { toLiveRow } from "./append.ts";
import type { FeedSource, Opening } from "./feed.ts";
import { isBeginning } from "./live-row.ts";

export interface OpeningDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly profiles: readonly Profile[];
  readonly link: CloudLink;
  readonly sessions: Pick<Sessions, "list">;
}

/**
 * A larger gap is cheaper to tell anew. So many rows of the log are looked through, whomever they concern; so many are read
 * and told; and so many devices are looked for among them, which fit into one statement. A resume costs some 10 ms at these
 * bounds on SQLite, where a read holds up everything else. [WS-8]
 */
export const mostMissed = { sought: 5_000, told: 2_000, devices: 1_000 } as const;

export function feedSource(deps: OpeningDeps, epoch: string): FeedSource {
  return {
    epoch,
    open: (caller) => openFor(deps, caller),
    async missed(after, { head, ...scope }) {
      if (head - after > mostMissed.sought || scope.deviceIds.length > mostMissed.devices) return null;
      const rows = await readLiveFor(deps.store.read, { ...scope, after, until: head, limit: mostMissed.told + 1 });
      if (rows.length > mostMissed.told) return null;
      const isWhole = rows.length === 0 ? after === head : rows[0]?.number === after + 1;
      const isRecent = rows.length === 0 || deps.clock.now() - (rows[0]?.at ?? 0) <= logRetention.ms;
      return isWhole && isRecent ? rows.map(toLiveRow) : null;
    },
    onRows: (listener) => deps.store.onLive((events) => listener(events.map(toLiveRow))),
  };
}

/**
 * The head of the log is read before everything else: what is read afterwards holds at least all rows up to it, and
 * rows beyond it, which it may hold too, are sent again by the feed and change nothing then. But a right that began beyond
 * the head is left out: its row brings the device, and by a right that is known before, rows before it would be told.
 */
async function openFor(deps: OpeningDeps, caller: Caller): Promise<Opening | null> {
  const from = deps.store.read;
  const head = await liveHead(from);
  const sessionEndsAt = await sessionEnd(deps, caller);
  if (sessionEndsAt === undefined) return null;
  const now = deps.clock.now();
  const user = await findUserById(from, caller.userId);
  if (user === null) return null;
  const known = await visibleTo(from, { ...caller, now });
  const begun = await begunSince(from, { after: head, userId: user.id });
  const visible = known.filter(({ device }) => !begun.has(device.id));
  const neutral = await neutralDevices(
    from,
    visible.map(({ device }) => device),
    { profiles: deps.profiles, now },
  );
  const devices = neutral.map((device, index) =>
    deviceFor({ userId: caller.userId, permission: visible[index]?.permission ?? "view" }, device),
  );
  const rights = new Map(
    visible.map(({ device, permission, share }) => [device.id, { permission, expiresAt: share?.expiresAt ?? null }]),
  );
  return {
    head,
    sessionEndsAt,
    rights,
    snapshot: { serverTime: toInstant(now), user: toUser(user), devices, status: deps.link.liveStatusFor(devices) },
  };
}

/** Devices on which this person's right began after that number of the log. [AD-7, C6] */
async function begunSince(from: Reader, { after, userId }: { after: number; userId: string }): Promise<Set<string | null>> {
  const rows = await readLiveOf(from, { after, kind: "access", userId });
  return new Set(
    rows
      .map(toLiveRow)
      .filter(isBeginning)
      .map(({ deviceId }) => deviceId),
  );
}

/** Epoch ms at which the caller's session or token ends by itself; null: never; undefined when it holds no more. [WS-4] */
async function sessionEnd(deps: OpeningDeps, caller: Caller): Promise<number | null | undefined> {
  if (caller.sessionId === null) return null;
  if (caller.program !== undefined) return tokenEnd(deps.store.read, caller.sessionId, deps.clock.now());
  const living = await deps.sessions.list(deps.store.read, caller.userId);
  return living.find((session) => session.sessionId === caller.sessionId)?.endsAt;
}

/**
 * Sessions of administrators: own table, own cookie, own life; nothing of them opens a user's door, nor the other way. [AD-1]
 *
 * Kept as those of users: the database holds SHA-256 of the token [SE-1], a success begins a new one and adopts none
 * [SE-2], ends are judged by our clock at every request: 30 idle minutes, 12 hours whatever happens [SE-3]. An end is a
 * deleted row, so that it counts on every node at once [SE-5] and no clock brings it back [TI-1].
 */
import {
  endAdminSessions,
  findAdminSession,
  insertAdminSession,
  touchAdminSession,
  type AdminRow,
  type AdminSessionRow,
} from "@relaydeck/db/admin/store";
import { touchEveryMs } from "@relaydeck/db/sessions/store";
import type { Tx } from "@relaydeck/db/store";
import { DatabaseUnavailable, StorageFull } from "@relaydeck/db/trouble";
import { isTokenForm } from "../accounts/cookies.ts";
import { roughClient } from "../accounts/rough-client.ts";
import { newSecret, sha256 } from "../accounts/secrets.ts";
import type { RequestFacts } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { lockKeys } from "../limits/rate-limits.ts";

const minuteMs = 60_000;
const adminIdleMs = 30 * minuteMs;
const adminLongestMs = 12 * 60 * minuteMs;

/** Who administers, looked up per request and never remembered. */
export interface AdminCaller {
  readonly adminId: string;
  readonly username: string;
  /** Hash of the session's token. */
  readonly sid: string;
  /** The password was generated and opens nothing but its change. A session of the demo needs no change. [AD-2] */
  readonly mustChangePassword: boolean;
  /** Both in epoch ms. */
  readonly lastUsedAt: number;
  readonly absoluteEnd: number;
}

export interface BegunAdminSession {
  /** Shown once: to the cookie. */
  readonly token: string;
  /** End that no use can move, epoch ms; the cookie lives as long. */
  readonly expiresAt: number;
}

type SessionDeps = Pick<Deps, "clock" | "random" | "store" | "log">;

/** Until the transaction ends: a sign-in and a new password come one after the other, so no session outlives a change. */
export function lockAdmin(tx: Tx, adminId: string): Promise<void> {
  return lockKeys(tx, [`l:admin-row:${adminId}`]);
}

/** The session presented ends, and a new one begins with a new token. [SE-2] */
export async function beginAdminSession(
  { clock, random }: Pick<SessionDeps, "clock" | "random">,
  tx: Tx,
  begun: { adminId: string; request: RequestFacts; presentedToken: string | null; isDemo: boolean },
): Promise<BegunAdminSession> {
  const { adminId, request, presentedToken, isDemo } = begun;
  if (presentedToken !== null) await endAdminSessions(tx, { sid: sha256(presentedToken) });
  const now = clock.now();
  const token = newSecret(random);
  await insertAdminSession(tx, {
    sid: sha256(token),
    adminId,
    address: request.address,
    client: roughClient(request.userAgent),
    isDemo,
    createdAt: now,
    lastUsedAt: now,
    expire: now + adminIdleMs,
    absoluteEnd: now + adminLongestMs,
  });
  return { token, expiresAt: now + adminLongestMs };
}

/**
 * The administrator behind a token. Null for every other text, also when the session has ended. [SE-7] No use by itself: a
 * page that asks whether it is still signed in must not stay so by asking.
 */
export async function adminBehind(deps: Omit<SessionDeps, "random">, token: string | null): Promise<AdminCaller | null> {
  if (token === null || !isTokenForm(token)) return null;
  const found = await findAdminSession(deps.store.read, sha256(token));
  if (found === null) return null;
  const { session, admin } = found;
  if (hasEnded(session, deps.clock.now())) {
    await writeIfPossible(deps, async (tx) => void (await endAdminSessions(tx, { sid: session.sid })));
    return null;
  }
  return toAdminCaller(session, admin);
}

/** Moves the end by this use; written at most once a minute. */
export async function noteAdminUse(deps: Omit<SessionDeps, "random">, admin: AdminCaller): Promise<void> {
  const now = deps.clock.now();
  if (now - admin.lastUsedAt < touchEveryMs) return;
  const expire = Math.min(now + adminIdleMs, admin.absoluteEnd);
  await writeIfPossible(deps, (tx) => touchAdminSession(tx, { sid: admin.sid, now, expire }));
}

/** Removes those that have ended by time, so that no clock that is set back brings one to life. [TI-1] */
export async function endExpiredAdminSessions({ store, clock }: Pick<SessionDeps, "store" | "clock">): Promise<void> {
  await store.write((tx) => endAdminSessions(tx, { endedBy: clock.now() }));
}

function hasEnded({ expire, absoluteEnd }: Pick<AdminSessionRow, "expire" | "absoluteEnd">, now: number): boolean {
  return now >= expire || now >= absoluteEnd;
}

function toAdminCaller(session: AdminSessionRow, admin: AdminRow): AdminCaller {
  const { sid, isDemo, lastUsedAt, absoluteEnd } = session;
  const { id: adminId, username } = admin;
  return { adminId, username, sid, lastUsedAt, absoluteEnd, mustChangePassword: admin.mustChangePassword && !isDemo };
}

/** An answer must not become another because the disk is full: the end of a session is judged again next time. [ST-1] */
export async function writeIfPossible(
  { store, log }: Pick<SessionDeps, "store" | "log">,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await store.write(work);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable || error instanceof StorageFull)) throw error;
    log.warn("admin-session.not-noted", { reason: error.name });
  }
}

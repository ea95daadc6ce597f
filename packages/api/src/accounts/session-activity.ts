/**
 * What people do while signed in, as the documented `user_sessions` rows: begun and ended with the session, in its
 * transactions; devices and actions counted here in between and written once a minute and session. [checklist section 5]
 *
 * Numbers only, never rights: what a killed process had not written yet is lost, and nobody waits for it.
 */
import { endUserSession, noteUserSession, startUserSession, type SessionUse } from "@relaydeck/db/analytics/user-sessions";
import type { SessionRow } from "@relaydeck/db/sessions/store";
import type { Store, Tx } from "@relaydeck/db/store";

/** How often what was counted is written, in milliseconds. */
export const writeActivityEveryMs = 60_000;
/** Sessions that may have something unwritten; beyond them nothing is counted until the next writing. */
const mostSessions = 10_000;
/** Devices noted of one session between two writings. */
const mostDevices = 200;
/** Sessions written in one transaction. */
const portion = 100;
/** Characters kept of what a program says about itself. */
const longestAgent = 512;

/** One call of somebody who is signed in. */
export interface SessionCall {
  readonly sessionId: string;
  /** It changed something. */
  readonly isAction: boolean;
  /** The device it named, where it named one. */
  readonly deviceId: string | null;
  /** Epoch ms. */
  readonly at: number;
}

interface Counted {
  lastAt: number;
  actions: number;
  readonly deviceIds: Set<string>;
}

export class SessionActivity {
  #counted = new Map<string, Counted>();

  note(call: SessionCall): void {
    const counted = this.#counted.get(call.sessionId) ?? this.#begin(call.sessionId);
    if (counted === null) return;
    counted.lastAt = call.at;
    if (call.isAction) counted.actions += 1;
    if (call.deviceId !== null && counted.deviceIds.size < mostDevices) counted.deviceIds.add(call.deviceId);
  }

  /** Writes what was counted since the last time; returns of how many sessions. */
  async write(store: Pick<Store, "write">): Promise<number> {
    const uses = [...this.#counted].map(([id, { lastAt, actions, deviceIds }]) => ({
      id,
      now: lastAt,
      actions,
      deviceIds: [...deviceIds],
    }));
    this.#counted = new Map();
    for (let first = 0; first < uses.length; first += portion)
      await store.write((tx) => noteAll(tx, uses.slice(first, first + portion)));
    return uses.length;
  }

  #begin(sessionId: string): Counted | null {
    if (this.#counted.size >= mostSessions) return null;
    const counted = { lastAt: 0, actions: 0, deviceIds: new Set<string>() };
    this.#counted.set(sessionId, counted);
    return counted;
  }
}

async function noteAll(tx: Tx, uses: readonly SessionUse[]): Promise<void> {
  for (const use of uses) await noteUserSession(tx, use);
}

/** The row of a session that begins. */
export async function recordBegin(
  tx: Tx,
  begun: Pick<SessionRow, "id" | "userId" | "createdAt"> & { readonly address: string; readonly userAgent: string },
): Promise<void> {
  const { id, userId, createdAt, address, userAgent } = begun;
  await startUserSession(tx, {
    id,
    userId,
    sessionStart: createdAt,
    lastSeenAt: createdAt,
    ipAddress: address,
    userAgent: userAgent.replaceAll(/\p{C}/gu, " ").slice(0, longestAgent),
    devicesAccessed: [],
  });
}

/** Sessions that ended: now, or when time had ended them before anybody looked. */
export async function recordEnds(
  tx: Tx,
  rows: readonly Pick<SessionRow, "id" | "expire" | "absoluteEnd">[],
  now: number,
): Promise<void> {
  for (const { id, expire, absoluteEnd } of rows) await endUserSession(tx, { id, now: Math.min(now, expire, absoluteEnd) });
}

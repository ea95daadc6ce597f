/**
 * Sessions kept by lucia behind our own adapter. The only module that imports lucia. [DP-2]
 *
 * The rules are ours: the database holds SHA-256 of the token [SE-1]; ends are judged by our clock; an end is a deleted
 * row, a live event and cancelled commands in one transaction [SE-5]. To lucia a session that lives ends in the year
 * 9999 and one that has ended did so in 1970, so its own clock and its own renewal decide nothing.
 *
 * A replacement passes testing/sessions-suite.ts unchanged; docs/adr/0004-lucia-and-arctic.md says why.
 */
import { newId } from "@relaydeck/contract/ids";
import { lockUser } from "@relaydeck/db/accounts/lock";
import { deleteSignInChallenges } from "@relaydeck/db/accounts/sign-in-challenges";
import { lockUnsent } from "@relaydeck/db/relays/unsent";
import {
  endedSessionIds,
  takeEndedSessions,
  takeSession,
  takeSessionById,
  takeSessionsOfUser,
} from "@relaydeck/db/sessions/ending";
import {
  findSession,
  insertSession,
  listSessions,
  touchEveryMs,
  touchSession,
  type SessionRow,
} from "@relaydeck/db/sessions/store";
import type { Reader, Store, Tx } from "@relaydeck/db/store";
import type { NewLiveEvent } from "@relaydeck/db/live/event";
import { DatabaseUnavailable, StorageFull } from "@relaydeck/db/trouble";
import { Defect } from "@relaydeck/kit/assert";
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import type { Random } from "@relaydeck/kit/random";
import { Lucia, type Adapter, type DatabaseSession } from "lucia";
import type { LiveBody } from "../live/live-row.ts";
import { isTokenForm } from "./cookies.ts";
import { isSameHash, newSecret, sha256 } from "./secrets.ts";
import { recordBegin, recordEnds } from "./session-activity.ts";
import * as session from "./session.ts";
import type {
  BegunSession,
  CancelUnsentCommands,
  EndedSession,
  LiveSession,
  NewSessionFacts,
  Sessions,
  WhichSession,
} from "./session.ts";

export interface SessionsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly cancelUnsentCommands: CancelUnsentCommands;
}

export function createSessions(deps: SessionsDeps): Sessions {
  return new LuciaSessions(deps);
}

/** The stored row as lucia carries it between its methods and our adapter. */
interface Attributes {
  readonly row: Omit<SessionRow, "sid">;
}

declare module "lucia" {
  interface Register {
    Lucia: Lucia<Attributes>;
    DatabaseSessionAttributes: Attributes;
  }
}

/** Sessions that end in one transaction of the sweep. */
const sweepPortion = 200;

/** Where a lucia reads and writes: one transaction, or the store. */
interface Place {
  readonly reader: Reader;
  readonly write: (work: (tx: Tx) => Promise<void>) => Promise<void>;
}

class LuciaSessions implements Sessions {
  readonly #deps: SessionsDeps;
  readonly #lucia: Lucia<Attributes>;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#lucia = this.#over({ reader: deps.store.read, write: (work) => this.#writeIfPossible(work) });
  }

  async create(tx: Tx, { userId, client, address, userAgent = client }: NewSessionFacts): Promise<BegunSession> {
    const { clock, random } = this.#deps;
    const now = clock.now();
    const token = newSecret(random);
    const row = {
      id: newId("session", random),
      userId,
      sess: { client, address },
      createdAt: now,
      lastUsedAt: now,
      expire: now + session.idleMs,
      absoluteEnd: now + session.longestMs,
    };
    await this.#over({ reader: tx, write: (work) => work(tx) }).createSession(userId, { row }, { sessionId: token });
    await recordBegin(tx, { ...row, address, userAgent });
    return { token, sessionId: row.id, expiresAt: row.absoluteEnd };
  }

  async validate(token: string): Promise<LiveSession | null> {
    if (!isTokenForm(token)) return null;
    const { session: found } = await this.#lucia.validateSession(token);
    if (found === null) return null;
    return session.toLiveSession(await this.#touched(found.id, found.row));
  }

  async revoke(tx: Tx, which: WhichSession): Promise<EndedSession | null> {
    const row = "token" in which ? await this.#end(tx, sha256(which.token)) : await this.#endById(tx, which);
    return row === null ? null : { userId: row.userId, sessionId: row.id };
  }

  async holdUnsent(tx: Tx, { userId, presentedToken = null }: Parameters<Sessions["holdUnsent"]>[1]): Promise<void> {
    const found = presentedToken === null ? null : await findSession(tx, sha256(presentedToken));
    const presented = found === null ? [] : [{ sessionIds: [found.session.id] }];
    await lockUnsent(tx, { actorId: userId }, ...presented);
  }

  async revokeAllOf(tx: Tx, userId: string, exceptSessionId?: string): Promise<number> {
    // A sign-in under way comes to its end first, and is seen here. [AC-8, ML-5]
    await lockUser(tx, userId);
    await this.holdUnsent(tx, { userId });
    const rows = await takeSessionsOfUser(tx, {
      userId,
      ...(exceptSessionId === undefined ? {} : { exceptId: exceptSessionId }),
    });
    await this.#tellEnds(tx, rows);
    // A sign-in whose first proof was given before must not open one after. [AC-8, GO-1]
    await deleteSignInChallenges(tx, userId);
    return rows.length;
  }

  async list(from: Reader, userId: string): Promise<LiveSession[]> {
    const now = this.#deps.clock.now();
    return (await listSessions(from, userId)).filter((row) => !session.hasEnded(row, now)).map(session.toLiveSession);
  }

  async endExpired(store: Pick<Store, "write">): Promise<number> {
    const { clock } = this.#deps;
    for (let total = 0; ;) {
      const ended = await store.write(async (tx) => {
        const now = clock.now();
        const ids = await endedSessionIds(tx, { now, limit: sweepPortion });
        await lockUnsent(tx, { sessionIds: ids });
        const rows = await takeEndedSessions(tx, { ids, now });
        await this.#tellEnds(tx, rows);
        return rows.length;
      });
      total += ended;
      if (ended < sweepPortion) return total;
    }
  }

  /** A lucia is hardly more than its adapter, so one is made per transaction. */
  #over(place: Place): Lucia<Attributes> {
    return new Lucia(this.#adapter(place), { getSessionAttributes: (attributes) => attributes });
  }

  #adapter({ reader, write }: Place): Adapter {
    return {
      setSession: (begun) => write((tx) => this.#store(tx, begun)),
      getSessionAndUser: async (token) => {
        const sid = sha256(token);
        const found = await findSession(reader, sid);
        if (found === null || !isSameHash(found.session.sid, sid)) return [null, null];
        return [toLucia(found.session, this.#deps.clock.now()), { id: found.user.id, attributes: {} }];
      },
      // Lucia calls this for a session that has ended; its name is the hash by then.
      deleteSession: (sid) => write(async (tx) => void (await this.#end(tx, sid))),
      updateSessionExpiration: notAsked,
      getUserSessions: notAsked,
      deleteUserSessions: notAsked,
      deleteExpiredSessions: notAsked,
    };
  }

  /** `begun.id` is the token; only its hash is stored. What falls out beyond 20 has ended like any other. */
  async #store(tx: Tx, begun: DatabaseSession): Promise<void> {
    const before = await listSessions(tx, begun.userId);
    const fellOut = new Set(await insertSession(tx, { sid: sha256(begun.id), ...begun.attributes.row }));
    await this.#tellEnds(
      tx,
      before.filter((row) => fellOut.has(row.sid)),
    );
  }

  /** The row with its end moved by this use; written at most once a minute. */
  async #touched(sid: string, row: Attributes["row"]): Promise<Attributes["row"]> {
    const now = this.#deps.clock.now();
    if (now - row.lastUsedAt < touchEveryMs) return row;
    const expire = Math.min(now + session.idleMs, row.absoluteEnd);
    await this.#writeIfPossible(async (tx) => void (await touchSession(tx, { sid, now, expire })));
    return { ...row, lastUsedAt: now, expire };
  }

  /** By the hash of its token. What it leaves unsent is held before its own row, as who deletes an account holds them. */
  async #end(tx: Tx, sid: string): Promise<SessionRow | null> {
    const found = await findSession(tx, sid);
    if (found !== null) await lockUnsent(tx, { sessionIds: [found.session.id] });
    const row = await takeSession(tx, sid);
    await this.#tellEnds(tx, row === null ? [] : [row]);
    return row;
  }

  async #endById(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }): Promise<SessionRow | null> {
    await lockUnsent(tx, { actorId: userId, sessionIds: [sessionId] });
    const row = await takeSessionById(tx, { userId, id: sessionId });
    await this.#tellEnds(tx, row === null ? [] : [row]);
    return row;
  }

  async #tellEnds(tx: Tx, rows: readonly SessionRow[]): Promise<void> {
    if (rows.length === 0) return;
    await recordEnds(tx, rows, this.#deps.clock.now());
    await tx.live(rows.map(({ id, userId }) => sessionEnded(id, userId)));
    await this.#deps.cancelUnsentCommands(tx, { sessionIds: rows.map(({ id }) => id) });
  }

  /** A read must not fail because the disk is full: the end of a session is judged again next time. [ST-1] */
  async #writeIfPossible(work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.#deps.store.write(work);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable || error instanceof StorageFull)) throw error;
      this.#deps.log.warn("session.not-noted", { reason: error.name });
    }
  }
}

function sessionEnded(sessionId: string, userId: string): NewLiveEvent {
  const body: LiveBody = { kind: "session-ended", sessionId };
  return { kind: body.kind, userId, body };
}

/** Beyond and before every moment that lucia's clock can show. */
const farEnd = Date.UTC(9999, 0);

function toLucia({ sid, ...row }: SessionRow, now: number): DatabaseSession {
  const expiresAt = new Date(session.hasEnded(row, now) ? 0 : farEnd);
  return { id: sid, userId: row.userId, expiresAt, attributes: { row } };
}

async function notAsked(): Promise<never> {
  throw new Defect("Lucia is only asked to begin and to validate a session");
}

/**
 * What a session of a user is, and what the product asks of whoever keeps sessions; sessions.ts keeps them. [DP-2]
 *
 * A session ends after 7 idle days and after 30 days whatever happens [SE-3]. Each end is told to the live log, which
 * closes its sockets, and cancels its unsent commands, in the transaction that ends it [SE-5].
 */
import type { SessionRow } from "@relaydeck/db/sessions/store";
import type { Reader, Store, Tx } from "@relaydeck/db/store";

const dayMs = 24 * 60 * 60_000;
export const idleMs = 7 * dayMs;
export const longestMs = 30 * dayMs;

/** A session that lives; instants in epoch milliseconds. */
export interface LiveSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly client: string;
  readonly address: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** When it ends if it is not used again. Whoever holds a socket open for it closes it then. */
  readonly endsAt: number;
}

export interface NewSessionFacts {
  readonly userId: string;
  /** In rough words, such as `Firefox on Linux`. */
  readonly client: string;
  readonly address: string;
  /** What the program says about itself; for the record of sessions. Absent: the rough words. */
  readonly userAgent?: string;
}

export interface BegunSession {
  /** Shown once: to the cookie. */
  readonly token: string;
  readonly sessionId: string;
  /** End that no use can move, epoch ms; the cookie lives as long. */
  readonly expiresAt: number;
}

export interface EndedSession {
  readonly userId: string;
  readonly sessionId: string;
}

export interface Sessions {
  /** Begins a session with a new token. Beyond 20 of one user the oldest ends. [SE-2, SE-6] */
  create(tx: Tx, facts: NewSessionFacts): Promise<BegunSession>;
  /** The living session of a living user behind a token; counts as use. Null for every other text. [SE-7] */
  validate(token: string): Promise<LiveSession | null>;
  /**
   * Holds the devices of what the end of this user's sessions and tokens, and of the session behind a token, leaves unsent: for who
   * ends several of them, or locks more than users before. See accounts/lock.ts of the database.
   */
  holdUnsent(tx: Tx, of: { readonly userId: string; readonly presentedToken?: string | null }): Promise<void>;
  /** Ends the session behind a token, or one of this user by its id. Null when there was none. */
  revoke(tx: Tx, which: WhichSession): Promise<EndedSession | null>;
  /** Ends all sessions of a user, but `exceptSessionId`, and sign-ins that wait for their code; returns how many sessions. */
  revokeAllOf(tx: Tx, userId: string, exceptSessionId?: string): Promise<number>;
  /** Living sessions, last used first. [SE-6] */
  list(from: Reader, userId: string): Promise<LiveSession[]>;
  /** Ends all that have ended by time, in bounded portions, so that sockets of idle sessions close too; returns how many. [LE-1] */
  endExpired(store: Pick<Store, "write">): Promise<number>;
}

export type WhichSession = { readonly token: string } | { readonly userId: string; readonly sessionId: string };

/** Cancels commands begun in these sessions that have not been sent yet; relays/cancel-unsent.ts does it. [SE-5] */
export type CancelUnsentCommands = (tx: Tx, of: { readonly sessionIds: readonly string[] }) => Promise<void>;

/** The part of a stored session that says what it is and how long it lives. */
export type SessionFields = Pick<SessionRow, "id" | "userId" | "sess" | "createdAt" | "lastUsedAt" | "expire" | "absoluteEnd">;

export function hasEnded(session: Pick<SessionRow, "expire" | "absoluteEnd">, now: number): boolean {
  return now >= session.expire || now >= session.absoluteEnd;
}

export function toLiveSession(row: SessionFields): LiveSession {
  return {
    sessionId: row.id,
    userId: row.userId,
    client: row.sess.client ?? "Unknown program",
    address: row.sess.address ?? "",
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    endsAt: Math.min(row.expire, row.absoluteEnd),
  };
}

/**
 * How the installation does, for administrators: what runs, what waits, what failed. The same facts are the metrics and the
 * lines of the doctor. No secret is in it, and of a mail neither text nor address beyond whom it is to. [LG-2]
 *
 * What only the database knows is null while the database does not answer.
 */
import * as z from "zod/mini";
import { maybeLine } from "./text.ts";

/** The database, asked now. */
export interface DatabaseFacts {
  readonly kind: "sqlite" | "postgres";
  readonly state: "ok" | "down";
  /** What went wrong, in the database's own words as far as they hold no statement. */
  readonly trouble: string | null;
  /** How long an empty write took, milliseconds. */
  readonly answeredInMs: number | null;
  readonly sizeBytes: number | null;
  readonly version: string | null;
  /** Migrations that were applied. */
  readonly migrations: number | null;
}

/** The provider's event stream, and the budget of calls. */
export interface StreamFacts {
  readonly state: "connected" | "connecting" | "down" | "standby";
  readonly since: string;
  readonly lastEventAt: string | null;
  /** Why it is down; null while it is not. */
  readonly trouble: string | null;
  /** When it is tried again; null unless it is down. */
  readonly retryAt: string | null;
  /** The device cloud refuses our token: nothing can be switched. */
  readonly isTokenRefused: boolean;
  readonly callsInWindow: number;
  readonly callsMax: number;
  readonly windowSeconds: number;
  /** Times without data of the last 24 hours, and how long they were together. */
  readonly gaps: { readonly count: number; readonly totalMs: number } | null;
  /** Events that could not be read since the start, by what was wrong with them. */
  readonly unreadable: readonly { readonly reason: string; readonly count: number }[];
}

/** Who listens to the provider for all nodes. [LE-1] */
export interface LeaderFacts {
  /** This process does; on SQLite nobody else can. */
  readonly isThis: boolean;
  /** Name of the node that holds the lease; null where none was ever needed. */
  readonly holder: string | null;
  readonly since: string | null;
  /** Rises with every change of the leader. */
  readonly fencing: number | null;
}

/** What may wait somewhere. */
export const queueNames = ["commandsWaiting", "commandsAtCloud", "events", "mails", "hashes", "calls"] as const;
/** Name of a queue: commands not sent yet, commands at the cloud, words of devices, mails, password hashes, call records. */
export type QueueName = (typeof queueNames)[number];

/** One queue. */
export interface QueueFacts {
  readonly name: QueueName;
  /** Null while the database does not answer. */
  readonly waiting: number | null;
  /** What it holds at most; null where another limit bounds it. */
  readonly most: number | null;
}

/** One mail, without what it says. */
export interface MailLine {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Kind of letter, such as `verify-email`. */
  readonly template: string;
  readonly state: "waiting" | "sent" | "failed";
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: string;
  /** When it is tried next; null unless it waits. */
  readonly nextAttemptAt: string | null;
  readonly sentAt: string | null;
}

/** The mail outbox. */
export interface MailFacts {
  /** `outbox-only`: no mail server is set. */
  readonly state: "ok" | "outbox-only" | "failing";
  readonly waiting: number | null;
  readonly failed: number | null;
  readonly oldestWaitingAt: string | null;
}

/** Every limit that `RATE_LIMIT_FACTOR` multiplies. [checklist section 5, WS-3] */
export const limitNames = [
  "signInFailuresPerAccount",
  "signInFailuresPerAddress",
  "codeFailuresPerAccount",
  "adminFailuresPerAccount",
  "adminFailuresPerAddress",
  "googleStartsPerAddress",
  "registrationsPerAddress",
  "mailsPerRecipientAndHour",
  "mailsPerRecipientAndDay",
  "mailsPerAddress",
  "invitationsPerUser",
  "tokenTrialsPerAddress",
  "newTokensPerUser",
  "deviceRegistrationsPerUser",
  "deviceRegistrations",
  "commandsPerDevice",
  "commandsPerUser",
  "commandRequestsPerUser",
  "readsPerUser",
  "readsPerAddress",
  "socketsPerUser",
  "socketsPerAddress",
] as const;
/** Name of a limit: what is counted, and per what. */
export type LimitName = (typeof limitNames)[number];

/** One limit as it holds here. */
export interface LimitFacts {
  readonly name: LimitName;
  /** At most so many in the window. */
  readonly limit: number;
  /** Null: so many at once. */
  readonly windowSeconds: number | null;
}

/** Everything at one moment. */
export interface Operations {
  readonly asOf: string;
  readonly versions: {
    readonly product: string;
    readonly runtime: string;
    readonly startedAt: string;
    readonly memoryBytes: number;
  };
  readonly database: DatabaseFacts;
  readonly stream: StreamFacts;
  readonly leader: LeaderFacts;
  readonly queues: readonly QueueFacts[];
  /** Words of devices since the start. */
  readonly events: {
    readonly accepted: number;
    readonly dropped: number;
    readonly overflowed: number;
    readonly failed: number;
  };
  readonly live: { readonly viewers: number; readonly sockets: number };
  readonly mail: MailFacts;
  readonly limits: { readonly factor: number; readonly each: readonly LimitFacts[] };
}

const mailId = maybeLine({ max: 64 });

/** Which mails: those that wait, next tried first, or those that failed, last tried first. */
export const MailsQuery = z.strictObject({
  state: z._default(z.enum(["waiting", "failed"]), "failed"),
});
export type MailsQuery = z.infer<typeof MailsQuery>;

/** Names one mail. */
export const MailId = z.strictObject({ mailId });
export type MailId = z.infer<typeof MailId>;

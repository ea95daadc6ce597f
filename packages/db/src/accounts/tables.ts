import { sql } from "drizzle-orm";
import type { Dialect } from "../dialect/columns.ts";

/** Whether a row lives, in the words of a partial index of both databases. */
const isLive = sql.raw("deleted_at is null");
const isDeleted = sql.raw("deleted_at is not null");

/** What ended with an account, by ids, and of its devices what they lost. */
export interface EndedWithUser {
  readonly devices: readonly EndedOwnership[];
  readonly shares: readonly string[];
  readonly invites: readonly string[];
  /** Own alerts, which were deleted. */
  readonly alerts: readonly string[];
  /** Alerts of others, which were switched off. */
  readonly silenced: readonly string[];
}

/** A device as it was when its owner went; `commandsAfter` tells whether somebody had it meanwhile. [AD-7] */
export interface EndedOwnership {
  readonly id: string;
  readonly name: string;
  /** Of which it got the plain name that it has from then on. Absent in rows of earlier versions. */
  readonly serialNumber?: string;
  readonly relays: readonly { readonly number: number; readonly name: string }[];
  readonly ownedSince: number | null;
  readonly commandsAfter: number;
}

export function accountTables(d: Dialect) {
  const users = d.table(
    "users",
    {
      id: d.id(),
      /** Normalised: trimmed, lower case. Unique among live rows. [AC-1, D17] */
      email: d.text().notNull(),
      firstName: d.text().notNull(),
      lastName: d.text().notNull(),
      profileImageUrl: d.text(),
      passwordHash: d.text(),
      authProvider: d.oneOf<"email" | "google">().notNull().default("email"),
      googleId: d.text(),
      appleId: d.text(),
      replitId: d.text(),
      emailVerified: d.bool().notNull().default(false),
      /** The address was verified, and that was taken back: the account has somebody, and nobody else may begin it anew. [AC-5] */
      onceVerified: d.bool().notNull().default(false),
      /** The viewer's own log starts here. [D45] */
      activityClearedAt: d.time(),
      /** Sealed where the server has a key for it; docs/adr/0012-two-step.md. */
      twoStepSecret: d.text(),
      /** The last 30 s step whose code was used, so that each works once. */
      twoStepLastStep: d.big(),
      /** Hashes of the recovery codes that are left. Null until the set-up was confirmed: then two-step sign-in is on. */
      twoStepRecovery: d.json<string[]>(),
      /** When the set-up began; once it was confirmed, when that was. */
      twoStepAt: d.time(),
      version: d.int().notNull().default(1),
      createdAt: d.time().notNull(),
      updatedAt: d.time().notNull(),
      deletedAt: d.time(),
      /** Who deleted it; null while it lives. */
      deletedBy: d.oneOf<"self" | "admin">(),
      /** What ended with the account and comes back with it; null while it lives. [AD-5, D23] */
      deletedWith: d.json<EndedWithUser>(),
    },
    (t) => [
      d.uniqueIndex("users_email_live").on(t.email).where(isLive),
      d.uniqueIndex("users_google_id_live").on(t.googleId).where(isLive),
      d.uniqueIndex("users_apple_id_live").on(t.appleId).where(isLive),
      d.uniqueIndex("users_replit_id_live").on(t.replitId).where(isLive),
      // The console's orders. Each holds all that is filtered, searched and counted, so that whatever is asked is found along
      // the order itself, without reading rows: docs/adr/0023-walked-orders.md. The mark of deletion does not stand first, or
      // SQLite would sort. What has few values is walked value by value along the first. [D0.12]
      d
        .index("users_created_live")
        .on(t.createdAt, t.id, t.deletedAt, t.emailVerified, t.authProvider, t.email, t.firstName, t.lastName)
        .where(isLive),
      d
        .index("users_address_live")
        .on(t.email, t.id, t.deletedAt, t.emailVerified, t.authProvider, t.firstName, t.lastName)
        .where(isLive),
      d
        .index("users_first_name_live")
        .on(t.firstName, t.id, t.deletedAt, t.emailVerified, t.authProvider, t.email, t.lastName)
        .where(isLive),
      d
        .index("users_last_name_live")
        .on(t.lastName, t.id, t.deletedAt, t.emailVerified, t.authProvider, t.email, t.firstName)
        .where(isLive),
      d.index("users_deleted").on(t.deletedAt, t.id).where(isDeleted),
    ],
  );

  /** Somebody has proved who they are but for the code of the second step. [SE-1: only the hash is kept] */
  const signInChallenges = d.table(
    "sign_in_challenges",
    {
      /** SHA-256 of the token, hexadecimal. */
      hash: d.id(),
      userId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      /** Codes that were tried and wrong. */
      failures: d.int().notNull().default(0),
      expiresAt: d.time().notNull(),
      createdAt: d.time().notNull(),
    },
    (t) => [d.index("sign_in_challenges_user_id").on(t.userId), d.index("sign_in_challenges_expires_at").on(t.expiresAt)],
  );
  return { users, signInChallenges };
}

export type AccountTables = ReturnType<typeof accountTables>;

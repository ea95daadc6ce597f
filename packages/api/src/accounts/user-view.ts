import type { User } from "@relaydeck/contract/accounts";
import { toInstant } from "@relaydeck/contract/instants";
import type { UserRow } from "@relaydeck/db/accounts/store";

/** A user as the doors show one. Field by field, so that a new column never leaves by itself. [D17] */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    authProvider: row.authProvider,
    emailVerified: row.emailVerified,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  };
}

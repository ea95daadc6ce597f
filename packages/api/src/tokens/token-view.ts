import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import type { Token } from "@relaydeck/contract/tokens";
import type { ApiTokenRow } from "@relaydeck/db/sessions/api-tokens";
import { hasEnded, programOf } from "./program.ts";

/** A token as its owner's list shows it: everything but what would open the door. */
export function toToken(row: ApiTokenRow, now: number): Token {
  const { scope, deviceIds } = programOf(row);
  return {
    id: row.id,
    name: row.name,
    scope,
    deviceIds: deviceIds === null ? null : [...deviceIds],
    createdAt: toInstant(row.createdAt),
    expiresAt: toInstantOrNull(row.expiresAt),
    hasEnded: hasEnded(row, now),
    lastUsedAt: toInstantOrNull(row.lastUsedAt),
  };
}

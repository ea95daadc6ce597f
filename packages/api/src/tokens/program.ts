/** A program's token as a right: which bounds it sets, and until when. Looked up at each use, never remembered. [C6, WS-4] */
import { isIdOf } from "@relaydeck/contract/ids";
import type { ProgramRight } from "@relaydeck/core/policy";
import { findApiTokenById, type ApiTokenRow } from "@relaydeck/db/sessions/api-tokens";
import type { Reader } from "@relaydeck/db/store";

export function hasEnded({ expiresAt }: Pick<ApiTokenRow, "expiresAt">, now: number): boolean {
  return expiresAt !== null && now >= expiresAt;
}

export function programOf({ scopes, deviceIds }: Pick<ApiTokenRow, "scopes" | "deviceIds">): ProgramRight {
  return { scope: scopes.includes("control") ? "control" : "read", deviceIds };
}

/**
 * The bounds of what was begun through this session or token: `ended` when the token is no more, undefined when it was a
 * person's session.
 */
export async function programBehind(
  from: Reader,
  sessionId: string | null,
  now: number,
): Promise<ProgramRight | undefined | "ended"> {
  if (sessionId === null || !isIdOf("token", sessionId)) return undefined;
  const token = await findApiTokenById(from, sessionId);
  return token === null || hasEnded(token, now) ? "ended" : programOf(token);
}

/** Epoch ms at which the token ends by itself; null: never; undefined when it holds no more. */
export async function tokenEnd(from: Reader, tokenId: string, now: number): Promise<number | null | undefined> {
  const token = await findApiTokenById(from, tokenId);
  return token === null || hasEnded(token, now) ? undefined : token.expiresAt;
}

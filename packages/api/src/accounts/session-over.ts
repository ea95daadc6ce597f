import { isIdOf } from "@relaydeck/contract/ids";
import { sessionEnds } from "@relaydeck/db/sessions/store";
import type { Reader } from "@relaydeck/db/store";
import { hasEnded } from "./session.ts";

/**
 * Whether the session in which something was begun has ended since. For what was begun in the very moment of the end, so
 * that nothing was there yet to be cancelled with it. [SE-5] False for what no session began.
 */
export async function sessionIsOver(from: Reader, sessionId: string | null, now: number): Promise<boolean> {
  if (sessionId === null || !isIdOf("session", sessionId)) return false;
  const ends = await sessionEnds(from, sessionId);
  return ends === null || hasEnded(ends, now);
}

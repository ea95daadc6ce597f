/** The caller behind a program's token, looked up at every request; "last used" is written at most once a minute. */
import { findApiToken, touchApiToken, type ApiTokenRow } from "@relaydeck/db/sessions/api-tokens";
import { touchEveryMs } from "@relaydeck/db/sessions/store";
import { DatabaseUnavailable, StorageFull } from "@relaydeck/db/trouble";
import { isSameHash, sha256 } from "../accounts/secrets.ts";
import type { Caller } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { hasEnded, programOf } from "./program.ts";

type OpenDeps = Pick<Ground, "store" | "clock" | "log">;

/** Null when no living user has a token of this text that has not ended; `text` is as `readBearer` gave it. */
export async function openToken(deps: OpenDeps, text: string): Promise<Caller | null> {
  const hash = sha256(text);
  const found = await findApiToken(deps.store.read, hash);
  if (found === null || !isSameHash(found.token.hash, hash) || hasEnded(found.token, deps.clock.now())) return null;
  await noteUse(deps, found.token);
  return { userId: found.user.id, sessionId: found.token.id, program: programOf(found.token) };
}

/** A read must not fail because the disk is full. [ST-1] */
async function noteUse({ store, clock, log }: OpenDeps, token: ApiTokenRow): Promise<void> {
  const now = clock.now();
  if (token.lastUsedAt !== null && now - token.lastUsedAt < touchEveryMs) return;
  try {
    await store.write((tx) => touchApiToken(tx, token.id, now));
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable || error instanceof StorageFull)) throw error;
    log.warn("token.use-not-noted", { reason: error.name });
  }
}

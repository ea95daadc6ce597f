/**
 * Where somebody is signed in, and ending it: one session, all but this one, or all. [SE-5, SE-6]
 *
 * Who ends them all may not trust every browser that signed in: none is known any more but the one that asks.
 */
import { toInstant } from "@relaydeck/contract/instants";
import type { Session } from "@relaydeck/contract/profile";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { forgetOtherBrowsers } from "./known-browser.ts";

/** Last used first. */
export async function listSessions(deps: Pick<AccountsDeps, "store" | "sessions">, caller: Caller): Promise<Session[]> {
  const living = await deps.sessions.list(deps.store.read, caller.userId);
  return living.map(({ sessionId, client, address, createdAt, lastUsedAt }) => ({
    id: sessionId,
    client,
    address,
    createdAt: toInstant(createdAt),
    lastUsedAt: toInstant(lastUsedAt),
    isThis: sessionId === caller.sessionId,
  }));
}

interface EndingSessions {
  readonly caller: Caller;
  readonly request: RequestFacts;
}

type EndDeps = Pick<AccountsDeps, "store" | "clock" | "sessions">;

/** Somebody else's session, and one that has ended, are not found. */
export function endSession(
  deps: EndDeps,
  { caller, request, sessionId }: EndingSessions & { sessionId: string },
): Promise<Result<{ id: string }, Refusal>> {
  return deps.store.write(async (tx) => {
    const ended = await deps.sessions.revoke(tx, { userId: caller.userId, sessionId });
    if (ended === null) return refuse("NOT_FOUND");
    await audit(tx, { ...byWhom(deps, caller), action: "session.ended", subjectKind: "session", subjectId: sessionId, request });
    return ok({ id: sessionId });
  });
}

interface EndingAll extends EndingSessions {
  /** Token of the known-browser cookie, whatever it is worth. */
  readonly knownToken: string | null;
  readonly keepThis: boolean;
}

/** Ends all sessions of the caller, or all but the one that asks; returns how many. */
export function endSessions(deps: EndDeps, { caller, request, knownToken, keepThis }: EndingAll): Promise<number> {
  return deps.store.write(async (tx) => {
    const ended = await deps.sessions.revokeAllOf(tx, caller.userId, keepThis ? (caller.sessionId ?? undefined) : undefined);
    await forgetOtherBrowsers(tx, { token: knownToken, userId: caller.userId });
    const action = keepThis ? "sessions.others-ended" : "sessions.all-ended";
    await audit(tx, {
      ...byWhom(deps, caller),
      action,
      subjectKind: "user",
      subjectId: caller.userId,
      after: { sessionsEnded: ended },
      request,
    });
    return ended;
  });
}

function byWhom(deps: EndDeps, { userId }: Caller) {
  return { at: deps.clock.now(), actorKind: "user", actorId: userId } as const;
}

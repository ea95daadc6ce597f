import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { isTokenForm } from "./cookies.ts";

/** Ends the session behind the presented token, if there is one; its sockets close and its unsent commands are cancelled. [SE-5] */
export async function signOut(
  deps: AccountsDeps,
  { request, presentedToken }: { request: RequestFacts; presentedToken: string | null },
): Promise<void> {
  if (presentedToken === null || !isTokenForm(presentedToken)) return;
  await deps.store.write(async (tx) => {
    const ended = await deps.sessions.revoke(tx, { token: presentedToken });
    if (ended === null) return;
    await audit(tx, {
      at: deps.clock.now(),
      actorKind: "user",
      actorId: ended.userId,
      action: "session.ended",
      subjectKind: "session",
      subjectId: ended.sessionId,
      request,
    });
  });
}

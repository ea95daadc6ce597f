/**
 * Opens a session for somebody who has proved completely who they are, whatever the way: password, Google, second step.
 *
 * The session presented ends, the new one has a new token, and nothing the client brought is adopted. [SE-2]
 * Not here: the proof.
 */
import type { Tx } from "@relaydeck/db/store";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { rememberKnownBrowser } from "./known-browser.ts";
import { roughClient } from "./rough-client.ts";
import type { BegunSession } from "./session.ts";

/** Who opens a session, and from where. */
export interface Opening {
  readonly userId: string;
  readonly request: RequestFacts;
  /** Tokens of the session and known-browser cookies, whatever they are worth. */
  readonly presentedToken: string | null;
  readonly knownToken: string | null;
}

export interface OpenedSession {
  readonly session: BegunSession;
  /** For the known-browser cookie. */
  readonly knownToken: string;
}

export async function openSession(
  deps: Pick<AccountsDeps, "clock" | "random" | "sessions">,
  tx: Tx,
  { userId, request, presentedToken, knownToken }: Opening,
): Promise<OpenedSession> {
  const now = deps.clock.now();
  await deps.sessions.holdUnsent(tx, { userId, presentedToken });
  if (presentedToken !== null) await deps.sessions.revoke(tx, { token: presentedToken });
  const from = { client: roughClient(request.userAgent), address: request.address, userAgent: request.userAgent };
  const session = await deps.sessions.create(tx, { userId, ...from });
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: userId,
    action: "session.begun",
    subjectKind: "session",
    subjectId: session.sessionId,
    request,
  });
  return { session, knownToken: await rememberKnownBrowser(tx, { token: knownToken, userId, now, random: deps.random }) };
}

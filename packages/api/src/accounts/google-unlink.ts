/**
 * Somebody who is signed in removes Google as a way into the account. It needs a password that is left to sign in with;
 * all other sessions end, and the owner gets a notice. [AC-8]
 */
import type { User } from "@relaydeck/contract/accounts";
import type { UnlinkGoogle } from "@relaydeck/contract/google-sign-in";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { updateUser } from "@relaydeck/db/accounts/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { freshProof, stillProven, type FreshProof } from "./fresh-proof.ts";
import { postGoogleNotice } from "./google-notice.ts";
import { tellProfile } from "./profile-told.ts";
import { toUser } from "./user-view.ts";

export interface UnlinkingGoogle {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: UnlinkGoogle;
}

/** Repeated, it changes nothing and says so with the same answer. */
export async function unlinkGoogle(deps: AccountsDeps, unlinking: UnlinkingGoogle): Promise<Result<User, Refusal>> {
  const { caller, request, input } = unlinking;
  const proof = await freshProof(deps, { caller, request, currentPassword: input.currentPassword });
  if (!proof.ok) return proof;
  const unlinked = await deps.store.write((tx) => unlink(deps, tx, { proof: proof.value, request }));
  if (unlinked.ok) deps.log.info("google.unlinked", { requestId: request.requestId, userId: caller.userId });
  return unlinked;
}

async function unlink(
  deps: AccountsDeps,
  tx: Tx,
  { proof, request }: { proof: FreshProof; request: RequestFacts },
): Promise<Result<User, Refusal>> {
  const proven = await stillProven(deps, tx, proof);
  if (!proven.ok) return proven;
  const before = proven.value;
  if (before.googleId === null) return ok(toUser(before));
  if (before.passwordHash === null) return noOtherWay;
  const now = deps.clock.now();
  const changed = await updateUser(tx, { id: before.id }, { googleId: null, authProvider: "email", updatedAt: now });
  const user = present(changed, "A user that was found in this transaction stays");
  const ended = await deps.sessions.revokeAllOf(tx, user.id, proof.sessionId);
  await postGoogleNotice(deps, tx, { user, request, event: "unlinked" });
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: user.id,
    action: "google.unlinked",
    subjectKind: "user",
    subjectId: user.id,
    after: { sessionsEnded: ended },
    request,
  });
  await tellProfile(tx, user);
  return ok(toUser(user));
}

const noOtherWay = refuse("FORBIDDEN", { message: "Set a password first: without Google you could not sign in any more" });

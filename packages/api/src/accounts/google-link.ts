/**
 * Google becomes a way into an account that is there already. [GO-4]
 *
 * A verified account is linked by whoever signs in to it with its password in the browser in which Google has answered; an
 * unverified one is taken over, and what somebody else may have set in it before is gone. The owner gets a notice.
 */
import { findGoogleFlow, takeGoogleFlow } from "@relaydeck/db/accounts/google-flows";
import { findUserByGoogleId, findUserById, updateUser, type UserPatch, type UserRow } from "@relaydeck/db/accounts/store";
import { deleteMailTokens } from "@relaydeck/db/mail/tokens";
import { forgetOldBrowsers } from "@relaydeck/db/sessions/known-browsers";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import type { GoogleEvent } from "@relaydeck/mail/google-letters";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { revokeTokensOf } from "../tokens/end-tokens.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { postGoogleNotice } from "./google-notice.ts";
import type { GoogleIdentity } from "./google.ts";
import { isTokenForm } from "./cookies.ts";
import { sha256 } from "./secrets.ts";

interface TakingOver {
  readonly user: UserRow;
  readonly identity: GoogleIdentity;
  readonly request: RequestFacts;
  /** Token of the session that ends when the account is entered by this. */
  readonly presentedToken: string | null;
}

/** For an account whose address is not verified now. */
export async function takeOver(deps: AccountsDeps, tx: Tx, taking: TakingOver): Promise<UserRow> {
  const { user, identity, request, presentedToken } = taking;
  const { firstName, lastName } = identity;
  await deps.sessions.holdUnsent(tx, { userId: user.id, presentedToken });
  const linked = await link(deps, tx, {
    user,
    request,
    event: "taken-over",
    patch: {
      googleId: identity.subject,
      authProvider: "google",
      emailVerified: true,
      passwordHash: null,
      ...(firstName === "" ? {} : { firstName, lastName }),
    },
  });
  await deps.sessions.revokeAllOf(tx, user.id);
  await revokeTokensOf(deps, tx, { userId: user.id, by: { actorKind: "user", actorId: user.id, request } });
  for (const purpose of ["verify", "reset", "change-email"] as const) await deleteMailTokens(tx, { userId: user.id, purpose });
  await forgetOldBrowsers(tx, { userId: user.id, keep: 0 });
  return linked;
}

/** Which account waits in the browser with this secret; null when none does. */
export async function pendingGoogleLink(
  { store, clock }: Pick<AccountsDeps, "store" | "clock">,
  secret: string | null,
): Promise<UserRow | null> {
  if (secret === null || !isTokenForm(secret)) return null;
  const flow = await findGoogleFlow(store.read, { hash: sha256(secret), step: "link", now: clock.now() });
  const userId = flow?.userId ?? null;
  return userId === null ? null : findUserById(store.read, userId);
}

/** In the transaction of a complete sign-in by password: links what waits for just this account. True when it did. */
export async function linkPendingGoogle(
  deps: AccountsDeps,
  tx: Tx,
  { user, secret, request }: { user: UserRow; secret: string | null; request: RequestFacts },
): Promise<boolean> {
  if (secret === null || user.googleId !== null) return false;
  const which = { hash: sha256(secret), step: "link", now: deps.clock.now() } as const;
  const waiting = await findGoogleFlow(tx, which);
  if (waiting === null || waiting.googleId === null || waiting.userId !== user.id) return false;
  if ((await takeGoogleFlow(tx, which)) === null || (await findUserByGoogleId(tx, waiting.googleId)) !== null) return false;
  await link(deps, tx, { user, request, event: "linked", patch: { googleId: waiting.googleId } });
  return true;
}

async function link(
  deps: AccountsDeps,
  tx: Tx,
  change: { user: UserRow; request: RequestFacts; event: GoogleEvent; patch: UserPatch },
): Promise<UserRow> {
  const { user, request, event, patch } = change;
  const now = deps.clock.now();
  const linked = await updateUser(tx, { id: user.id }, { ...patch, updatedAt: now });
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: user.id,
    action: "google.linked",
    subjectKind: "user",
    subjectId: user.id,
    after: { passwordRemoved: event === "taken-over" },
    request,
  });
  await postGoogleNotice(deps, tx, { user, request, event });
  return present(linked, "A user that was found in this transaction stays");
}

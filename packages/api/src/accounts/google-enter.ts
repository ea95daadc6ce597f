/**
 * A person whom Google knows enters: by Google's own name of them [GO-3], else as a new account, else by an account that
 * has their verified address [GO-4]. One whose own address is not verified now goes to who proves it, and so without its
 * password, sessions and tokens; a verified one waits for its password.
 *
 * Two-step sign-in asks for its code here too: Google is one proof, not two. [AD-2]
 */
import type { GoogleReturn } from "@relaydeck/contract/google-sign-in";
import { newId } from "@relaydeck/contract/ids";
import { lockLivingUser } from "@relaydeck/db/accounts/lock";
import { findUserByEmail, findUserByGoogleId, insertUser, updateUser, type UserRow } from "@relaydeck/db/accounts/store";
import type { Tx } from "@relaydeck/db/store";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { countGoogleRegistration } from "../limits/google-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { beginFlow, type FlowSecret } from "./google-flow.ts";
import { takeOver } from "./google-link.ts";
import type { GoogleIdentity } from "./google.ts";
import { openSession, type OpenedSession } from "./open-session.ts";
import { beginSignInChallenge } from "./sign-in-challenge.ts";
import { isOn } from "./two-step.ts";

export interface Entering {
  readonly identity: GoogleIdentity;
  readonly request: RequestFacts;
  readonly presentedToken: string | null;
  readonly knownToken: string | null;
  readonly returnTo: string;
}

export type Entered =
  | ({ readonly is: "opened"; readonly userId: string } & OpenedSession)
  | { readonly is: "password-asked"; readonly secret: FlowSecret }
  | { readonly is: "code-asked"; readonly challenge: { readonly token: string; readonly expiresAt: number } }
  | { readonly is: "refused"; readonly message: GoogleReturn };

export async function enterWithGoogle(deps: AccountsDeps, tx: Tx, entering: Entering): Promise<Entered> {
  const { identity } = entering;
  const known = await findUserByGoogleId(tx, identity.subject);
  if (known !== null) {
    const user = await lockLivingUser(tx, known.id);
    // Google was taken away from the account in this moment: it is a stranger now. [AC-8]
    if (user?.googleId !== identity.subject) return enterWithGoogle(deps, tx, entering);
    return enterKnown(deps, tx, { entering, user });
  }
  const { email, emailVerified } = identity;
  if (email === null || !emailVerified) return refused("google-unverified");
  const local = await findUserByEmail(tx, email);
  if (local === null) return register(deps, tx, { entering, email });
  if (local.googleId !== null) return refused("google-other-account");
  return enterLocal(deps, tx, { entering, local });
}

async function enterKnown(deps: AccountsDeps, tx: Tx, known: { entering: Entering; user: UserRow }): Promise<Entered> {
  const { entering, user } = known;
  if (user.emailVerified) return open(deps, tx, known);
  const { email, emailVerified } = entering.identity;
  if (!emailVerified || email !== user.email) return refused("google-unverified");
  await deps.sessions.holdUnsent(tx, { userId: user.id, presentedToken: entering.presentedToken });
  await updateUser(tx, { id: user.id }, { emailVerified: true, updatedAt: deps.clock.now() });
  await audit(tx, { ...whose(user.id, deps.clock.now()), action: "account.verified", request: entering.request });
  return open(deps, tx, known);
}

async function enterLocal(deps: AccountsDeps, tx: Tx, found: { entering: Entering; local: UserRow }): Promise<Entered> {
  const { entering, local } = found;
  // The row as it is once nobody else can change it: a verification may have come first.
  const user = await lockLivingUser(tx, local.id);
  // In this moment the account went, moved to another address or was linked: whose is this one now?
  if (user?.email !== local.email || user.googleId !== null) return enterWithGoogle(deps, tx, entering);
  const { identity, request, returnTo, presentedToken } = entering;
  if (user.emailVerified) {
    const secret = await beginFlow(deps, tx, { step: "link", returnTo, userId: user.id, googleId: identity.subject });
    return { is: "password-asked", secret };
  }
  return open(deps, tx, { entering, user: await takeOver(deps, tx, { user, identity, request, presentedToken }) });
}

async function register(deps: AccountsDeps, tx: Tx, wish: { entering: Entering; email: string }): Promise<Entered> {
  const { entering, email } = wish;
  const { identity, request } = entering;
  const now = deps.clock.now();
  const counted = await countGoogleRegistration(tx, { address: request.address, now, factor: deps.settings.rateLimitFactor });
  if (!counted.ok) return refused("google-too-many");
  const user = await insertUser(tx, {
    id: newId("user", deps.random),
    email,
    firstName: identity.firstName === "" ? nameOf(email) : identity.firstName,
    lastName: identity.lastName,
    authProvider: "google",
    googleId: identity.subject,
    emailVerified: true,
    createdAt: now,
    updatedAt: now,
  });
  await deps.sessions.holdUnsent(tx, { userId: user.id, presentedToken: entering.presentedToken });
  await audit(tx, { ...whose(user.id, now), action: "account.registered", after: { by: "google" }, request });
  return open(deps, tx, { entering, user });
}

async function open(deps: AccountsDeps, tx: Tx, { entering, user }: { entering: Entering; user: UserRow }): Promise<Entered> {
  if (isOn(user)) return { is: "code-asked", challenge: await beginSignInChallenge(deps, tx, { userId: user.id }) };
  return { is: "opened", userId: user.id, ...(await openSession(deps, tx, { userId: user.id, ...entering })) };
}

/** Somebody has to be called something until they say otherwise. */
function nameOf(email: string): string {
  return email.split("@", 1)[0] ?? email;
}

function refused(message: GoogleReturn): Entered {
  return { is: "refused", message };
}

function whose(userId: string, at: number) {
  return { at, actorKind: "user", actorId: userId, subjectKind: "user", subjectId: userId } as const;
}

/**
 * Somebody signs in with email and password.
 *
 * An unknown address, an account without password and a wrong password take the same way, the same time and the same
 * answer [AC-3, D9]; only the right password learns that the address is not verified [AC-2, D10]. Every try is counted
 * as a failure before its password is looked at, and one that fails is in the audit (refused-sign-in.ts). A success begins
 * a new session, ends the one presented, and adopts no token that the client brought. [SE-2] With two-step sign-in on, the
 * right password alone is asked for a code. [AD-2]
 */
import type { Login, User } from "@relaydeck/contract/accounts";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { lockLivingUser } from "@relaydeck/db/accounts/lock";
import { findUserByEmail, updateUser, type UserRow } from "@relaydeck/db/accounts/store";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import type { RequestFacts } from "../caller.ts";
import { giveBack, type Taken } from "../limits/rate-limits.ts";
import { beginSignIn, checkSignIn, succeedSignIn, type SignInTry } from "../limits/sign-in-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { linkPendingGoogle } from "./google-link.ts";
import { knownBrowserHash } from "./known-browser.ts";
import { openSession, type OpenedSession } from "./open-session.ts";
import { noteRefusedSignIn } from "./refused-sign-in.ts";
import { codeAsked, passSecondStep } from "./second-step.ts";
import { toUser } from "./user-view.ts";

export interface SigningIn {
  readonly request: RequestFacts;
  /** Tokens of the session and known-browser cookies, whatever they are worth. */
  readonly presentedToken: string | null;
  readonly knownToken: string | null;
  /** Secret of the cookie of a way to Google, whatever it is worth. */
  readonly googleSecret: string | null;
  readonly input: Login;
}

export interface SignedIn extends OpenedSession {
  readonly user: User;
}

export interface SignedInByPassword extends SignedIn {
  /** Google had answered for this account in this browser, and opens it from now on. [GO-4] */
  readonly googleLinked: boolean;
}

export async function signIn(deps: AccountsDeps, signingIn: SigningIn): Promise<Result<SignedInByPassword, Refusal>> {
  const { request, input } = signingIn;
  const { requestId, address } = request;
  const user = await findUserByEmail(deps.store.read, input.email);
  const result = await trySignIn(deps, signingIn, user);
  if (result.ok) {
    deps.log.info("sign-in.done", { requestId, userId: result.value.user.id });
    return result;
  }
  deps.log.warn("sign-in.refused", { requestId, address, code: result.error.code });
  // To be asked for a code is no failure.
  const isAsked = result.error.code === codeAsked.error.code && (input.otp ?? "").trim() === "";
  const refused = { at: deps.clock.now(), request, userId: user?.id ?? null, refusal: result.error };
  if (!isAsked) await deps.store.write((tx) => noteRefusedSignIn(tx, refused));
  return result;
}

async function trySignIn(
  deps: AccountsDeps,
  signingIn: SigningIn,
  user: UserRow | null,
): Promise<Result<SignedInByPassword, Refusal>> {
  const attempt = await attemptOf(deps, signingIn, user);
  const allowed = await checkSignIn(deps.store.read, attempt);
  if (!allowed.ok) return allowed;
  const looked = await deps.hashGate.run(() => lookAtPassword(deps, { attempt, user, password: signingIn.input.password }));
  if (!looked.ok) return looked;
  if (!looked.value.ok) return looked.value;
  const { matches, newHash, taken } = looked.value.value;
  if (user === null || !matches) return refuse("INVALID_CREDENTIALS");
  return deps.store.write((tx) => begin(deps, tx, { signingIn, attempt, taken, user, newHash }));
}

async function attemptOf(
  deps: AccountsDeps,
  { input, request, knownToken }: SigningIn,
  user: UserRow | null,
): Promise<SignInTry> {
  return {
    email: input.email,
    address: request.address,
    knownBrowser: await knownBrowserHash(deps.store.read, { token: knownToken, userId: user?.id ?? null }),
    now: deps.clock.now(),
    factor: deps.settings.rateLimitFactor,
  };
}

interface Looked {
  readonly matches: boolean;
  /** The same password at today's cost, where the stored one is cheaper. [PW-4] */
  readonly newHash: string | null;
  readonly taken: readonly Taken[];
}

/** Counts first, hashes then; runs inside the gate, so no more tries are counted at once than are hashed. */
async function lookAtPassword(
  deps: AccountsDeps,
  { attempt, user, password }: { attempt: SignInTry; user: UserRow | null; password: string },
): Promise<Result<Looked, Refusal>> {
  const begun = await deps.store.write((tx) => beginSignIn(tx, attempt));
  if (!begun.ok) return begun;
  const { matches, outdated } = await deps.passwords.verify(password, user?.passwordHash ?? null);
  return ok({ matches, newHash: outdated ? await deps.passwords.hash(password) : null, taken: begun.value });
}

interface Success {
  readonly signingIn: SigningIn;
  readonly attempt: SignInTry;
  readonly taken: readonly Taken[];
  readonly user: UserRow;
  readonly newHash: string | null;
}

async function begin(deps: AccountsDeps, tx: Tx, success: Success): Promise<Result<SignedInByPassword, Refusal>> {
  const { signingIn, attempt, taken, newHash } = success;
  const user = await lockLivingUser(tx, success.user.id);
  // Password or address was changed, or the account deleted, while the password was being looked at. [AC-8]
  if (user === null || user.passwordHash !== success.user.passwordHash || user.email !== signingIn.input.email)
    return refuse("INVALID_CREDENTIALS");
  // Before the keys of limits, which are shared by all behind one address, and the audit, which is told of a recovery code.
  await deps.sessions.holdUnsent(tx, { userId: user.id, presentedToken: signingIn.presentedToken });
  // Also when that was taken back in this moment.
  if (!user.emailVerified) {
    await giveBack(tx, taken);
    return refuse("EMAIL_NOT_VERIFIED");
  }
  const step = await passSecondStep(deps, tx, { ...attempt, user, request: signingIn.request, otp: signingIn.input.otp });
  if (!step.ok) return step;
  if (step.value === "asked") {
    // The right password is no failure; what was wrong before stays counted until a code ends the row.
    await giveBack(tx, taken);
    return codeAsked;
  }
  await succeedSignIn(tx, attempt, taken);
  if (newHash !== null) await updateUser(tx, { id: user.id }, { passwordHash: newHash });
  const opened = await openSession(deps, tx, { userId: user.id, ...signingIn });
  const googleLinked = await linkPendingGoogle(deps, tx, { user, secret: signingIn.googleSecret, request: signingIn.request });
  return ok({ user: toUser(user), ...opened, googleLinked });
}

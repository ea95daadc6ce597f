/**
 * The person behind the session proves again who they are: by the current password, or by a sign-in younger than five
 * minutes. Whatever changes how somebody signs in asks here first. [AC-8]
 *
 * A password that is given must be right, however young the sign-in. Guesses are counted per session, so a stolen one
 * gets no more tries than a browser at the sign-in page, and never locks the owner out. A program's token proves nobody.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { lockLivingUser } from "@relaydeck/db/accounts/lock";
import { findUserById, type UserRow } from "@relaydeck/db/accounts/store";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller, RequestFacts } from "../caller.ts";
import { beginSignIn, checkSignIn, succeedSignIn } from "../limits/sign-in-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";

/** A sign-in younger than this is proof by itself, in milliseconds. [AC-8] */
export const freshSignInMs = 5 * 60_000;

/** Who asks, and what they brought as proof. */
export interface ProofAsked {
  readonly caller: Caller;
  readonly request: RequestFacts;
  /** As typed; absent or empty: the sign-in has to be young. */
  readonly currentPassword?: string | undefined;
}

/** Proof that was given; `stillProven` asks in the transaction of the change whether it still holds. */
export interface FreshProof {
  readonly sessionId: string;
  /** The account as it was when the proof was given. */
  readonly user: UserRow;
}

type ProofDeps = Pick<AccountsDeps, "clock" | "store" | "settings" | "sessions" | "passwords" | "hashGate">;

/** 403 `REAUTHENTICATE` without proof or with a wrong password, 429 after too many wrong ones. */
export async function freshProof(deps: ProofDeps, asked: ProofAsked): Promise<Result<FreshProof, Refusal>> {
  const { userId, sessionId } = asked.caller;
  if (sessionId === null) return refuse("REAUTHENTICATE", { message: "Only somebody who is signed in can do this" });
  const user = await findUserById(deps.store.read, userId);
  if (user === null) return refuse("SESSION_REQUIRED");
  const password = asked.currentPassword ?? "";
  if (password !== "") return byPassword(deps, { user, sessionId, password, address: asked.request.address });
  const until = await freshUntil(deps, { userId, sessionId });
  return until === null ? refuse("REAUTHENTICATE") : ok({ user, sessionId });
}

/** Until when this sign-in is proof by itself, epoch ms; null when it is too old or has ended. */
export async function freshUntil(
  { sessions, store, clock }: Pick<AccountsDeps, "sessions" | "store" | "clock">,
  of: { userId: string; sessionId: string | null },
): Promise<number | null> {
  const session = (await sessions.list(store.read, of.userId)).find(({ sessionId }) => sessionId === of.sessionId);
  if (session === undefined) return null;
  const until = session.createdAt + freshSignInMs;
  return clock.now() < until ? until : null;
}

/** The account as it is now, if session and password are still those of the proof. Call it first in the transaction: it holds the account. */
export async function stillProven(
  deps: Pick<AccountsDeps, "sessions">,
  tx: Tx,
  proof: FreshProof,
): Promise<Result<UserRow, Refusal>> {
  const user = await stillSignedIn(deps, tx, { userId: proof.user.id, sessionId: proof.sessionId });
  if (!user.ok) return user;
  return user.value.passwordHash === proof.user.passwordHash ? user : refuse("REAUTHENTICATE");
}

/** The account as it is now, if the session still lives; where no proof is asked for. It holds the account, as `stillProven` does. */
export async function stillSignedIn(
  { sessions }: Pick<AccountsDeps, "sessions">,
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Result<UserRow, Refusal>> {
  const user = await lockLivingUser(tx, userId);
  const isAlive = (await sessions.list(tx, userId)).some((session) => session.sessionId === sessionId);
  return user !== null && isAlive ? ok(user) : refuse("SESSION_REQUIRED");
}

async function byPassword(
  deps: ProofDeps,
  given: { user: UserRow; sessionId: string; password: string; address: string },
): Promise<Result<FreshProof, Refusal>> {
  const { user, sessionId, password, address } = given;
  const { rateLimitFactor: factor } = deps.settings;
  const attempt = { email: user.email, address, knownBrowser: sessionId, now: deps.clock.now(), factor };
  const allowed = await checkSignIn(deps.store.read, attempt);
  if (!allowed.ok) return allowed;
  const looked = await deps.hashGate.run(async () => {
    const begun = await deps.store.write((tx) => beginSignIn(tx, attempt));
    if (!begun.ok) return begun;
    const { matches } = await deps.passwords.verify(password, user.passwordHash);
    if (!matches) return refuse("REAUTHENTICATE", { message: "That is not your current password" });
    await deps.store.write((tx) => succeedSignIn(tx, attempt, begun.value));
    return ok(null);
  });
  if (!looked.ok) return looked;
  return looked.value.ok ? ok({ user, sessionId }) : looked.value;
}

/**
 * A sign-in whose first proof was given elsewhere, such as at Google, waits for its code here. [AD-2, GO-1]
 *
 * The token is good for this alone: ten minutes, five wrong codes, one success; kept as a hash, in a cookie of the browser
 * that began. Sign-in by password needs none of this: it repeats the call with the code.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { lockLivingUser } from "@relaydeck/db/accounts/lock";
import {
  failSignInChallenge,
  findSignInChallenge,
  replaceSignInChallenge,
  takeSignInChallenge,
} from "@relaydeck/db/accounts/sign-in-challenges";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import type { RequestFacts } from "../caller.ts";
import { beginSignIn, succeedSignIn, type SignInTry } from "../limits/sign-in-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { knownBrowserHash } from "./known-browser.ts";
import { openSession } from "./open-session.ts";
import { noteRefusedSignIn } from "./refused-sign-in.ts";
import { codeAsked, passSecondStep } from "./second-step.ts";
import { newSecret, sha256 } from "./secrets.ts";
import type { SignedIn } from "./sign-in.ts";
import { toUser } from "./user-view.ts";

/** How long the code may take, in milliseconds. */
const challengeMs = 10 * 60_000;
/** Wrong codes that a challenge survives, less one. */
const mostWrongCodes = 5;

/** Ask `isTwoStepOn` first. The token is for the cookie, shown once. */
export async function beginSignInChallenge(
  { clock, random }: Pick<AccountsDeps, "clock" | "random">,
  tx: Tx,
  { userId }: { userId: string },
): Promise<{ token: string; expiresAt: number }> {
  const token = newSecret(random);
  const now = clock.now();
  const expiresAt = now + challengeMs;
  await replaceSignInChallenge(tx, { hash: sha256(token), userId, expiresAt, createdAt: now });
  return { token, expiresAt };
}

export interface FinishingSignIn {
  readonly request: RequestFacts;
  /** Tokens of the cookies, whatever they are worth. */
  readonly challengeToken: string | null;
  readonly presentedToken: string | null;
  readonly knownToken: string | null;
  readonly otp: string;
}

/** The code opens the session that the first proof was for. */
export async function finishSignIn(deps: AccountsDeps, finishing: FinishingSignIn): Promise<Result<SignedIn, Refusal>> {
  const result = await deps.store.write((tx) => tryCode(deps, tx, finishing));
  const { requestId, address } = finishing.request;
  if (result.ok) deps.log.info("sign-in.done", { requestId, userId: result.value.user.id });
  else deps.log.warn("sign-in.refused", { requestId, address, code: result.error.code });
  return result;
}

async function tryCode(deps: AccountsDeps, tx: Tx, finishing: FinishingSignIn): Promise<Result<SignedIn, Refusal>> {
  const { challengeToken, request, otp } = finishing;
  const now = deps.clock.now();
  const hash = challengeToken === null ? null : sha256(challengeToken);
  const challenge = hash === null ? null : await findSignInChallenge(tx, { hash, now });
  const user = challenge === null ? null : await lockLivingUser(tx, challenge.userId);
  // Found again, now that nobody else ends it: it may have gone while the account was waited for. [AC-8]
  if (challenge === null || user === null || (await findSignInChallenge(tx, { hash: challenge.hash, now })) === null)
    return ended;
  // Before the keys of limits, which are shared by all behind one address, and the audit, which is told of a recovery code.
  await deps.sessions.holdUnsent(tx, { userId: user.id, presentedToken: finishing.presentedToken });
  const knownBrowser = await knownBrowserHash(tx, { token: finishing.knownToken, userId: user.id });
  const attempt: SignInTry = {
    email: user.email,
    address: request.address,
    knownBrowser,
    now,
    factor: deps.settings.rateLimitFactor,
  };
  const about = { at: now, request, userId: user.id };
  const taken = await beginSignIn(tx, attempt);
  if (!taken.ok) {
    await noteRefusedSignIn(tx, { ...about, refusal: taken.error });
    return taken;
  }
  const step = await passSecondStep(deps, tx, { user, request, knownBrowser, otp });
  if (!step.ok) {
    const isWrong = step.error.code === "SECOND_FACTOR_REQUIRED";
    if (isWrong) await failSignInChallenge(tx, { hash: challenge.hash, most: mostWrongCodes });
    await noteRefusedSignIn(tx, { ...about, refusal: step.error });
    return step;
  }
  if (step.value === "asked") return codeAsked;
  if (!(await takeSignInChallenge(tx, challenge.hash))) return ended;
  await succeedSignIn(tx, attempt, taken.value);
  const opened = await openSession(deps, tx, { userId: user.id, ...finishing });
  return ok({ user: toUser(user), ...opened });
}

const ended = refuse("INVALID_CREDENTIALS", { message: "Unauthorized: this sign-in has ended. Start it again." });

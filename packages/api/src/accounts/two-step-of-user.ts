/**
 * A user's own two-step sign-in: the person behind the session is proved, the core does it, a notice goes out. [AC-8, AD-2]
 *
 * Setting up asks for the password or a young sign-in; switching off and new recovery codes for a code besides.
 */
import type { ProvedByCode, StartTwoStep, TwoStepSetUp, TwoStepState } from "@relaydeck/contract/two-step";
import { toInstant } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { UserRow } from "@relaydeck/db/accounts/store";
import { deleteSignInChallenges } from "@relaydeck/db/accounts/sign-in-challenges";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { postMail } from "@relaydeck/mail/outbox";
import { twoStepLetter, type TwoStepEvent } from "@relaydeck/mail/two-step-letters";
import type { Caller, RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { freshProof, stillProven, stillSignedIn, type FreshProof } from "./fresh-proof.ts";
import { roughClient } from "./rough-client.ts";
import {
  beginSetUp,
  confirmSetUp,
  endTwoStep,
  renewRecoveryCodes,
  takeSecondStep,
  twoStepStateOf,
  type TwoStepActor,
} from "./two-step.ts";

/** Who asks, through which request, with what. */
export interface Asked<Input> {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: Input;
}

/** The part of the accounts' deps that a notice needs. */
type NoticeDeps = Pick<AccountsDeps, "clock" | "random" | "settings" | "wakeMail">;

export function twoStepState(deps: Pick<AccountsDeps, "store">, { userId }: Caller): Promise<TwoStepState> {
  return twoStepStateOf(deps.store.read, { kind: "user", id: userId });
}

export async function startTwoStep(deps: AccountsDeps, asked: Asked<StartTwoStep>): Promise<Result<TwoStepSetUp, Refusal>> {
  const proof = await freshProof(deps, { ...asked, currentPassword: asked.input.currentPassword });
  if (!proof.ok) return proof;
  return deps.store.write(async (tx) => {
    const user = await stillProven(deps, tx, proof.value);
    if (!user.ok) return user;
    const begun = await beginSetUp(deps, tx, { actor: actorOf(asked, proof.value.sessionId), account: user.value.email });
    return begun.ok ? ok({ ...begun.value, expiresAt: toInstant(begun.value.expiresAt) }) : begun;
  });
}

/** Needs no password again: the secret it confirms was shown to whoever gave it. */
export async function confirmTwoStep(deps: AccountsDeps, asked: Asked<{ otp: string }>): Promise<Result<string[], Refusal>> {
  const { sessionId, userId } = asked.caller;
  if (sessionId === null) return onlySignedIn;
  return deps.store.write(async (tx) => {
    const user = await stillSignedIn(deps, tx, { userId, sessionId });
    if (!user.ok) return user;
    const codes = await confirmSetUp(deps, tx, { actor: actorOf(asked, sessionId), typed: asked.input.otp });
    if (codes.ok) await postTwoStepNotice(deps, tx, { user: user.value, request: asked.request, event: { is: "switched-on" } });
    return codes;
  });
}

export function switchOffTwoStep(deps: AccountsDeps, asked: Asked<ProvedByCode>): Promise<Result<null, Refusal>> {
  return provedByCode(deps, asked, async (tx, { user, actor }) => {
    await endTwoStep(deps, tx, actor);
    // What waits for a code must not be let in by there being none. [AD-2]
    await deleteSignInChallenges(tx, user.id);
    await postTwoStepNotice(deps, tx, { user, request: asked.request, event: { is: "switched-off" } });
    return ok(null);
  });
}

export function newRecoveryCodesFor(deps: AccountsDeps, asked: Asked<ProvedByCode>): Promise<Result<string[], Refusal>> {
  return provedByCode(deps, asked, async (tx, { user, actor }) => {
    const codes = await renewRecoveryCodes(deps, tx, actor);
    if (codes.ok) await postTwoStepNotice(deps, tx, { user, request: asked.request, event: { is: "codes-renewed" } });
    return codes;
  });
}

/** Tells the owner; in the transaction of what happened. */
export async function postTwoStepNotice(
  deps: NoticeDeps,
  tx: Tx,
  notice: { user: Pick<UserRow, "id" | "email" | "firstName">; request: RequestFacts; event: TwoStepEvent },
): Promise<void> {
  const { user, request, event } = notice;
  const { publicUrl } = deps.settings;
  const now = deps.clock.now();
  const letter = twoStepLetter({
    firstName: user.firstName,
    language: request.language,
    event,
    happened: { at: now, client: roughClient(request.userAgent), address: request.address },
    resetUrl: `${publicUrl}/forgot-password`,
  });
  await postMail(tx, {
    to: user.email,
    userId: user.id,
    letter,
    template: `two-step-${event.is}`,
    now,
    publicUrl,
    random: deps.random,
  });
  tx.afterCommit(deps.wakeMail);
}

interface Proved {
  readonly user: UserRow;
  readonly actor: TwoStepActor;
}

/** Password, then code, then the work; the code and what it allows are one transaction. */
async function provedByCode<T>(
  deps: AccountsDeps,
  asked: Asked<ProvedByCode>,
  work: (tx: Tx, proved: Proved) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const proof = await freshProof(deps, { ...asked, currentPassword: asked.input.currentPassword });
  if (!proof.ok) return proof;
  return deps.store.write((tx) => byCode(deps, tx, { asked, proof: proof.value, work }));
}

async function byCode<T>(
  deps: AccountsDeps,
  tx: Tx,
  given: { asked: Asked<ProvedByCode>; proof: FreshProof; work: (tx: Tx, proved: Proved) => Promise<Result<T, Refusal>> },
): Promise<Result<T, Refusal>> {
  const { asked, proof, work } = given;
  const user = await stillProven(deps, tx, proof);
  if (!user.ok) return user;
  const actor = actorOf(asked, proof.sessionId);
  const taken = await takeSecondStep(deps, tx, { actor, typed: asked.input.otp });
  if (!taken.ok) return taken;
  if (taken.value.by === "recovery") {
    const event = { is: "recovery-used", left: taken.value.left } as const;
    await postTwoStepNotice(deps, tx, { user: user.value, request: asked.request, event });
  }
  return work(tx, { user: user.value, actor });
}

function actorOf({ caller, request }: Asked<unknown>, sessionId: string): TwoStepActor {
  return { owner: { kind: "user", id: caller.userId }, request, knownBrowser: sessionId };
}

const onlySignedIn = refuse("REAUTHENTICATE", { message: "Only somebody who is signed in can do this" });

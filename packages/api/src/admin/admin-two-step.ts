/**
 * An administrator's own two-step sign-in: the person behind the session is proved, the core of accounts does it. [AD-2]
 *
 * Setting up asks for the password or a young sign-in; switching off and new recovery codes for a code besides. No mail
 * tells of it, as administrators have no address; the audit does.
 */
import type { ProvedByCode, StartTwoStep, TwoStepSetUp, TwoStepState } from "@relaydeck/contract/two-step";
import { toInstant } from "@relaydeck/contract/instants";
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import {
  beginSetUp,
  confirmSetUp,
  endTwoStep,
  renewRecoveryCodes,
  takeSecondStep,
  twoStepStateOf,
  type TwoStepActor,
} from "../accounts/two-step.ts";
import type { RequestFacts } from "../caller.ts";
import { provedFresh, stillProvenAdmin, type AdminProof } from "./admin-proof.ts";
import type { AdminCaller } from "./admin-session.ts";
import type { AdminDeps } from "./admin-sign-in.ts";
import { ofOwn, recorded } from "./recorded.ts";

/** Who asks, through which request, with what. */
export interface AskedByAdmin<Input> {
  readonly admin: AdminCaller;
  readonly request: RequestFacts;
  readonly input: Input;
}

export function adminTwoStepState({ store }: Pick<AdminDeps, "store">, { adminId }: AdminCaller): Promise<TwoStepState> {
  return twoStepStateOf(store.read, { kind: "admin", id: adminId });
}

export function startAdminTwoStep(deps: AdminDeps, asked: AskedByAdmin<StartTwoStep>): Promise<Result<TwoStepSetUp, Refusal>> {
  return recorded(deps, ofOwn(asked, "two-step.begun"), () => start(deps, asked));
}

async function start(deps: AdminDeps, asked: AskedByAdmin<StartTwoStep>): Promise<Result<TwoStepSetUp, Refusal>> {
  const proof = await provedFresh(deps, { ...asked, currentPassword: asked.input.currentPassword });
  if (!proof.ok) return proof;
  return deps.store.write(async (tx) => {
    const admin = await stillProvenAdmin(tx, proof.value);
    if (!admin.ok) return admin;
    const begun = await beginSetUp(deps, tx, { actor: actorOf(asked), account: admin.value.username });
    return begun.ok ? ok({ ...begun.value, expiresAt: toInstant(begun.value.expiresAt) }) : begun;
  });
}

/** Needs no password again: the secret it confirms was shown to whoever gave it. */
export function confirmAdminTwoStep(deps: AdminDeps, asked: AskedByAdmin<{ otp: string }>): Promise<Result<string[], Refusal>> {
  const confirm = () => deps.store.write((tx) => confirmSetUp(deps, tx, { actor: actorOf(asked), typed: asked.input.otp }));
  return recorded(deps, ofOwn(asked, "two-step.switched-on"), confirm);
}

export function endAdminTwoStep(deps: AdminDeps, asked: AskedByAdmin<ProvedByCode>): Promise<Result<null, Refusal>> {
  const end: Work<null> = async (tx, actor) => {
    await endTwoStep(deps, tx, actor);
    return ok(null);
  };
  return recorded(deps, ofOwn(asked, "two-step.switched-off"), () => provedByCode(deps, asked, end));
}

export function newAdminRecoveryCodes(deps: AdminDeps, asked: AskedByAdmin<ProvedByCode>): Promise<Result<string[], Refusal>> {
  const renew: Work<string[]> = (tx, actor) => renewRecoveryCodes(deps, tx, actor);
  return recorded(deps, ofOwn(asked, "two-step.recovery-codes-renewed"), () => provedByCode(deps, asked, renew));
}

type Work<T> = (tx: Tx, actor: TwoStepActor) => Promise<Result<T, Refusal>>;

/** Password, then code, then the work; the code and what it allows are one transaction. */
async function provedByCode<T>(deps: AdminDeps, asked: AskedByAdmin<ProvedByCode>, work: Work<T>): Promise<Result<T, Refusal>> {
  const { currentPassword, otp } = asked.input;
  const proof = await provedFresh(deps, { ...asked, currentPassword });
  if (!proof.ok) return proof;
  return deps.store.write((tx) => byCode(deps, tx, { proof: proof.value, actor: actorOf(asked), typed: otp, work }));
}

async function byCode<T>(
  deps: AdminDeps,
  tx: Tx,
  given: { proof: AdminProof; actor: TwoStepActor; typed: string; work: Work<T> },
): Promise<Result<T, Refusal>> {
  const { proof, actor, typed, work } = given;
  const admin = await stillProvenAdmin(tx, proof);
  if (!admin.ok) return admin;
  const taken = await takeSecondStep(deps, tx, { actor, typed });
  return taken.ok ? work(tx, actor) : taken;
}

function actorOf({ admin, request }: Pick<AskedByAdmin<unknown>, "admin" | "request">): TwoStepActor {
  return { owner: { kind: "admin", id: admin.adminId }, request, knownBrowser: admin.sid };
}

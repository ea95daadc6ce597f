/**
 * The administrator behind the session proves again who they are: by the current password or, where `young` says so, by
 * a sign-in younger than five minutes. [AC-8] A session of the demo, which no password opened, proves nobody by its youth.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findAdminById, findAdminSession, type AdminRow, type AdminSessionRow } from "@relaydeck/db/admin/store";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { freshSignInMs } from "../accounts/fresh-proof.ts";
import type { RequestFacts } from "../caller.ts";
import { beginAdminSignIn, checkAdminSignIn, succeedAdminSignIn, type AdminTry } from "../limits/admin-sign-in-limits.ts";
import { lockAdmin, type AdminCaller } from "./admin-session.ts";
import type { AdminDeps } from "./admin-sign-in.ts";

export interface AdminProofAsked {
  readonly admin: AdminCaller;
  readonly request: RequestFacts;
  /** As typed; absent or empty: none was given. */
  readonly currentPassword: string | undefined;
}

/** Proof that was given: the administrator as it was then; `stillProvenAdmin` asks whether it holds. */
export type AdminProof = Pick<AdminRow, "id" | "passwordHash"> & { readonly sid: string };

/** By the password alone: 401 `INVALID_ADMIN_CREDENTIALS` for a wrong one, 429 after too many. */
export async function provedByPassword(deps: AdminDeps, asked: AdminProofAsked): Promise<Result<AdminProof, Refusal>> {
  const { admin, request, currentPassword = "" } = asked;
  const row = await findAdminById(deps.store.read, admin.adminId);
  if (row === null) return refuse("ADMIN_SESSION_REQUIRED");
  const attempt: AdminTry = {
    ...admin,
    address: request.address,
    now: deps.clock.now(),
    factor: deps.settings.rateLimitFactor,
  };
  const allowed = await checkAdminSignIn(deps.store.read, attempt);
  if (!allowed.ok) return allowed;
  const looked = await deps.hashGate.run(async () => {
    const taken = await deps.store.write((tx) => beginAdminSignIn(tx, attempt));
    if (!taken.ok) return taken;
    const { matches } = await deps.passwords.verify(currentPassword, row.passwordHash);
    if (!matches) return refuse("INVALID_ADMIN_CREDENTIALS");
    await deps.store.write((tx) => succeedAdminSignIn(tx, attempt, taken.value));
    return ok(null);
  });
  if (!looked.ok) return looked;
  return looked.value.ok ? ok({ ...row, sid: admin.sid }) : looked.value;
}

/** By the password where one is given, else by a young sign-in: 403 `REAUTHENTICATE` without either. */
export async function provedFresh(deps: AdminDeps, asked: AdminProofAsked): Promise<Result<AdminProof, Refusal>> {
  const { admin, currentPassword = "" } = asked;
  if (currentPassword !== "") {
    const proof = await provedByPassword(deps, asked);
    return proof.ok || proof.error.code !== "INVALID_ADMIN_CREDENTIALS" ? proof : wrongPassword;
  }
  const found = await findAdminSession(deps.store.read, admin.sid);
  if (found === null) return refuse("ADMIN_SESSION_REQUIRED");
  return isYoung(found.session, deps.clock.now()) ? ok({ ...found.admin, sid: admin.sid }) : refuse("REAUTHENTICATE");
}

/** The administrator as it is now, if session and password are still those of the proof. Call it first in the transaction. */
export async function stillProvenAdmin(tx: Tx, proof: AdminProof): Promise<Result<AdminRow, Refusal>> {
  await lockAdmin(tx, proof.id);
  const found = await findAdminSession(tx, proof.sid);
  if (found === null || found.admin.id !== proof.id) return refuse("ADMIN_SESSION_REQUIRED");
  return found.admin.passwordHash === proof.passwordHash ? ok(found.admin) : refuse("REAUTHENTICATE");
}

function isYoung({ createdAt, isDemo }: AdminSessionRow, now: number): boolean {
  return !isDemo && now < createdAt + freshSignInMs;
}

const wrongPassword = refuse("REAUTHENTICATE", { message: "That is not your current password" });

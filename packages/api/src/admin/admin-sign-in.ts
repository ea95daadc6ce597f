/**
 * An administrator signs in with username and password, and with the code where two-step sign-in is on. [D22, AD-2]
 *
 * An unknown name and a wrong password take the same way, the same time and the same answer. Each try is counted before
 * its password is looked at, and each failure is in the audit, with the administrator it was meant for but never with what
 * was typed. [AD-8, LG-2] Of tries that are no longer looked at, one in a quarter of an hour and address is.
 */
import type { AdminLogin } from "@relaydeck/contract/admin";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findAdminById, findAdminByUsername, updateAdmin, type AdminRow } from "@relaydeck/db/admin/store";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { codeAsked } from "../accounts/second-step.ts";
import { isOn, takeSecondStep } from "../accounts/two-step.ts";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import type { Deps } from "../deps.ts";
import {
  beginAdminSignIn,
  checkAdminSignIn,
  succeedAdminSignIn,
  takeLimitedNote,
  type AdminTry,
} from "../limits/admin-sign-in-limits.ts";
import { giveBack, type Taken } from "../limits/rate-limits.ts";
import { beginAdminSession, lockAdmin, type BegunAdminSession } from "./admin-session.ts";

/** What the stories of an administrator's own sign-in use. */
export type AdminDeps = Pick<Deps, "clock" | "random" | "store" | "log" | "settings" | "passwords" | "hashGate">;

export interface AdminSigningIn {
  readonly request: RequestFacts;
  /** Token of the cookie, whatever it is worth. */
  readonly presentedToken: string | null;
  readonly input: AdminLogin;
}

export interface SignedInAdmin {
  readonly session: BegunAdminSession;
  readonly mustChangePassword: boolean;
}

export async function adminSignIn(deps: AdminDeps, signingIn: AdminSigningIn): Promise<Result<SignedInAdmin, Refusal>> {
  const admin = await findAdminByUsername(deps.store.read, signingIn.input.username);
  const result = await trySignIn(deps, signingIn, admin);
  const { requestId, address } = signingIn.request;
  if (!result.ok) {
    await noteFailure(deps, { signingIn, admin, refusal: result.error });
    deps.log.warn("admin.sign-in-refused", { requestId, address, code: result.error.code });
    return result;
  }
  if (result.value === "asked") return codeAsked;
  deps.log.info("admin.sign-in-done", { requestId, adminId: result.value.adminId });
  return ok(result.value);
}

type Outcome = (SignedInAdmin & { readonly adminId: string }) | "asked";

async function trySignIn(deps: AdminDeps, signingIn: AdminSigningIn, admin: AdminRow | null): Promise<Result<Outcome, Refusal>> {
  const attempt = attemptOf(deps, signingIn);
  const allowed = await checkAdminSignIn(deps.store.read, attempt);
  if (!allowed.ok) return allowed;
  const { password } = signingIn.input;
  // Counted inside the gate, so no more tries are counted at once than are hashed.
  const looked = await deps.hashGate.run(async () => {
    const taken = await deps.store.write((tx) => beginAdminSignIn(tx, attempt));
    if (!taken.ok) return taken;
    const { matches, outdated } = await deps.passwords.verify(password, admin?.passwordHash ?? null);
    return ok({ matches, taken: taken.value, newHash: outdated ? await deps.passwords.hash(password) : null });
  });
  if (!looked.ok) return looked;
  if (!looked.value.ok) return looked.value;
  const { matches, taken, newHash } = looked.value.value;
  if (admin === null || !matches) return refuse("INVALID_ADMIN_CREDENTIALS");
  return deps.store.write((tx) => begin(deps, tx, { signingIn, attempt, taken, admin, newHash }));
}

interface RightPassword {
  readonly signingIn: AdminSigningIn;
  readonly attempt: AdminTry;
  readonly taken: readonly Taken[];
  readonly admin: AdminRow;
  /** The same password at today's cost, where the stored one is cheaper. [PW-4] */
  readonly newHash: string | null;
}

async function begin(deps: AdminDeps, tx: Tx, right: RightPassword): Promise<Result<Outcome, Refusal>> {
  const { signingIn, attempt, taken, newHash } = right;
  const { request, presentedToken, input } = signingIn;
  await lockAdmin(tx, right.admin.id);
  const admin = await findAdminById(tx, right.admin.id);
  // The password was changed while it was being looked at.
  if (admin === null || admin.passwordHash !== right.admin.passwordHash) return refuse("INVALID_ADMIN_CREDENTIALS");
  if (isOn(admin)) {
    const typed = input.otp ?? "";
    if (typed.trim() === "") {
      // The right password is no failure; what was wrong before stays counted until a code ends the row.
      await giveBack(tx, taken);
      return ok("asked");
    }
    const actor = { owner: { kind: "admin", id: admin.id }, request, knownBrowser: null } as const;
    const step = await takeSecondStep(deps, tx, { actor, typed });
    if (!step.ok) return step;
  }
  await succeedAdminSignIn(tx, attempt, taken);
  if (newHash !== null) await updateAdmin(tx, admin.id, { passwordHash: newHash });
  const session = await beginAdminSession(deps, tx, { adminId: admin.id, request, presentedToken, isDemo: false });
  await audit(tx, { ...aboutAdmin(admin), at: attempt.now, action: "admin.session-begun", request });
  return ok({ session, mustChangePassword: admin.mustChangePassword, adminId: admin.id });
}

/** Who acts, and on whom: an administrator on the own sign-in. */
export function aboutAdmin({ id }: Pick<AdminRow, "id">) {
  return { actorKind: "admin", actorId: id, subjectKind: "admin", subjectId: id } as const;
}

async function noteFailure(
  deps: AdminDeps,
  failed: { signingIn: AdminSigningIn; admin: AdminRow | null; refusal: Refusal },
): Promise<void> {
  const { signingIn, admin, refusal } = failed;
  const attempt = attemptOf(deps, signingIn);
  await deps.store.write(async (tx) => {
    if (refusal.code === "RATE_LIMITED" && !(await takeLimitedNote(tx, attempt))) return;
    await audit(tx, {
      at: attempt.now,
      actorKind: "admin",
      actorId: null,
      action: "admin.sign-in-refused",
      subjectKind: "admin",
      subjectId: admin?.id ?? null,
      after: { code: refusal.code },
      request: signingIn.request,
    });
  });
}

function attemptOf({ clock, settings }: AdminDeps, { input, request }: AdminSigningIn): AdminTry {
  const { username } = input;
  return { username, address: request.address, sid: null, now: clock.now(), factor: settings.rateLimitFactor };
}

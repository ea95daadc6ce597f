/**
 * An administrator chooses a new password, 15 characters or more: all their sessions end, this one too, and this browser
 * gets a new token in its place. A generated password opens nothing before this. [AD-2, SE-2, PW-3]
 */
import type { ChangeAdminPassword } from "@relaydeck/contract/admin";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { endAdminSessions, updateAdmin } from "@relaydeck/db/admin/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { checkPassword } from "../accounts/password-blocklist.ts";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { provedByPassword, stillProvenAdmin } from "./admin-proof.ts";
import { beginAdminSession, type AdminCaller, type BegunAdminSession } from "./admin-session.ts";
import { aboutAdmin, type AdminDeps } from "./admin-sign-in.ts";
import { ofOwn, recorded } from "./recorded.ts";

export interface ChangingAdminPassword {
  readonly admin: AdminCaller;
  readonly request: RequestFacts;
  readonly input: ChangeAdminPassword;
}

/** The session that goes on in place of the one that asked. */
export function changeAdminPassword(
  deps: AdminDeps,
  changing: ChangingAdminPassword,
): Promise<Result<BegunAdminSession, Refusal>> {
  return recorded(deps, ofOwn(changing, "admin.password-changed"), () => change(deps, changing));
}

async function change(
  deps: AdminDeps,
  { admin, request, input }: ChangingAdminPassword,
): Promise<Result<BegunAdminSession, Refusal>> {
  const { currentPassword, newPassword } = input;
  const proof = await provedByPassword(deps, { admin, request, currentPassword });
  if (!proof.ok) return proof;
  const allowed = checkNewPassword(input, admin);
  if (!allowed.ok) return allowed;
  const hashed = await deps.hashGate.run(() => deps.passwords.hash(newPassword));
  if (!hashed.ok) return hashed;
  return deps.store.write(async (tx): Promise<Result<BegunAdminSession, Refusal>> => {
    const proven = await stillProvenAdmin(tx, proof.value);
    if (!proven.ok) return proven;
    const { id } = proven.value;
    const now = deps.clock.now();
    await updateAdmin(tx, id, { passwordHash: hashed.value, mustChangePassword: false, updatedAt: now });
    await endAdminSessions(tx, { adminId: id });
    await audit(tx, { ...aboutAdmin({ id }), at: now, action: "admin.password-changed", request });
    return ok(await beginAdminSession(deps, tx, { adminId: id, request, presentedToken: null, isDemo: false }));
  });
}

function checkNewPassword(
  { currentPassword, newPassword }: ChangeAdminPassword,
  { username }: AdminCaller,
): Result<null, Refusal> {
  if (newPassword === currentPassword) return samePassword;
  return checkPassword(newPassword, { email: username, firstName: username, lastName: "" });
}

const samePassword = refuse("PASSWORD_BLOCKED", { message: "This is the password that you have. Choose another one." });

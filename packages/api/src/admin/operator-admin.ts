/**
 * What the operator does from the machine itself, where nobody else is: another administrator, or a new password for one who
 * cannot sign in any more. Both passwords are made, told once and have to be changed. [AD-2, operator-interface]
 */
import { newId } from "@relaydeck/contract/ids";
import { endAdminSessions, findAdminByUsername, insertAdmin, updateAdmin } from "@relaydeck/db/admin/store";
import { clearTwoStep } from "@relaydeck/db/accounts/two-step";
import { audit } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { lockAdmin } from "./admin-session.ts";
import { generatedPassword, type GeneratedPassword } from "./first-admin.ts";

type OperatorDeps = Pick<Deps, "clock" | "random" | "store" | "passwords">;

/** Null: the name is taken. */
export async function addAdministrator(deps: OperatorDeps, username: string): Promise<GeneratedPassword | null> {
  const password = generatedPassword(deps.random);
  const passwordHash = await deps.passwords.hash(password);
  const id = newId("admin", deps.random);
  const now = deps.clock.now();
  const isMade = await deps.store.write(async (tx) => {
    if ((await findAdminByUsername(tx, username)) !== null) return false;
    await insertAdmin(tx, { id, username, passwordHash, mustChangePassword: true, createdAt: now, updatedAt: now });
    await audit(tx, { at: now, actorKind: "system", action: "admin.created", subjectKind: "admin", subjectId: id });
    return true;
  });
  return isMade ? { username, password } : null;
}

/** Ends all their sessions and two-step sign-in with it, which they may have lost too. Null: nobody has that name. */
export async function resetAdministrator(deps: OperatorDeps, username: string): Promise<GeneratedPassword | null> {
  const password = generatedPassword(deps.random);
  const passwordHash = await deps.passwords.hash(password);
  const now = deps.clock.now();
  const isReset = await deps.store.write(async (tx) => {
    const admin = await findAdminByUsername(tx, username);
    if (admin === null) return false;
    const { id } = admin;
    await lockAdmin(tx, id);
    await updateAdmin(tx, id, { passwordHash, mustChangePassword: true, updatedAt: now });
    await clearTwoStep(tx, { kind: "admin", id });
    await endAdminSessions(tx, { adminId: id });
    await audit(tx, { at: now, actorKind: "system", action: "admin.password-reset", subjectKind: "admin", subjectId: id });
    return true;
  });
  return isReset ? { username, password } : null;
}

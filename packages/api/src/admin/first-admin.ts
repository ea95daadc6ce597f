/**
 * The first administrator, made at the start where there is none. [D22, AD-2]
 *
 * There is no default password: it comes from the settings, or is made by chance, told once and opens nothing until it is
 * changed. Of several nodes that start at once one makes it.
 */
import { newId } from "@relaydeck/contract/ids";
import { countAdmins, insertAdmin } from "@relaydeck/db/admin/store";
import { base62, type Random } from "@relaydeck/kit/random";
import { audit } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { lockKeys } from "../limits/rate-limits.ts";

export interface FirstAdmin {
  readonly username: string;
  /** Null: one is made. */
  readonly password: string | null;
}

/** Said once, to whoever starts the program, and kept nowhere. */
export interface GeneratedPassword {
  readonly username: string;
  readonly password: string;
}

/** The password that was made; null where there is an administrator already, or the settings gave one. */
export async function createFirstAdmin(
  deps: Pick<Deps, "clock" | "random" | "store" | "log" | "passwords">,
  { username, password }: FirstAdmin,
): Promise<GeneratedPassword | null> {
  if ((await countAdmins(deps.store.read)) > 0) return null;
  const chosen = password ?? generatedPassword(deps.random);
  const id = newId("admin", deps.random);
  const row = { id, username, passwordHash: await deps.passwords.hash(chosen), mustChangePassword: password === null };
  const isMade = await deps.store.write(async (tx) => {
    await lockKeys(tx, ["l:first-admin"]);
    if ((await countAdmins(tx)) > 0) return false;
    const now = deps.clock.now();
    await insertAdmin(tx, { ...row, createdAt: now, updatedAt: now });
    await audit(tx, { at: now, actorKind: "system", action: "admin.created", subjectKind: "admin", subjectId: id });
    return true;
  });
  if (!isMade) return null;
  deps.log.info("admin.created", { adminId: id, isGenerated: password === null });
  return password === null ? { username, password: chosen } : null;
}

const groups = 4;
const lettersPerGroup = 6;

/** 142 bits, in groups that can be typed. */
export function generatedPassword(random: Random): string {
  return Array.from({ length: groups }, () => base62(random, lettersPerGroup)).join("-");
}

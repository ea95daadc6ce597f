/**
 * An administrator changes a user: names, address, whether it is verified; nothing else, and only what becomes another value.
 * [AD-3, D16, D24]
 *
 * Another address takes the alerts along, kills every mailed link and ends all sessions, as the person's own change does; so
 * does taking the verification back, which ends tokens for programs and forgets known browsers too. The administrator's word
 * stands for the proof: `emailVerified` stays as it is unless named.
 */
import type { AdminUser, UpdateUser } from "@relaydeck/contract/console";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { changedFields } from "@relaydeck/core/console/edits";
import { findUserByEmail, updateUser as writeUser, type UserRow } from "@relaydeck/db/accounts/store";
import { moveAlerts } from "@relaydeck/db/alerts/store";
import { lockUser } from "@relaydeck/db/accounts/lock";
import { breaksUnique } from "@relaydeck/db/constraint";
import { deleteMailTokens } from "@relaydeck/db/mail/tokens";
import { forgetOldBrowsers } from "@relaydeck/db/sessions/known-browsers";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { tellProfile } from "../../accounts/profile-told.ts";
import { audit } from "../../audit/audit.ts";
import type { Doer } from "../../audit/doer.ts";
import { revokeTokensOf } from "../../tokens/end-tokens.ts";
import { adminDoing, recorded, type Administering, type ConsoleDeps } from "../recorded.ts";
import { toAdminUser } from "./rows.ts";

export interface UpdatingUser extends Administering {
  readonly input: UpdateUser;
}

export function updateUser(deps: ConsoleDeps, updating: UpdatingUser): Promise<Result<AdminUser, Refusal>> {
  const tried = { by: adminDoing(updating), action: "user.updated", kind: "user", id: updating.input.userId } as const;
  return recorded(deps, tried, async () => {
    try {
      return await deps.store.write((tx) => update(deps, tx, updating));
    } catch (error) {
      // Somebody registered the address in the same moment.
      if (breaksUnique(error, "users", ["email"])) return refuse("EMAIL_TAKEN");
      throw error;
    }
  });
}

async function update(deps: ConsoleDeps, tx: Tx, updating: UpdatingUser): Promise<Result<AdminUser, Refusal>> {
  const { userId, version, firstName, lastName, email, emailVerified } = updating.input;
  const before = await lockUser(tx, userId);
  if (before === null || before.deletedAt !== null) return refuse("NOT_FOUND");
  if (version !== undefined && version !== before.version) return refuse("STALE");
  const changed = changedFields(pick(before), { firstName, lastName, email, emailVerified });
  if (Object.keys(changed).length === 0) return ok(toAdminUser(before));
  if (changed.email !== undefined && (await findUserByEmail(tx, changed.email)) !== null) return refuse("EMAIL_TAKEN");
  const now = deps.clock.now();
  const user = present(await writeUser(tx, { id: userId }, { ...changed, updatedAt: now }), "Locked in this transaction");
  await follow(deps, tx, { before, user, by: adminDoing(updating) });
  await tellProfile(tx, user);
  const fields = Object.keys(changed);
  const isVerification = changed.emailVerified !== undefined;
  await audit(tx, {
    at: now,
    ...adminDoing(updating),
    action: "user.updated",
    subjectKind: "user",
    subjectId: userId,
    // Names and addresses are personal, and rows stay: of a row only the network address can be forgotten without breaking the
    // chain. So which changed is told, not from what to what. [DA-2, docs/adr/0024-what-the-audit-keeps.md]
    before: { version: before.version, ...(isVerification ? { emailVerified: before.emailVerified } : {}) },
    after: { version: user.version, fields, ...(isVerification ? { emailVerified: user.emailVerified } : {}) },
  });
  return ok(toAdminUser(user));
}

function pick({ firstName, lastName, email, emailVerified }: UserRow) {
  return { firstName, lastName, email, emailVerified };
}

async function follow(
  deps: ConsoleDeps,
  tx: Tx,
  { before, user, by }: { before: UserRow; user: UserRow; by: Doer },
): Promise<void> {
  const isMoved = user.email !== before.email;
  const isUnverified = before.emailVerified && !user.emailVerified;
  if (isMoved || isUnverified) await deps.sessions.holdUnsent(tx, { userId: user.id });
  if (isMoved) {
    await deleteMailTokens(tx, { userId: user.id });
    await moveAlerts(tx, { userId: user.id, emailAddress: user.email, at: deps.clock.now() });
  }
  if (isMoved || isUnverified) await deps.sessions.revokeAllOf(tx, user.id);
  // Whoever cannot sign in any more has no program that goes on for them.
  if (isUnverified) {
    await revokeTokensOf(deps, tx, { userId: user.id, by });
    // A link that was not opened yet would take this back, within its life. [ML-1]
    for (const purpose of ["verify", "reset"] as const) await deleteMailTokens(tx, { userId: user.id, purpose });
    await forgetOldBrowsers(tx, { userId: user.id, keep: 0 });
  }
}

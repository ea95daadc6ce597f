/** An administrator deletes a user, and takes it back within 30 days. What ends and comes back: accounts/end-account.ts. [AD-5, D23] */
import type { AdminUser, DeletedUser } from "@relaydeck/contract/console";
import { toInstant } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findUserByEmail } from "@relaydeck/db/accounts/store";
import { lockUser } from "@relaydeck/db/accounts/lock";
import { brokenConstraint } from "@relaydeck/db/constraint";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { beginAgain } from "../../accounts/begin-again.ts";
import { endAccount } from "../../accounts/end-account.ts";
import { tellProfile } from "../../accounts/profile-told.ts";
import { audit } from "../../audit/audit.ts";
import { binMs } from "../../retention/prune.ts";
import { adminDoing, recorded, type Administering, type ConsoleDeps } from "../recorded.ts";
import { toAdminUser } from "./rows.ts";

export interface OneUser extends Administering {
  readonly userId: string;
}

export function removeUser(deps: ConsoleDeps, asked: OneUser): Promise<Result<DeletedUser, Refusal>> {
  const { userId } = asked;
  const by = adminDoing(asked);
  return recorded(deps, { by, action: "user.deleted", kind: "user", id: userId }, () =>
    deps.store.write(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user === null || user.deletedAt !== null) return refuse("NOT_FOUND");
      await endAccount(deps, tx, { user, by, deletedBy: "admin" });
      const now = deps.clock.now();
      await audit(tx, {
        at: now,
        ...by,
        action: "user.deleted",
        subjectKind: "user",
        subjectId: userId,
        before: { emailVerified: user.emailVerified, authProvider: user.authProvider, version: user.version },
        after: { deleted: true },
      });
      return ok({ id: userId, message: "User deleted successfully", undoUntil: toInstant(now + binMs) });
    }),
  );
}

export function restoreUser(deps: ConsoleDeps, asked: OneUser): Promise<Result<AdminUser, Refusal>> {
  const tried = { by: adminDoing(asked), action: "user.restored", kind: "user", id: asked.userId } as const;
  return recorded(deps, tried, async () => {
    try {
      return await deps.store.write((tx) => restore(deps, tx, asked));
    } catch (error) {
      // Somebody registered with the address, or came with the Google account, in the same moment.
      if (brokenConstraint(error)?.kind === "unique") return refuse("UNDO_NOT_POSSIBLE");
      throw error;
    }
  });
}

/** What is not deleted stays as it is. */
async function restore(deps: ConsoleDeps, tx: Tx, asked: OneUser): Promise<Result<AdminUser, Refusal>> {
  const user = await lockUser(tx, asked.userId);
  if (user === null) return refuse("NOT_FOUND");
  const { deletedAt } = user;
  if (deletedAt === null) return ok(toAdminUser(user));
  const now = deps.clock.now();
  if (now - deletedAt > binMs || (await findUserByEmail(tx, user.email)) !== null) return refuse("UNDO_NOT_POSSIBLE");
  const by = adminDoing(asked);
  const back = await beginAgain(deps, tx, { user: { ...user, deletedAt }, by });
  await tellProfile(tx, back.user);
  await audit(tx, {
    at: now,
    ...by,
    action: "user.restored",
    subjectKind: "user",
    subjectId: user.id,
    before: { deletedBy: user.deletedBy },
    after: { devices: back.devices, shares: back.shares, tokens: back.tokens },
  });
  return ok(toAdminUser(back.user));
}

/** Somebody changes their own names, and nothing else of the account. [AC-7, D16] */
import type { User } from "@relaydeck/contract/accounts";
import type { UpdateProfile } from "@relaydeck/contract/profile";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findUserById, updateUser } from "@relaydeck/db/accounts/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { tellProfile } from "./profile-told.ts";
import { toUser } from "./user-view.ts";

export interface UpdatingProfile {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: UpdateProfile;
}

export function updateProfile(
  deps: Pick<AccountsDeps, "store" | "clock">,
  { caller, request, input }: UpdatingProfile,
): Promise<Result<User, Refusal>> {
  return deps.store.write(async (tx) => {
    const before = await findUserById(tx, caller.userId);
    if (before === null) return refuse("SESSION_REQUIRED");
    const { firstName = before.firstName, lastName = before.lastName } = input;
    if (firstName === before.firstName && lastName === before.lastName) return ok(toUser(before));
    const now = deps.clock.now();
    const changed = await updateUser(tx, { id: before.id }, { firstName, lastName, updatedAt: now });
    const user = present(changed, "A user that was found in this transaction stays");
    await tellProfile(tx, user);
    const fields = [
      ...(firstName === before.firstName ? [] : ["firstName"]),
      ...(lastName === before.lastName ? [] : ["lastName"]),
    ];
    await audit(tx, {
      at: now,
      actorKind: "user",
      actorId: user.id,
      action: "account.names-changed",
      subjectKind: "user",
      subjectId: user.id,
      after: { fields },
      request,
    });
    return ok(toUser(user));
  });
}

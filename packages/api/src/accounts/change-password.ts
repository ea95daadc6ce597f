/**
 * Somebody who is signed in chooses a new password: all sessions end, this one too, and this browser gets a new token in
 * its place. [AC-8, SE-2] Links for a reset or another address, sent before, are dead. [ML-4]
 */
import type { ChangePassword } from "@relaydeck/contract/profile";
import type { Refusal } from "@relaydeck/contract/refusals";
import { updateUser } from "@relaydeck/db/accounts/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller, RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { freshProof, stillProven, type FreshProof } from "./fresh-proof.ts";
import { openSession, type OpenedSession } from "./open-session.ts";
import { checkPassword } from "./password-blocklist.ts";
import { followPasswordChange } from "./password-changed.ts";

export interface ChangingPassword {
  readonly caller: Caller;
  readonly request: RequestFacts;
  /** Token of the known-browser cookie, whatever it is worth. */
  readonly knownToken: string | null;
  readonly input: ChangePassword;
}

/** The session that goes on in place of the one that asked. */
export async function changePassword(deps: AccountsDeps, changing: ChangingPassword): Promise<Result<OpenedSession, Refusal>> {
  const { caller, request, input } = changing;
  const proof = await freshProof(deps, { caller, request, currentPassword: input.currentPassword });
  if (!proof.ok) return proof;
  const allowed = checkPassword(input.newPassword, proof.value.user);
  if (!allowed.ok) return allowed;
  const hashed = await deps.hashGate.run(() => deps.passwords.hash(input.newPassword));
  if (!hashed.ok) return hashed;
  const change = { proof: proof.value, changing, passwordHash: hashed.value };
  const changed = await deps.store.write((tx) => keep(deps, tx, change));
  if (changed.ok) deps.log.info("password.changed", { requestId: request.requestId, userId: caller.userId });
  return changed;
}

interface Hashed {
  readonly proof: FreshProof;
  readonly changing: ChangingPassword;
  readonly passwordHash: string;
}

async function keep(
  deps: AccountsDeps,
  tx: Tx,
  { proof, changing, passwordHash }: Hashed,
): Promise<Result<OpenedSession, Refusal>> {
  const proven = await stillProven(deps, tx, proof);
  if (!proven.ok) return proven;
  const { request, knownToken } = changing;
  const changed = await updateUser(tx, { id: proven.value.id }, { passwordHash, updatedAt: deps.clock.now() });
  const user = present(changed, "A user that was found in this transaction stays");
  await followPasswordChange(deps, tx, { user, request, action: "password.changed" });
  return ok(await openSession(deps, tx, { userId: user.id, request, presentedToken: null, knownToken }));
}

/** What the profile page has to know of how this person signs in; no secret is among it. */
import { toInstant } from "@relaydeck/contract/instants";
import type { SignInMethods } from "@relaydeck/contract/profile";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findUserById } from "@relaydeck/db/accounts/store";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { freshUntil } from "./fresh-proof.ts";

export async function signInMethods(
  deps: Pick<AccountsDeps, "store" | "clock" | "sessions">,
  caller: Caller,
): Promise<Result<SignInMethods, Refusal>> {
  const user = await findUserById(deps.store.read, caller.userId);
  if (user === null) return refuse("SESSION_REQUIRED");
  const until = await freshUntil(deps, caller);
  return ok({
    hasPassword: user.passwordHash !== null,
    google: user.googleId !== null,
    twoStep: user.twoStepRecovery !== null,
    provenUntil: until === null ? null : toInstant(until),
  });
}

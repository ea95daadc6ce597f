/**
 * The second step of signing in: somebody whose first proof was right gives a code, or is asked for one. [AD-2]
 *
 * Nothing stands for it: a browser that signed in before decides only with whom wrong codes are counted. A recovery code
 * is told to the owner by mail.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { UserRow } from "@relaydeck/db/accounts/store";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import type { RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { postTwoStepNotice } from "./two-step-of-user.ts";
import { isOn, takeSecondStep } from "./two-step.ts";

export interface SecondStepGiven {
  /** As it is in this transaction. */
  readonly user: UserRow;
  readonly request: RequestFacts;
  readonly knownBrowser: string | null;
  /** As typed; absent or blank: none was given. */
  readonly otp: string | undefined;
}

/** `asked`: the code is needed and none was given, which is no failure. */
export type SecondStepOutcome = "passed" | "asked";

/** Passed where two-step sign-in is off, or the code is good and by this used up. */
export async function passSecondStep(
  deps: Pick<AccountsDeps, "clock" | "random" | "settings" | "log" | "wakeMail">,
  tx: Tx,
  { user, request, knownBrowser, otp = "" }: SecondStepGiven,
): Promise<Result<SecondStepOutcome, Refusal>> {
  if (!isOn(user)) return ok("passed");
  if (otp.trim() === "") return ok("asked");
  const actor = { owner: { kind: "user", id: user.id }, request, knownBrowser } as const;
  const taken = await takeSecondStep(deps, tx, { actor, typed: otp });
  if (!taken.ok) return taken;
  if (taken.value.by === "recovery")
    await postTwoStepNotice(deps, tx, { user, request, event: { is: "recovery-used", left: taken.value.left } });
  return ok("passed");
}

/** What the asked one is told. */
export const codeAsked = refuse("SECOND_FACTOR_REQUIRED");

/**
 * Somebody comes back from Google. What they bring is believed only in the browser that left, within ten minutes and
 * once [GO-1]; who they are is what Google tells us directly, never what the address bar says [GO-2].
 *
 * Not here: what becomes of the person, which is google-enter.ts.
 */
import type { GoogleReturn } from "@relaydeck/contract/google-sign-in";
import { takeGoogleFlow } from "@relaydeck/db/accounts/google-flows";
import { breaksUnique } from "@relaydeck/db/constraint";
import type { RequestFacts } from "../caller.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { enterWithGoogle, type Entered, type Entering } from "./google-enter.ts";
import { proofsOf, returnOf } from "./google-flow.ts";
import { isSameHash, sha256 } from "./secrets.ts";

export interface FinishingGoogle {
  readonly request: RequestFacts;
  /** Tokens of the cookies, whatever they are worth. */
  readonly secret: string | null;
  readonly presentedToken: string | null;
  readonly knownToken: string | null;
  /** Of the address; null: absent or given more than once. */
  readonly state: string | null;
  readonly code: string | null;
  readonly error: string | null;
}

/** What the door has to do; `returnTo` is null where nobody knows where the way began. */
export type FinishedGoogle = (Entered | { readonly is: "refused"; readonly message: GoogleReturn }) & {
  readonly returnTo: string | null;
};

export async function finishGoogle(deps: AccountsDeps, finishing: FinishingGoogle): Promise<FinishedGoogle> {
  const finished = await finish(deps, finishing);
  const { requestId, address } = finishing.request;
  if (finished.is === "opened") deps.log.info("sign-in.done", { requestId, userId: finished.userId, by: "google" });
  else if (finished.is === "refused") deps.log.warn("sign-in.refused", { requestId, address, code: finished.message });
  return finished;
}

async function finish(deps: AccountsDeps, finishing: FinishingGoogle): Promise<FinishedGoogle> {
  const { google, store, clock, log } = deps;
  const { secret, state, code, request } = finishing;
  if (google === null) return { is: "refused", message: "google-not-configured", returnTo: null };
  const proofs = secret === null ? null : proofsOf(secret);
  if (secret === null || proofs === null || state === null || !isSameHash(state, proofs.state)) return late;
  const flow = await store.write((tx) => takeGoogleFlow(tx, { hash: sha256(secret), step: "asked", now: clock.now() }));
  if (flow === null) return late;
  const returnTo = returnOf(flow, secret);
  const refused = (message: GoogleReturn) => ({ is: "refused", message, returnTo }) as const;
  if (finishing.error === "access_denied") return refused("google-cancelled");
  if (finishing.error !== null || code === null) return refused("google-failed");
  const identity = await google.identify({ code, proofs });
  if (!identity.ok) {
    log.warn("google.not-believed", { requestId: request.requestId, reason: identity.error.reason });
    return refused(identity.error.kind === "unreachable" ? "google-unreachable" : "google-failed");
  }
  return { ...(await enter(deps, { ...finishing, returnTo, identity: identity.value })), returnTo };
}

/** Two first sign-ins of one person at once: the second finds the account of the first when it looks again. */
async function enter(deps: AccountsDeps, entering: Entering): Promise<Entered> {
  const once = () => deps.store.write((tx) => enterWithGoogle(deps, tx, entering));
  try {
    return await once();
  } catch (error) {
    const isTaken = breaksUnique(error, "users", ["email"]) || breaksUnique(error, "users", ["google_id"]);
    if (!isTaken) throw error;
    return once();
  }
}

const late: FinishedGoogle = { is: "refused", message: "google-expired", returnTo: null };

/** Somebody goes to Google to sign in. Nothing is known of them yet; the browser gets the secret that binds its return. [GO-1] */
import type { GoogleReturn } from "@relaydeck/contract/google-sign-in";
import { err, ok, type Result } from "@relaydeck/kit/result";
import type { RequestFacts } from "../caller.ts";
import { countGoogleStart } from "../limits/google-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { beginFlow, proofsOf, type FlowSecret } from "./google-flow.ts";

export interface StartingGoogle {
  readonly request: RequestFacts;
  /** Path of our own site, checked. */
  readonly returnTo: string;
}

export interface StartedGoogle {
  readonly url: string;
  readonly secret: FlowSecret;
}

export async function startGoogle(
  deps: AccountsDeps,
  { request, returnTo }: StartingGoogle,
): Promise<Result<StartedGoogle, GoogleReturn>> {
  const { google, store, clock, settings, log } = deps;
  if (google === null) return err("google-not-configured");
  const secret = await store.write(async (tx) => {
    const asked = { address: request.address, now: clock.now(), factor: settings.rateLimitFactor };
    const counted = await countGoogleStart(tx, asked);
    return counted.ok ? beginFlow(deps, tx, { step: "asked", returnTo }) : null;
  });
  if (secret === null) return err("google-too-many");
  const url = await google.signInUrl(proofsOf(secret.token));
  if (url.ok) return ok({ url: url.value, secret });
  log.warn("google.unusable", { requestId: request.requestId, reason: url.error.reason });
  return err(url.error.kind === "unreachable" ? "google-unreachable" : "google-failed");
}

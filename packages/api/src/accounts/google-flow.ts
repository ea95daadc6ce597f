/**
 * One browser's way to Google and back. Its cookie holds a secret; the database holds the hash of it, and state, nonce and
 * code verifier follow from it. So whoever has not the cookie has none of the three, and a stolen row is worth nothing. [GO-1]
 */
import type { GoogleStep } from "@relaydeck/db/accounts/google-tables";
import { insertGoogleFlow, type NewGoogleFlow } from "@relaydeck/db/accounts/google-flows";
import type { Tx } from "@relaydeck/db/store";
import { createHmac } from "node:crypto";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { FlowProofs } from "./google.ts";
import { newSecret, sha256 } from "./secrets.ts";

/** How long a way to Google and back may take, and how long the password that links may be asked for. [GO-1] */
export const googleFlowMs = 10 * 60_000;

/** For the cookie; `expiresAt` in epoch ms. */
export interface FlowSecret {
  readonly token: string;
  readonly expiresAt: number;
}

/** Begins a step with a fresh secret; one that the browser brings is never used again. */
export async function beginFlow(
  { clock, random }: Pick<AccountsDeps, "clock" | "random">,
  tx: Tx,
  flow: { step: GoogleStep } & Pick<NewGoogleFlow, "returnTo" | "userId" | "googleId">,
): Promise<FlowSecret> {
  const token = newSecret(random);
  const now = clock.now();
  const expiresAt = now + googleFlowMs;
  await insertGoogleFlow(tx, { ...flow, hash: sha256(token), expiresAt, createdAt: now });
  return { token, expiresAt };
}

/** Each 43 characters of base64url; none tells anything of the secret or of another. */
export function proofsOf(secret: string): FlowProofs {
  const derived = (name: string) => createHmac("sha256", secret).update(`google ${name}`).digest("base64url");
  return { state: derived("state"), nonce: derived("nonce"), codeVerifier: derived("verifier") };
}

/**
 * One browser's way to Google and back. Its cookie holds a secret; the database holds the hash of it, and state, nonce and
 * code verifier follow from it. So whoever has not the cookie has none of the three, and a stolen row is worth nothing. [GO-1]
 *
 * Nor does the row tell where the browser returns to: that path may hold the token of a mailed link. [ML-1]
 */
import type { GoogleStep } from "@relaydeck/db/accounts/google-tables";
import { insertGoogleFlow, type GoogleFlowRow, type NewGoogleFlow } from "@relaydeck/db/accounts/google-flows";
import type { Tx } from "@relaydeck/db/store";
import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { FlowProofs } from "./google.ts";
import { newSecret, sha256 } from "./secrets.ts";

/** How long a way to Google and back may take, and how long the password that links may be asked for. [GO-1] */
const googleFlowMs = 10 * 60_000;

/** For the cookie; `expiresAt` in epoch ms. */
export interface FlowSecret {
  readonly token: string;
  readonly expiresAt: number;
}

/** Begins a step with a fresh secret; one that the browser brings is never used again. */
export async function beginFlow(
  { clock, random }: Pick<AccountsDeps, "clock" | "random">,
  tx: Tx,
  flow: { step: GoogleStep; returnTo: string } & Pick<NewGoogleFlow, "userId" | "googleId">,
): Promise<FlowSecret> {
  const token = newSecret(random);
  const now = clock.now();
  const expiresAt = now + googleFlowMs;
  const sealedReturn = sealReturn(token, flow.returnTo);
  await insertGoogleFlow(tx, { ...flow, returnTo: sealedReturn, hash: sha256(token), expiresAt, createdAt: now });
  return { token, expiresAt };
}

/** Each 43 characters of base64url; none tells anything of the secret or of another. */
export function proofsOf(secret: string): FlowProofs {
  const derived = (name: string) => derivedFrom(secret, name).toString("base64url");
  return { state: derived("state"), nonce: derived("nonce"), codeVerifier: derived("verifier") };
}

/** Where the way began, for whoever has its secret; home, where the row was not written with that secret. */
export function returnOf({ returnTo }: Pick<GoogleFlowRow, "returnTo">, secret: string): string {
  const bytes = Buffer.from(returnTo, "base64url");
  if (bytes.length < tagBytes) return "/";
  const decipher = createDecipheriv(cipherName, returnKey(secret), onlyNonce).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    return "/"; // The tag does not fit.
  }
}

function sealReturn(secret: string, path: string): string {
  const cipher = createCipheriv(cipherName, returnKey(secret), onlyNonce);
  return Buffer.concat([cipher.update(path, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

const cipherName = "aes-256-gcm";
const tagBytes = 16;
/** Each secret is fresh and its key seals one path, so no nonce is ever used twice. */
const onlyNonce = Buffer.alloc(12);

function returnKey(secret: string): Buffer {
  return derivedFrom(secret, "return");
}

function derivedFrom(secret: string, name: string): Buffer {
  return createHmac("sha256", secret).update(`google ${name}`).digest();
}

/**
 * One-time codes of RFC 6238: 30 s, 6 digits, SHA-1 as every authenticator app knows it. The only module that imports otpauth.
 *
 * A code is good in its own step and 30 s before and after it, for clocks that differ. [AD-2]
 * Not here: that each works once (two-step.ts), and how the secret is stored (two-step-secret.ts).
 */
import { codeDigits } from "@relaydeck/contract/two-step";
import { productName } from "@relaydeck/contract/product";
import type { Random } from "@relaydeck/kit/random";
import { Secret, TOTP } from "otpauth";

/** One step of codes, in milliseconds. */
export const codeStepMs = 30_000;
/** Steps before and after the present one whose codes are taken. */
const toleratedSteps = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

/** Base32. */
export function newCodeSecret(random: Random): string {
  return new Secret({ buffer: Uint8Array.from(random.bytes(secretBytes)).buffer }).base32;
}

/** Number of the step that `now` (epoch ms) lies in. */
export function codeStepAt(now: number): number {
  return Math.floor(now / codeStepMs);
}

/** The step whose code this is, the nearest to `now`; null when it is none of those that are taken. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: toleratedSteps });
  return delta === null ? null : codeStepAt(now) + delta;
}

/** The code that an app shows at `now`. For tests, and for whoever plays the app. */
export function codeAt(secret: string, now: number): string {
  return totp(secret).generate({ timestamp: now });
}

/** What the picture for the app holds; `account` names it there. */
export function enrolmentUri(secret: string, account: string): string {
  return totp(secret, account).toString();
}

function totp(secret: string, label = "account"): TOTP {
  const issuer = productName;
  return new TOTP({
    issuer,
    label,
    algorithm: "SHA1",
    digits: codeDigits,
    period: codeStepMs / 1000,
    secret: Secret.fromBase32(secret),
  });
}

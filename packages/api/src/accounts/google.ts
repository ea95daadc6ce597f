/**
 * What the product asks of whoever speaks with Google; google-client.ts speaks. [DP-2]
 *
 * Google is any OpenID provider behind the configured issuer. Codes, tokens and claims stay behind this interface: what
 * comes out is who the person is, or in one word for the log why not. [GO-2]
 */
import type { Result } from "@relaydeck/kit/result";

export interface GoogleSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `https://accounts.google.com`; plain http only on loopback. */
  readonly issuer: string;
}

/** Proofs that one browser's way to Google and back is one way; each is fresh per sign-in. [GO-1] */
export interface FlowProofs {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A person whom Google knows. */
export interface GoogleIdentity {
  /** Google's own name of the person; never changes. [GO-3] */
  readonly subject: string;
  /** Normalised; null when Google gave none that we take. */
  readonly email: string | null;
  /** True only when Google said so. [GO-4] */
  readonly emailVerified: boolean;
  /** Cleaned; empty where Google gave none. */
  readonly firstName: string;
  readonly lastName: string;
}

/** `reason` is for the log: never a code, a token or a claim. */
export interface GoogleTrouble {
  readonly kind: "unreachable" | "refused";
  readonly reason: string;
}

export interface GoogleClient {
  /** Where the browser is sent. */
  signInUrl(proofs: FlowProofs): Promise<Result<string, GoogleTrouble>>;
  /** Trades the code for the identity token, once, and believes it only after every check. */
  identify(given: { code: string; proofs: FlowProofs }): Promise<Result<GoogleIdentity, GoogleTrouble>>;
}

export function googleTrouble(kind: GoogleTrouble["kind"], reason: string): GoogleTrouble {
  return { kind, reason };
}

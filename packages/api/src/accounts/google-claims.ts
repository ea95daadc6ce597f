/**
 * What an identity token has to say before it is believed: issuer, audience, expiry, nonce. [GO-2]
 *
 * Its signature is not asked for: the token comes straight from the token endpoint over TLS, as OpenID Connect allows
 * (Core 3.1.3.7, point 6). A token from anywhere else must not get here.
 */
import { Email } from "@relaydeck/contract/accounts";
import { withoutHidden } from "@relaydeck/contract/visible-text";
import { err, ok, type Result } from "@relaydeck/kit/result";
import * as z from "zod/mini";
import { googleTrouble, type GoogleIdentity, type GoogleTrouble } from "./google.ts";
import { isSameHash } from "./secrets.ts";

/** Google signs with and without the scheme. */
const googleIssuer = "https://accounts.google.com";
const googleIssuerShort = "accounts.google.com";

const longestName = 100;

const Claims = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  exp: z.number(),
  nonce: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.catch(z.nullable(Email), null),
  email_verified: z.optional(z.unknown()),
  given_name: z.catch(z.string(), ""),
  family_name: z.catch(z.string(), ""),
  name: z.catch(z.string(), ""),
});
type Claims = z.infer<typeof Claims>;

export interface ExpectedClaims {
  /** As the issuer calls itself in its discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  /** Epoch ms. */
  readonly now: number;
}

export function checkClaims(claims: unknown, expected: ExpectedClaims): Result<GoogleIdentity, GoogleTrouble> {
  const parsed = Claims.safeParse(claims);
  if (!parsed.success) return err(googleTrouble("refused", "claims missing or of another kind"));
  const wrong = firstWrong(parsed.data, expected);
  return wrong === null ? ok(identityOf(parsed.data)) : err(googleTrouble("refused", wrong));
}

function firstWrong(claims: Claims, expected: ExpectedClaims): string | null {
  if (!isIssuer(claims.iss, expected.issuer)) return "another issuer";
  if (!isForUs(claims, expected.clientId)) return "another audience";
  if (claims.exp * 1000 <= expected.now) return "token has expired";
  return isSameHash(claims.nonce, expected.nonce) ? null : "another nonce";
}

function isIssuer(said: string, expected: string): boolean {
  return said === expected || (expected === googleIssuer && said === googleIssuerShort);
}

/** A token for several must name us as the one it was made for. */
function isForUs({ aud, azp }: Claims, clientId: string): boolean {
  if (azp !== undefined && azp !== clientId) return false;
  if (typeof aud === "string") return aud === clientId;
  return aud.includes(clientId) && (aud.length === 1 || azp === clientId);
}

function identityOf(claims: Claims): GoogleIdentity {
  const given = cleanName(claims.given_name);
  return {
    subject: claims.sub,
    email: claims.email,
    emailVerified: claims.email_verified === true,
    firstName: given === "" ? cleanName(claims.name) : given,
    lastName: cleanName(claims.family_name),
  };
}

/** One line without controls and without what nobody sees, as our own forms would take it. [IN-6] */
function cleanName(text: string): string {
  const line = withoutHidden(text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")).trim();
  return line.slice(0, longestName).trim();
}

/**
 * Google through arctic's generic client, with the issuer's own endpoints. The only module that imports arctic. [DP-2]
 *
 * arctic builds the address with PKCE and trades the code; state, nonce and verifier are ours, and so are the checks of
 * the claims (google-claims.ts). Its request knows no deadline and cannot be called off, so we stop waiting for it and
 * bound how many may be under way. Nothing here is tried twice: a code is good once.
 */
import type { Clock } from "@relaydeck/kit/clock";
import { err, ok, type Result } from "@relaydeck/kit/result";
import { within } from "@relaydeck/kit/within";
import {
  ArcticFetchError,
  CodeChallengeMethod,
  decodeIdToken,
  OAuth2Client,
  OAuth2RequestError,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "arctic";
import { checkClaims } from "./google-claims.ts";
import { GoogleDiscovery } from "./google-discovery.ts";
import { googleTrouble, type FlowProofs, type GoogleClient, type GoogleSettings, type GoogleTrouble } from "./google.ts";

/** How long a person waits for one answer of Google, in milliseconds. */
const googleAnswerMs = 8_000;
/** Codes being traded at once; a slow issuer must not collect them. */
const mostTrades = 50;
const scopes = ["openid", "email", "profile"];

export interface GoogleClientOptions {
  readonly clock: Clock;
  readonly settings: GoogleSettings;
  /** Our callback, from the public origin and from nothing else. [GO-5] */
  readonly redirectUri: string;
}

export function createGoogleClient({ clock, settings, redirectUri }: GoogleClientOptions): GoogleClient {
  const { clientId, clientSecret, issuer } = settings;
  const discovery = new GoogleDiscovery({ clock, issuer, withinMs: googleAnswerMs });
  const client = new OAuth2Client(clientId, clientSecret, redirectUri);
  let trades = 0;

  async function trade(endpoint: string, code: string, codeVerifier: string): Promise<Result<unknown, GoogleTrouble>> {
    if (trades >= mostTrades) return err(googleTrouble("unreachable", "too many codes are being traded"));
    trades += 1;
    const answer = client
      .validateAuthorizationCode(endpoint, code, codeVerifier)
      .then((tokens): Result<unknown, GoogleTrouble> => ok(decodeIdToken(tokens.idToken())))
      .catch((error: unknown) => err(troubleOf(error)))
      .finally(() => (trades -= 1));
    const inTime = await within(clock, googleAnswerMs, () => answer);
    return inTime === "late" ? err(googleTrouble("unreachable", "token: no answer in time")) : inTime;
  }

  return {
    async signInUrl({ state, nonce, codeVerifier }) {
      const found = await discovery.endpoints();
      if (!found.ok) return found;
      const { S256 } = CodeChallengeMethod;
      const url = client.createAuthorizationURLWithPKCE(found.value.authorization, state, S256, codeVerifier, scopes);
      url.searchParams.set("nonce", nonce);
      return ok(url.href);
    },

    async identify({ code, proofs }: { code: string; proofs: FlowProofs }) {
      const found = await discovery.endpoints();
      if (!found.ok) return found;
      const claims = await trade(found.value.token, code, proofs.codeVerifier);
      if (!claims.ok) return claims;
      return checkClaims(claims.value, { issuer: found.value.issuer, clientId, nonce: proofs.nonce, now: clock.now() });
    },
  };
}

/** In words for the log: what arctic throws may carry what the issuer sent. [LG-2] */
function troubleOf(error: unknown): GoogleTrouble {
  if (error instanceof OAuth2RequestError) return googleTrouble("refused", `token: ${wordOf(error.code)}`);
  if (error instanceof ArcticFetchError) return googleTrouble("unreachable", "token: no connection");
  if (error instanceof UnexpectedResponseError || error instanceof UnexpectedErrorResponseBodyError)
    return googleTrouble("unreachable", `token: unexpected answer with status ${error.status}`);
  return googleTrouble("refused", "token: no identity token in the answer");
}

/** OAuth's own words are short; anything else is not for the log. */
function wordOf(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : "refused";
}

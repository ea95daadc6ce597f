/** Logging in, listing and revoking tokens, and the account itself. [dialect section 2] */
import { type Answer, json } from "../answer.ts";
import { textField } from "../body.ts";
import { oauthError, tokenInvalid, tooManyRequests } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { type Call, type Outcome, type Route, answer } from "../route.ts";
import type { Token } from "../tokens.ts";
import type { World } from "../world.ts";

export const tokenRoutes: readonly Route[] = [
  { method: "POST", pattern: "/oauth/token", operation: "token", auth: "none", tokenLimited: true, run: grantToken },
  { method: "GET", pattern: "/v1/access_tokens", operation: "tokens", auth: "none", tokenLimited: true, run: listTokens },
  { method: "GET", pattern: "/v1/access_tokens/current", operation: "tokens", scope: "*", tokenLimited: true, run: currentToken },
  {
    method: "DELETE",
    pattern: "/v1/access_tokens/current",
    operation: "tokens",
    scope: "*",
    tokenLimited: true,
    run: revokeCurrent,
  },
  {
    method: "DELETE",
    pattern: "/v1/access_tokens/:token",
    operation: "tokens",
    auth: "none",
    tokenLimited: true,
    run: revokeNamed,
  },
  { method: "DELETE", pattern: "/v1/access_tokens", operation: "tokens", tokenLimited: true, run: revokeAll },
  {
    method: "GET",
    pattern: "/v1/user",
    operation: "user",
    tokenLimited: true,
    run: (call) =>
      answer(
        json(200, {
          username: call.session.username,
          subscription_ids: [],
          account_info: {},
          mfa: { enabled: call.world.settings.otp !== undefined },
        }),
      ),
  },
];

/** Documented pair, default of the official SDK, and that of the official command line. */
const clients: ReadonlySet<string> = new Set(["particle:particle", "particle-api:particle-api", "particle-cli:particle-cli"]);
const tokenHeaders = { "cache-control": "no-store", pragma: "no-cache", "x-content-type-options": "nosniff" };

function grantToken(call: Call): Outcome {
  const { world, body } = call;
  const blockedSeconds = world.loginGuard.blockedForSeconds;
  if (blockedSeconds > 0) return answer(tooManyRequests(blockedSeconds));
  if (body.kind !== "form")
    return answer(oauthError(400, "invalid_request", "Method must be POST with application/x-www-form-urlencoded encoding"));
  const basic = basicPair(call);
  const client = basic ?? `${textField(body.fields, "client_id") ?? ""}:${textField(body.fields, "client_secret") ?? ""}`;
  if (!clients.has(client)) return answer(oauthError(400, "invalid_client", "Client credentials are invalid"));
  const clientName = client.split(":")[0] ?? "";
  switch (textField(body.fields, "grant_type")) {
    case "password":
      return answer(grantPassword(call, clientName));
    case "client_credentials":
      return answer(grant(call, clientName));
    case "urn:custom:mfa-otp":
      return answer(grantOtp(call, clientName));
    default:
      return answer(oauthError(400, "unsupported_grant_type", "Grant type is invalid"));
  }
}

function grantPassword(call: Call, client: string): Answer {
  const { world, body } = call;
  const { user, password } = world.account;
  if (textField(body.fields, "username") !== user || textField(body.fields, "password") !== password) {
    world.loginGuard.failed();
    return oauthError(400, "invalid_grant", "User credentials are invalid");
  }
  world.loginGuard.succeeded();
  if (world.settings.otp === undefined) return grant(call, client);
  return json(
    403,
    { error: "mfa_required", error_description: "Multi-factor authentication required", mfa_token: mfaTokenOf(world) },
    tokenHeaders,
  );
}

function grantOtp(call: Call, client: string): Answer {
  const { world, body } = call;
  if (textField(body.fields, "mfa_token") === mfaTokenOf(world) && textField(body.fields, "otp") === world.settings.otp)
    return grant(call, client);
  world.loginGuard.failed();
  return oauthError(400, "invalid_grant", "Invalid one-time password");
}

function mfaTokenOf(world: World): string {
  return `mfa${world.account.token}`;
}

/** A hundred years: no date of JavaScript ends before it. */
const longestTokenLifeMs = 100 * 365 * 24 * 3_600_000;

function grant(call: Call, client: string): Answer {
  const { world, body } = call;
  const now = world.time.now();
  const seconds = textField(body.fields, "expires_in");
  const until = textField(body.fields, "expires_at");
  const untilMs = until === undefined ? Number.NaN : Date.parse(until);
  const asked =
    seconds !== undefined && /^\d+$/.test(seconds)
      ? Number(seconds) * 1000
      : Number.isNaN(untilMs)
        ? world.settings.tokenLifeMs
        : untilMs - now;
  const lifeMs = Math.min(asked, longestTokenLifeMs);
  const token = world.tokens.issue({
    username: world.account.user,
    client,
    expiresAt: lifeMs === 0 ? null : now + lifeMs,
    scopes: null,
  });
  const refreshToken = world.chance.hex("token", 40);
  return json(
    200,
    { token_type: "bearer", access_token: token.token, expires_in: Math.round(lifeMs / 1000), refresh_token: refreshToken },
    tokenHeaders,
  );
}

function listTokens(call: Call): Outcome {
  const { world } = call;
  const pair = basicPair(call);
  const separator = pair?.indexOf(":") ?? -1;
  if (pair === undefined || pair.slice(0, separator) !== world.account.user)
    return answer(json(400, { ok: false, errors: ["Unknown user"] }));
  if (pair.slice(separator + 1) !== world.account.password) return answer(json(401, { ok: false, errors: ["Bad password"] }));
  return answer(
    json(
      200,
      world.tokens.listOf(world.account.user).map((token) => ({ token: token.token, ...tokenView(token) })),
    ),
  );
}

function currentToken({ session }: Call): Outcome {
  return answer(json(200, { ...tokenView(session), client_id: session.client, scopes: session.scopes ?? [], orgs: [] }));
}

function tokenView(token: Token): JsonObject {
  return { expires_at: token.expiresAt === null ? null : new Date(token.expiresAt).toISOString(), client: token.client };
}

function revokeCurrent({ world, session }: Call): Outcome {
  revoke(world, session.token);
  return answer(json(200, { ok: true }));
}

/** Carries no credentials but the token itself, as the official clients call it. */
function revokeNamed({ world, params }: Call): Outcome {
  const token = params["token"] ?? "";
  if (world.tokens.find(token).kind === "unknown") return answer(tokenInvalid());
  revoke(world, token);
  return answer(json(200, { ok: true }));
}

function revokeAll({ world, session }: Call): Outcome {
  for (const { token } of world.tokens.listOf(session.username)) revoke(world, token);
  return answer(json(200, { ok: true }));
}

function revoke(world: World, token: string): void {
  world.tokens.revoke(token);
  world.streams.endOf(token);
}

/** `name:secret` of HTTP Basic. */
function basicPair({ headers }: Call): string | undefined {
  const encoded = /^basic\s+(.+)$/i.exec(headers["authorization"] ?? "")?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8");
}

/** Tokens for programs: what a list shows of one, and how one is made. The text of a token is shown once. [architecture 7] */
import * as z from "zod/mini";
import { idGiven, idOf } from "./ids.ts";
import { Instant, InstantInput } from "./instant-schemas.ts";
import { line } from "./text.ts";

/** What the text of every token begins with, so that people and secret scanners know it. */
export const tokenPrefix = "rd_";

/** Tokens that one user may keep, ended ones included until they are revoked. */
export const mostTokensPerUser = 20;

/** Devices that one token may name. */
const mostDevicesPerToken = 200;

/** What a token is good for, weakest first: `control` also switches. */
export const tokenScopes = ["read", "control"] as const;
/** One of `tokenScopes`. */
export const TokenScope = z.enum(tokenScopes);
export type TokenScope = z.infer<typeof TokenScope>;

/** A token as its owner sees it; never with its text. */
export const Token = z.strictObject({
  id: idOf("token"),
  name: z.string(),
  scope: TokenScope,
  /** Null: all devices that its owner may see at the moment of use. */
  deviceIds: z.nullable(z.array(idOf("device"))),
  createdAt: Instant,
  /** From this instant on it opens nothing; null: until it is revoked. */
  expiresAt: z.nullable(Instant),
  hasEnded: z.boolean(),
  /** At most a minute old while it is in use. */
  lastUsedAt: z.nullable(Instant),
});
export type Token = z.infer<typeof Token>;

/** Input of a new token. Devices left out, or null: all. */
export const CreateToken = z.strictObject({
  name: line({ max: 100, required: "Name is required" }),
  scope: TokenScope,
  deviceIds: z._default(
    z.nullable(
      z
        .array(idGiven("device"))
        .check(z.minLength(1, "Choose at least one device"), z.maxLength(mostDevicesPerToken, "Too many devices")),
    ),
    null,
  ),
  expiresAt: z._default(z.nullable(InstantInput), null),
  /**
   * Proof of who asks; may be absent while the sign-in is young. A `PresentedPassword`, but not from accounts.ts: the profile
   * page reads this file, and would fetch all of that. [A5]
   */
  currentPassword: z.optional(z.string()),
});
export type CreateToken = z.infer<typeof CreateToken>;

/** Names one token. */
export const TokenId = z.strictObject({ tokenId: idGiven("token", "Token ID is required") });

/** A new token with its text, which is in no later answer. */
export const CreatedToken = z.extend(Token, { token: z.string(), message: z.string() });
export type CreatedToken = z.infer<typeof CreatedToken>;

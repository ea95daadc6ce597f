/**
 * Tokens that go out by mail: 256 random bits, kept only as a hash, bound to purpose, user and address. [ML-1]
 *
 * The token is the only proof: who presents it says nothing else that counts. Not here: what a good token opens.
 */
import { createHash } from "node:crypto";
import { findMailToken, insertMailToken, type MailTokenRow } from "@relaydeck/db/mail/tokens";
import type { Reader, Tx } from "@relaydeck/db/store";
import type { Random } from "@relaydeck/kit/random";

export type MailTokenPurpose = MailTokenRow["purpose"];

const hourMs = 60 * 60_000;

/** How long a token of each purpose is good. [D12, ML-1] */
export const tokenLifeMs: Readonly<Record<MailTokenPurpose, number>> = {
  verify: 24 * hourMs,
  reset: hourMs,
  "change-email": hourMs,
  "pause-alert": 30 * 24 * hourMs,
};

export interface TokenFor {
  readonly purpose: MailTokenPurpose;
  readonly userId: string;
  /** The address that the token goes to; it proves nothing about any other. */
  readonly address: string;
  /** What the token speaks of besides its user, such as an alert. */
  readonly subjectId?: string;
  readonly now: number;
  readonly random: Random;
}

/** Keeps the token's hash and returns the token, for the mail alone: never log or store it. [LG-2] */
export async function issueMailToken(tx: Tx, { purpose, userId, address, subjectId, now, random }: TokenFor): Promise<string> {
  const token = Buffer.from(random.bytes(32)).toString("base64url");
  await insertMailToken(tx, {
    hash: mailTokenHash(token),
    purpose,
    userId,
    address,
    subjectId: subjectId ?? null,
    expiresAt: now + tokenLifeMs[purpose],
    createdAt: now,
  });
  return token;
}

/** The token's row while its life lasts, used or not. Null: unknown, ended, or made for another purpose. */
export async function liveMailToken(
  from: Reader,
  presented: { token: string; purpose: MailTokenPurpose; now: number },
): Promise<MailTokenRow | null> {
  const row = await findMailToken(from, { hash: mailTokenHash(presented.token), purpose: presented.purpose });
  return row !== null && presented.now < row.expiresAt ? row : null;
}

export function mailTokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

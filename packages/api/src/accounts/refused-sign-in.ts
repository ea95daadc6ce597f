/**
 * The audit row of a sign-in that was refused: for whom it was meant, why and from where, never what was typed. [C10, LG-2]
 *
 * Written after the answer is decided and before it is given, for addresses that nobody has as for others, so that it tells
 * nothing in time either [AC-3]. A failure is counted before its password is looked at (limits/sign-in-limits.ts); whether it
 * was one is known only here.
 *
 * Rows stay for ever, so guessing must not fill the disk: of tries that were not looked at, one in a quarter of an hour and
 * address is noted; of all together `refusalsAnHour`, and beyond them one in a quarter of an hour says that there are more. That
 * is at most 15,000 rows a day, a few MB. The log has every one.
 */
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { addressKey } from "../limits/address-key.ts";
import { hourMs, minuteMs, takeAll } from "../limits/rate-limits.ts";

/** Over all accounts and addresses. */
export const refusalsAnHour = 600;
const quarterMs = 15 * minuteMs;

export interface RefusedSignIn {
  /** Epoch ms. */
  readonly at: number;
  readonly request: RequestFacts;
  /** Null: no account has the address, or none is known. */
  readonly userId: string | null;
  readonly refusal: Refusal;
}

export async function noteRefusedSignIn(tx: Tx, refused: RefusedSignIn): Promise<void> {
  const { at, request, userId, refusal } = refused;
  const noting = await roomFor(tx, refused);
  if (noting === "none") return;
  await audit(tx, {
    at,
    actorKind: "user",
    actorId: null,
    action: noting === "more" ? "sign-in.refused-more" : "sign-in.refused",
    subjectKind: "user",
    subjectId: userId,
    after: { code: refusal.code },
    request,
  });
}

/** `more`: for this one there was none, and that is what is noted. */
async function roomFor(tx: Tx, { at: now, request, refusal }: RefusedSignIn): Promise<"one" | "more" | "none"> {
  const isLookedAt = refusal.code !== "RATE_LIMITED" && refusal.code !== "OVERLOADED";
  const ofAddress = { key: `l:refused-noted:${addressKey(request.address)}`, limit: 1, windowMs: quarterMs };
  const ofAll = { key: "l:refused-noted", limit: refusalsAnHour, windowMs: hourMs };
  if ((await takeAll(tx, isLookedAt ? [ofAll] : [ofAll, ofAddress], now)).ok) return "one";
  if (!isLookedAt) return "none";
  const beyond = await takeAll(tx, [{ key: "l:refused-more", limit: 1, windowMs: quarterMs }], now);
  return beyond.ok ? "more" : "none";
}

/**
 * How many mails one person gets because others asked for them, whatever the mails are: 3 an hour and 10 a day. [checklist 5]
 *
 * Two things are counted. Wishes, for every address alike, whether a mail goes out or not: too many are refused, and that
 * tells nothing of the address. [AC-4, D11] And mails that do go out: one too many is held back, and the answer is as always.
 *
 * Nobody closes somebody's way back. Of an hour's mails one, and of a day's four, one in six hours, are kept for a forgotten
 * password; a browser that signed in to the account before is no stranger, and for it the day's limit does not hold. So
 * whoever asks there and gets no mail has one with a link of this hour. docs/adr/0016-mails-on-request.md
 */
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import type { Result } from "@relaydeck/kit/result";
import type { RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { addressKey } from "./address-key.ts";
import { keptForForgotten, limitOf } from "./limit-figures.ts";
import { dayMs, personKey, takeAll, type Limit, type Taken } from "./rate-limits.ts";

interface Asking {
  /** Normalised: who gets the mail. */
  readonly email: string;
  /** Network address of who asks. */
  readonly address: string;
  readonly now: number;
  /** `RATE_LIMIT_FACTOR`. */
  readonly factor: number;
}

/**
 * A wish for a mail that anybody has: 3 an hour and recipient, 10 an hour and network address. `ownerId`: whose known browser
 * asks; strangers' wishes do not count against it.
 */
export function countMailWish(
  tx: Tx,
  asking: Asking & { kind: "forgotten" | "verification"; ownerId: string | null },
): Promise<Result<Taken[], Refusal>> {
  const { kind, email, ownerId, address, now, factor } = asking;
  const key = ownerId === null ? personKey(`l:wish-${kind}`, email) : `l:wish-${kind}:${ownerId}`;
  return takeAll(tx, [limitOf("mailsPerRecipientAndHour", key, factor), ofNetworkAddress(address, factor)], now);
}

/** A wish of somebody who is signed in for a mail to an address of their choice: 10 an hour and network address. */
export function countMailFromUser(tx: Tx, { address, now, factor }: Omit<Asking, "email">): Promise<Result<Taken[], Refusal>> {
  return takeAll(tx, [ofNetworkAddress(address, factor)], now);
}

/**
 * An invitation, counted alike whether the address has an account or not [D43]: 3 an hour from one sender to one recipient, 30
 * a day and sender, 10 an hour and network address. What is refused is not counted.
 */
export function countInvitation(tx: Tx, asking: Asking & { userId: string }): Promise<Result<Taken[], Refusal>> {
  const { userId, email, address, now, factor } = asking;
  const limits = [
    limitOf("invitationsPerUser", `l:invite:${userId}`, factor),
    limitOf("mailsPerRecipientAndHour", personKey(`l:invite:${userId}`, email), factor),
    ofNetworkAddress(address, factor),
  ];
  return takeAll(tx, limits, now);
}

/** A registration: 10 an hour and network address. */
export function countRegistration(tx: Tx, { address, now, factor }: Omit<Asking, "email">): Promise<Result<Taken[], Refusal>> {
  return takeAll(tx, [limitOf("registrationsPerAddress", `l:register:${addressKey(address)}`, factor)], now);
}

/** What a mail is wished for, as far as limits care. */
export type MailFor = "forgotten" | "forgotten-by-owner" | "other";

/** Counts a mail that a wish sends to this person. False: it is one too many and must not go; whoever asked is told nothing of it. */
export async function mayMail(
  { clock, log, settings }: Pick<Ground, "clock" | "log" | "settings">,
  tx: Tx,
  mail: { email: string; for: MailFor; request: RequestFacts },
): Promise<boolean> {
  for (const limits of waysFor(mail, settings.rateLimitFactor)) if ((await takeAll(tx, limits, clock.now())).ok) return true;
  const { requestId } = mail.request;
  tx.afterCommit(() => log.warn("mail.held-back", { requestId, for: mail.for }));
  return false;
}

/** Stands for a recipient where no mail goes: the same work is done, so that time tells nothing, and nobody's mails are counted. [AC-4] */
export function nobodyAt(email: string): string {
  return `nobody ${email}`;
}

/** Sets of limits of which one has to have room in each. */
function waysFor({ email, for: what }: { email: string; for: MailFor }, factor: number): readonly (readonly Limit[])[] {
  const hour = limitOf("mailsPerRecipientAndHour", personKey("l:mail-hour", email), factor);
  const day = limitOf("mailsPerRecipientAndDay", personKey("l:mail-day", email), factor);
  const free = { ...day, limit: day.limit - keptForForgotten.aDay * factor };
  const kept = { key: personKey("l:mail-kept", email), limit: factor, windowMs: dayMs / keptForForgotten.aDay };
  if (what === "forgotten-by-owner") return [[hour]];
  if (what === "forgotten")
    return [
      [hour, free],
      [hour, day, kept],
    ];
  return [[{ ...hour, limit: hour.limit - keptForForgotten.anHour * factor }, free]];
}

function ofNetworkAddress(address: string, factor: number): Limit {
  return limitOf("mailsPerAddress", `l:mail:${addressKey(address)}`, factor);
}

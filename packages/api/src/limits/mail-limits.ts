/**
 * How many mails one person gets because others asked for them. [checklist 5] docs/adr/0016-mails-on-request.md
 *
 * Two things are counted. Wishes, at each door for itself and for every address alike, whether a mail goes out or not: too
 * many are refused, and that tells nothing of the address. [AC-4, D11, D43] And mails that do go out, of all doors together: 10
 * a day, of which invitations leave six, and all but a forgotten password four, one in six hours: neither who shares nor a
 * stranger closes somebody's way in or back.
 *
 * A browser that signed in to the account before is no stranger: its wishes and its mails have counts of their own, and when
 * those are full it may still do what a stranger may.
 */
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import type { Result } from "@relaydeck/kit/result";
import type { RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { addressKey } from "./address-key.ts";
import { invitationsADay, keptForForgottenADay, limitOf } from "./limit-figures.ts";
import { dayMs, lockKeys, personKey, takeAll, type Limit, type Taken } from "./rate-limits.ts";

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
 * asks; strangers' wishes do not count against its own three.
 */
export async function countMailWish(
  tx: Tx,
  asking: Asking & { kind: "forgotten" | "verification"; ownerId?: string | null },
): Promise<Result<Taken[], Refusal>> {
  const { kind, email, ownerId = null, address, now, factor } = asking;
  const take = (key: string) =>
    takeAll(tx, [limitOf("mailsPerRecipientAndHour", key, factor), ofNetworkAddress("mail", address, factor)], now);
  const own = ownerId === null ? null : await take(`l:wish-${kind}:${ownerId}`);
  return own?.ok === true ? own : take(personKey(`l:wish-${kind}`, email));
}

/** A wish for another address: 3 an hour and recipient, 30 a day and sender, 10 an hour and network address. */
export function countChangeOfAddress(tx: Tx, asking: Asking & { userId: string }): Promise<Result<Taken[], Refusal>> {
  const { userId, email, address, now, factor } = asking;
  const limits = [
    limitOf("invitationsPerUser", `l:wish-change:${userId}`, factor),
    limitOf("mailsPerRecipientAndHour", personKey("l:wish-change", email), factor),
    ofNetworkAddress("mail", address, factor),
  ];
  return takeAll(tx, limits, now);
}

/**
 * An invitation, counted alike whether the address has an account or not [D43]: 3 an hour from one sender to one recipient, 30
 * a day and sender, 10 an hour and network address, which close nobody's forgotten password there.
 */
export function countInvitation(tx: Tx, asking: Asking & { userId: string }): Promise<Result<Taken[], Refusal>> {
  const { userId, email, address, now, factor } = asking;
  const limits = [
    limitOf("invitationsPerUser", `l:invite:${userId}`, factor),
    limitOf("mailsPerRecipientAndHour", personKey(`l:invite:${userId}`, email), factor),
    ofNetworkAddress("invite-from", address, factor),
  ];
  return takeAll(tx, limits, now);
}

/** A registration: 10 an hour and network address. It is never refused for its recipient: the newest password has to stand. [AC-5] */
export function countRegistration(tx: Tx, { address, now, factor }: Omit<Asking, "email">): Promise<Result<Taken[], Refusal>> {
  return takeAll(tx, [limitOf("registrationsPerAddress", `l:register:${addressKey(address)}`, factor)], now);
}

/** A mail that is about to go. `by-owner`: for a forgotten password, asked for by a browser that is known to the account. */
interface Mail {
  readonly email: string;
  readonly for: "forgotten" | "by-owner" | "invitation" | "other";
}

/** Of two wishes at once for mails to one person the later one waits here, and finds what the earlier one left. */
export function lockRecipient(tx: Tx, email: string): Promise<void> {
  return lockKeys(tx, [dayKey(email)]);
}

/** Counts a mail of this person's day, or refuses it: then it must not go. The recipient is locked from here on. */
export async function countMail(
  { clock, settings }: Pick<Ground, "clock" | "settings">,
  tx: Tx,
  { email, for: what }: Mail,
): Promise<Result<Taken[], Refusal>> {
  const factor = settings.rateLimitFactor;
  const now = clock.now();
  const day = limitOf("mailsPerRecipientAndDay", dayKey(email), factor);
  if (what === "by-owner") {
    await lockRecipient(tx, email);
    const own = await takeAll(tx, [{ ...day, key: personKey("l:mail-owner", email) }], now);
    if (own.ok) return own;
  }
  if (what === "invitation") {
    // Many senders together are not too many either.
    const hour = limitOf("mailsPerRecipientAndHour", personKey("l:mail-invite", email), factor);
    return takeAll(tx, [{ ...day, limit: invitationsADay * factor }, hour], now);
  }
  const counted = await takeAll(tx, [{ ...day, limit: day.limit - keptForForgottenADay * factor }], now);
  if (counted.ok || what === "other") return counted;
  const kept: Limit = { key: personKey("l:mail-kept", email), limit: factor, windowMs: dayMs / keptForForgottenADay };
  return takeAll(tx, [day, kept], now);
}

/**
 * The same where whoever asked is told nothing of it. [AC-4] `reaches` false: nobody gets a mail there; the same work is
 * done, so that time tells nothing, and no mail of anybody is counted.
 */
export async function mayMail(
  deps: Pick<Ground, "clock" | "log" | "settings">,
  tx: Tx,
  { reaches, request, ...mail }: Mail & { reaches: boolean; request: RequestFacts },
): Promise<boolean> {
  const counted = await countMail(deps, tx, reaches ? mail : { ...mail, email: `nobody ${mail.email}` });
  if (reaches && !counted.ok) {
    const { requestId } = request;
    tx.afterCommit(() => deps.log.warn("mail.held-back", { requestId, for: mail.for }));
  }
  return reaches && counted.ok;
}

function dayKey(email: string): string {
  return personKey("l:mail-day", email);
}

function ofNetworkAddress(kind: "mail" | "invite-from", address: string, factor: number): Limit {
  return limitOf("mailsPerAddress", `l:${kind}:${addressKey(address)}`, factor);
}

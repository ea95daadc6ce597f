/**
 * How many mails one person gets because others asked for them: 10 a day, whatever they are, and 3 an hour of each kind.
 * [checklist 5]
 *
 * A wish is counted before anything else and alike for every address, whether a mail goes out or not: so no mail goes out
 * that was not counted, and neither an answer nor a wait tells whether there is an account. [AC-4, D11] Of the day's mails
 * some are kept for a forgotten password, so that nobody closes somebody's way back by wishes of another kind.
 */
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import type { Result } from "@relaydeck/kit/result";
import { addressKey } from "./address-key.ts";
import { keptForForgotten, limitOf } from "./limit-figures.ts";
import { giveBack, personKey, takeAll, type Limit, type Taken } from "./rate-limits.ts";

/** What is wished by mail; each has an hour's count of its own. */
export type MailWish = "forgotten" | "verification" | "invitation" | "new-address";

interface Asking {
  /** Normalised: who gets the mail. */
  readonly email: string;
  /** Network address of who asks. */
  readonly address: string;
  readonly now: number;
  /** `RATE_LIMIT_FACTOR`. */
  readonly factor: number;
}

/** A mail that anybody can ask for: 3 an hour and recipient, 10 an hour and address, 10 a day and recipient. */
export function countMailRequest(tx: Tx, asking: Asking & { wish: MailWish }): Promise<Result<Taken[], Refusal>> {
  const { wish, email, address, now, factor } = asking;
  const limits = [
    limitOf("mailsPerRecipientAndHour", hourKey(wish, email), factor),
    limitOf("mailsPerAddress", `l:mail:${addressKey(address)}`, factor),
    ...(wish === "forgotten" ? [mailsOfADay(email, factor)] : otherMailsOfADay(email, factor)),
  ];
  return takeAll(tx, limits, now);
}

/** A registration: 10 an hour and address; and it sends a mail to somebody who may not have asked. */
export function countRegistration(tx: Tx, { email, address, now, factor }: Asking): Promise<Result<Taken[], Refusal>> {
  const ofAddress = limitOf("registrationsPerAddress", `l:register:${addressKey(address)}`, factor);
  return takeAll(tx, [ofAddress, ...otherMailsOfADay(email, factor)], now);
}

/** Takes back what was counted for the recipient, to whom no mail went after all; who asked stays counted. */
export function giveBackMail(tx: Tx, { email, taken }: { email: string; taken: readonly Taken[] }): Promise<void> {
  const wishes: readonly MailWish[] = ["forgotten", "verification", "invitation", "new-address"];
  const ofRecipient = [...wishes.map((wish) => hourKey(wish, email)), dayKey(email), otherDayKey(email)];
  return giveBack(
    tx,
    taken.filter(({ key }) => ofRecipient.includes(key)),
  );
}

const hourKey = (wish: MailWish, email: string) => personKey(`l:mail-hour-${wish}`, email);
const dayKey = (email: string) => personKey("l:mail-day", email);
const otherDayKey = (email: string) => personKey("l:mail-day-other", email);

/** All that one recipient gets a day from others' actions. */
function mailsOfADay(email: string, factor: number): Limit {
  return limitOf("mailsPerRecipientAndDay", dayKey(email), factor);
}

/** Of all, those that are for no forgotten password. */
function otherMailsOfADay(email: string, factor: number): readonly Limit[] {
  const all = mailsOfADay(email, factor);
  return [all, { ...all, key: otherDayKey(email), limit: all.limit - keptForForgotten * factor }];
}

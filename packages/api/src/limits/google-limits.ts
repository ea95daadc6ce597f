/** Limits of sign-in through Google, per network address and over all nodes. [checklist 5] */
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import type { Result } from "@relaydeck/kit/result";
import { addressKey } from "./address-key.ts";
import { hourMs, minuteMs, takeAll, type Taken } from "./rate-limits.ts";

interface Asking {
  readonly address: string;
  readonly now: number;
  /** `RATE_LIMIT_FACTOR`. */
  readonly factor: number;
}

/** Ways to Google, which cost a row each: 60 in 15 min and address, twice the failures that sign-in by password allows. */
export function countGoogleStart(tx: Tx, { address, now, factor }: Asking): Promise<Result<Taken[], Refusal>> {
  return takeAll(tx, [{ key: `l:google:${addressKey(address)}`, limit: 60 * factor, windowMs: 15 * minuteMs }], now);
}

/** An account more, counted with those that are registered by password: 10 an hour and address. */
export function countGoogleRegistration(tx: Tx, { address, now, factor }: Asking): Promise<Result<Taken[], Refusal>> {
  return takeAll(tx, [{ key: `l:register:${addressKey(address)}`, limit: 10 * factor, windowMs: hourMs }], now);
}

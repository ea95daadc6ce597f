/** Limits of sign-in through Google, per network address and over all nodes. [checklist 5] */
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Tx } from "@relaydeck/db/store";
import type { Result } from "@relaydeck/kit/result";
import { addressKey } from "./address-key.ts";
import { limitOf } from "./limit-figures.ts";
import { takeAll, type Taken } from "./rate-limits.ts";

interface Asking {
  readonly address: string;
  readonly now: number;
  /** `RATE_LIMIT_FACTOR`. */
  readonly factor: number;
}

/** Ways to Google, which cost a row each: 60 in 15 min and address, twice the failures that sign-in by password allows. */
export function countGoogleStart(tx: Tx, { address, now, factor }: Asking): Promise<Result<Taken[], Refusal>> {
  return takeAll(tx, [limitOf("googleStartsPerAddress", `l:google:${addressKey(address)}`, factor)], now);
}

/** An account more, counted with those that are registered by password: 10 an hour and address. */
export function countGoogleRegistration(tx: Tx, { address, now, factor }: Asking): Promise<Result<Taken[], Refusal>> {
  return takeAll(tx, [limitOf("registrationsPerAddress", `l:register:${addressKey(address)}`, factor)], now);
}

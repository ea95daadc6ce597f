import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { countOpenCommands } from "@relaydeck/db/relays/commands";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";

/**
 * Commands of the whole installation that may wait to be sent; those at the cloud are not among them. [BP-1] Each of them waits
 * for its deadline at the longest. `RATE_LIMIT_FACTOR` does not move it.
 */
export const mostWaitingCommands = 1_000;

/** After so long some of those that wait were sent or are over; most deadlines are 10 s off. */
const retryAfterSeconds = 5;

/**
 * Refused when as many wait already; to be asked in the transaction that would begin one more, before it counts or begins
 * anything. Of several that begin in the same moment on Postgres each sees what was stored before: one per connection may come
 * too many.
 */
export async function roomToWait(tx: Tx): Promise<Result<null, Refusal>> {
  const { waiting } = await countOpenCommands(tx);
  return waiting < mostWaitingCommands ? ok(null) : refuse("OVERLOADED", { retryAfterSeconds });
}

import { assert } from "@relaydeck/kit/assert";
import { turn } from "@relaydeck/kit/testing/manual-clock";

/** Far more turns than anything on the loop-back interface takes; a wait in vain ends here and not in an endless loop. */
const longestTurns = 3_000_000;

/** Waits, turn by turn of the event loop, until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turns = 0; !condition(); turns += 1) {
    assert(turns < longestTurns, `Waited in vain until ${condition.toString()}`);
    await turn();
  }
}

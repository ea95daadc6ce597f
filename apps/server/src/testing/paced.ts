/** Time that goes on no faster than a Postgres answers: a hand-moved clock would outrun the renewals of a lead. */
import { newestLiveAt } from "@relaydeck/db/live/read";
import { assert } from "@relaydeck/kit/assert";
import type { Product } from "./product.ts";

const stepMs = 200;
/** In which what was begun, a transaction or two, has been answered too. */
const answersPerStep = 10;

/** Until it is true; at most `limitMs` of the product's time. */
export async function pacedUntil(product: Product, isTrue: () => boolean, limitMs = 120_000): Promise<void> {
  const end = product.clock.monotonic() + limitMs;
  while (!isTrue()) {
    assert(product.clock.monotonic() < end, `${limitMs} ms passed in vain until ${isTrue.toString()}`);
    await product.advance(stepMs);
    for (let answers = 0; answers < answersPerStep; answers += 1) await newestLiveAt(product.store.read);
  }
}

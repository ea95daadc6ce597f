/** Waiting without sleeping: for sockets of the loop-back interface, and for conditions. */
import { turn } from "@relaydeck/kit/testing/manual-clock";
import { vi } from "vitest";

/** Turns of the event loop in which loop-back sockets, the database and the simulator have said all they have to say. */
const quietTurns = 120;

export async function quiet(turns = quietTurns): Promise<void> {
  for (let passed = 0; passed < turns; passed += 1) await turn();
}

/** Looks again and again, without moving any clock of the product, until the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<void> {
  await vi.waitUntil(condition, { interval: 2, timeout: timeoutMs });
}

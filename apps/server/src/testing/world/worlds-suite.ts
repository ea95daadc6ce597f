/**
 * A share of the run's worlds as tests: seeds `first`, `first + step`, … in blocks, so that a long run shows how far it is.
 *
 * How many worlds the whole run has says RELAYDECK_WORLDS; else 300, and 1,000 in the full run. A share that is large
 * enough must have reached everything there is to reach.
 */
import { expect, test } from "vitest";
import { runWorld } from "./run-world.ts";
import { toReach } from "./to-reach.ts";

const worldsPerBlock = 25;
/** Fewer worlds than these need not have met everything. */
const worldsToMeetAll = 150;
const blockLimitMs = 180_000;

export function testWorlds(share: { readonly first: number; readonly step: number }): void {
  const count = Math.max(1, Math.ceil((worldsInRun() - share.first + 1) / share.step));
  const seeds = Array.from({ length: count }, (_, index) => share.first + index * share.step);
  const reached = new Set<string>();
  for (let from = 0; from < seeds.length; from += worldsPerBlock) {
    const block = seeds.slice(from, from + worldsPerBlock);
    test(
      `[CM-1] [CM-3] [CM-6] [CM-7] [CM-8] [CM-10] worlds ${block[0]} to ${block.at(-1)} keep the history rules`,
      async () => {
        for (const seed of block) for (const mark of (await runWorld(seed)).reached) reached.add(mark);
        expect(reached.size).toBeGreaterThan(0);
      },
      blockLimitMs,
    );
  }
  if (seeds.length < worldsToMeetAll) return;
  test("[CM-8] these worlds met every fault, every transition of a command, crashes, broken streams and wrong clocks", () => {
    expect(toReach.filter((mark) => !reached.has(mark))).toEqual([]);
  });
}

function worldsInRun(): number {
  const given = process.env["RELAYDECK_WORLDS"];
  if (given !== undefined && given !== "") return Number(given);
  return process.env["RELAYDECK_FULL"] === "1" ? 1_000 : 300;
}

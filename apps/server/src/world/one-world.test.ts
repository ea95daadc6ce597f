/** One world, to be looked at: RELAYDECK_WORLD_SEED says which. Without it a few, each run twice. */
import { expect, test } from "vitest";
import { runWorld } from "../testing/world/run-world.ts";

const given = process.env["RELAYDECK_WORLD_SEED"];
const seeds = given === undefined || given === "" ? [1, 2, 3, 4] : [Number(given)];

test.each(seeds)("[CM-8] world %i keeps the history rules, and its seed prints the same history twice", async (seed) => {
  const [once, again] = [await runWorld(seed), await runWorld(seed)];
  expect(again.lines).toEqual(once.lines);
  expect(once.lines.length).toBeGreaterThan(20);
});

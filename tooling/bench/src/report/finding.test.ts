import { expect, test } from "vitest";
import { compared } from "./finding.ts";

const facts = { goal: "G1", what: "burst", unit: "msg/s", wanted: { atLeast: 0.8 } } as const;

test("the middle one of the rounds' ratios counts, and not the ratio of the middle ones", () => {
  // The machine halved the second round of both, and the third of the baseline alone.
  const found = compared({ ...facts, ours: [90, 45, 90], baseline: { name: "bare", values: [100, 50, 50] } });
  expect(found).toMatchObject({ figure: "90 msg/s", baseline: "bare 50", ratio: "0.9x", isMet: true });
});

test("rounds that have no other half are refused", () => {
  expect(() => compared({ ...facts, ours: [1, 2], baseline: { name: "bare", values: [1] } })).toThrow("2 rounds beside 1");
});

import { expect, test } from "vitest";
import { measuredBy } from "./measured.ts";

const before = { at: 1_000_000, uptimeSeconds: 500 };
const by = (measuredAt: number, uptimeSeconds: number | null) => measuredBy({ measuredAt, uptimeSeconds }, before);

test("[CM-6] a report that came late was measured when the device's count says", () => {
  expect(by(1_030_000, 520)).toBe(1_021_000);
  expect(by(1_020_400, 520)).toBe(1_020_400);
});

test("without a count that went on, the stamp is all there is", () => {
  expect(by(1_030_000, null)).toBe(1_030_000);
  expect(by(1_030_000, 500)).toBe(1_030_000);
  expect(by(1_030_000, 3)).toBe(1_030_000);
  expect(measuredBy({ measuredAt: 1_030_000, uptimeSeconds: 520 }, null)).toBe(1_030_000);
});

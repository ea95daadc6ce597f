/** When what the cloud could not be asked for is worth another try. [C3, C14] */
import { systemRandom } from "@relaydeck/kit/random";
import { expect, test } from "vitest";
import { ReconcilePace } from "./reconcile.ts";

const hour = 3_600;

test("[C14] it rests as long as the cloud wants it, and no longer than reads rest then", () => {
  const pace = new ReconcilePace(systemRandom());
  const waits = [90, hour].map((retryAfterSeconds) => pace.waitMs({ isLess: false, retryAfterSeconds }));
  expect(waits).toEqual([90_000, 300_000]);
});

test("[S17-12] the longest pause and the longest silence of a device before it end within 60 s", () => {
  const pace = new ReconcilePace(systemRandom());
  const waits = Array.from({ length: 500 }, () => pace.waitMs({ isLess: false, retryAfterSeconds: 0 }));
  expect(Math.max(...waits)).toBeLessThanOrEqual(20_000);
});

import { describe, expect, test } from "vitest";
import { countedBy, measuredBy, type Counted } from "./measured.ts";

/** Stamp in seconds after the first report, and what it counts more than that one. */
type Report = readonly [at: number, counted: number | null];

/** Up to which second each of these may have been measured, after a first that came on time. */
function bounds(...reports: readonly Report[]): number[] {
  let counted: Counted | null = null;
  return [[0, 0] as const, ...reports]
    .map(([at, counts]) => {
      const told = { measuredAt: 1_000_000 + at * 1_000, uptimeSeconds: counts === null ? null : 500 + counts };
      const bound = measuredBy(told, counted);
      counted = countedBy(told, counted);
      return (bound - 1_000_000) / 1_000;
    })
    .slice(1);
}

describe("[CM-6] up to when a report was measured", () => {
  test("its stamp, or sooner where the count says so", () => {
    expect(bounds([20.4, 20])).toEqual([20.4]);
    expect(bounds([30, 20])).toEqual([21]);
    expect(bounds([30, 20.0004])).toEqual([21]);
  });

  test("its stamp, where it tells no count, or the count stands", () => {
    expect(bounds([30, 0], [60, 0], [90, 0])).toEqual([30, 60, 90]);
    expect(bounds([30, null])).toEqual([30]);
    expect(bounds([30, null], [60, 20])).toEqual([30, 21]);
  });

  test("before the other, where it had counted less far than that one, unless the device began anew", () => {
    expect(bounds([70, -60])).toEqual([-59]);
    expect(bounds([530, -1])).toEqual([530]);
    expect(bounds([499, -1])).toEqual([0]);
    expect(bounds([530, -10], [534, -6])).toEqual([530, 534]);
  });

  test("of several that a line held up together each by its own count, however many, and the next by its stamp", () => {
    expect(bounds([70, 4], [70, 8], [70, 12], [72, 72])).toEqual([5, 9, 13, 72]);
    expect(bounds(...Array.from({ length: 20 }, (_, index): Report => [1_221, 60 * (index + 1)])).at(-1)).toBe(1_201);
    expect(bounds([70, 4], [70, 4], [70, 5])).toEqual([5, 5, 6]);
    const oneASecond: readonly Report[] = [
      [300, 59],
      [301, 60],
      [302, 62],
      [303, 120],
      [304, 180],
      [305, 240],
      [306, 306],
    ];
    expect(bounds(...oneASecond)).toEqual([60, 61, 63, 121, 181, 241, 306]);
  });

  test("one that was overtaken makes none of those after it newer", () => {
    expect(bounds([30, -4], [31, 4], [32, 32])).toEqual([-3, 5, 32]);
    expect(bounds([70, -120], [71, -60], [72, 72])).toEqual([-119, -59, 72]);
  });

  test("a double makes none of those after it newer", () => {
    expect(bounds([60, 60], [110, 60], [150, 120])).toEqual([60, 110, 121]);
    expect(bounds([110, 60], [115, 60], [150, 120])).toEqual([61, 61, 121]);
  });

  test("what is held up longer and longer is late each time, for up to five minutes", () => {
    expect(bounds([85, 60], [160, 120], [172, 172])).toEqual([61, 121, 172]);
    expect(bounds([90, 60], [96, 62], [130, 130])).toEqual([61, 63, 130]);
    expect(bounds([85, 60], [384.9, 344.9], [385, 345], [445, 405])).toEqual([61, 345.9, 371, 445]);
  });

  test("a late report told again is a double, for up to five minutes; after that the count stands, and says nothing", () => {
    expect(bounds([60, 35], [359.9, 35], [360, 35], [3_600, 35])).toEqual([36, 36, 360, 3_600]);
    expect(bounds([60, 35], [660, 35], [720, 95], [780, 155])).toEqual([36, 660, 121, 780]);
    expect(bounds([85, 60], [384.9, 344.9], [386, 344.9], [684.9, 344.9])).toEqual([61, 345.9, 345.9, 684.9]);
  });

  test("one that took a little longer than usual does not make what comes after a stall wait for belief", () => {
    expect(bounds([62, 60], [121, 109], [181, 169], [241, 229])).toEqual([61, 110, 181, 241]);
    expect(bounds([63, 60], [67.1, 64], [72, 69])).toEqual([61, 65, 70]);
  });

  test("a count that stood still, is slow, or lied once is believed again with the second report of five seconds after it", () => {
    expect(bounds([660, 60], [720, 120], [780, 180])).toEqual([61, 720, 780]);
    expect(bounds([60, 58], [120, 116], [180, 174], [240, 232])).toEqual([59, 117, 179, 237]);
    expect(bounds([4, 4_000_000_000], [8, 8], [13, 13])).toEqual([4, -3_999_999_987, 13]);
    expect(bounds([602, 2], [604, 4], [606, 6], [608, 8])).toEqual([3, 5, 7, 608]);
    expect(bounds([670, 60], [720, 120], [780, 180])).toEqual([61, 121, 780]);
  });

  test("a stamp of a clock that was set back is believed, and so is the one after the clock was right again", () => {
    expect(bounds([-3_000, 4], [-2_996, 8], [12, 12], [18, 18])).toEqual([-3_000, -2_996, -2_991, 18]);
  });
});

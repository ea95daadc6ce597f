import { expect, test } from "vitest";
import { sizeIn } from "./sizes.ts";

test.each([
  [0, "0 byte", "0 Byte"],
  [999, "999 byte", "999 Byte"],
  [1_000, "1 kB", "1 kB"],
  [9_748_480, "9.7 MB", "9,7 MB"],
  [2_894_327_808, "2.9 GB", "2,9 GB"],
])("%d bytes in their largest unit", (bytes, en, de) => {
  // Between number and unit stands a blank at which no line breaks, in German.
  expect([sizeIn("en", bytes), sizeIn("de", bytes).replace("\u00A0", " ")]).toEqual([en, de]);
});

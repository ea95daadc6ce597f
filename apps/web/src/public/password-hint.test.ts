import { expect, test } from "vitest";
import { isLongEnough } from "./password-hint.tsx";

test("[PW-1] eight characters are enough, counted as code points and with outer blanks", () => {
  expect(isLongEnough("1234567")).toBe(false);
  expect(isLongEnough("12345678")).toBe(true);
  expect(isLongEnough("  123  ")).toBe(false);
  expect(isLongEnough("  1234  ")).toBe(true);
  expect(isLongEnough("🔌🔌🔌🔌")).toBe(false);
  expect(isLongEnough("🔌🔌🔌🔌🔌🔌🔌🔌")).toBe(true);
});

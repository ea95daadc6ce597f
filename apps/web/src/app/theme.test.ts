import { expect, test } from "vitest";
import { isInside, themeFor } from "./theme.ts";

test("[D14] a stored choice wins everywhere", () => {
  expect(themeFor("dark", false)).toBe("dark");
  expect(themeFor("light", true)).toBe("light");
  expect(themeFor("system", false)).toBe("system");
});

test("[D14] with nothing stored, public pages are light and the signed-in area follows the machine", () => {
  expect(themeFor(null, false)).toBe("light");
  expect(themeFor(null, true)).toBe("system");
  expect(themeFor("purple", true)).toBe("system");
});

test("[D14] signed in, the pages that only lead inside look like the inside; other public pages stay public", () => {
  for (const path of ["/login", "/register"]) expect([isInside(path, true), isInside(path, false)]).toEqual([true, false]);
  expect(isInside("/", true)).toBe(true);
  expect(isInside("/", false)).toBe(false);
  expect(isInside("/verify-email", true)).toBe(false);
  expect(isInside("/no-such-page", true)).toBe(false);
});

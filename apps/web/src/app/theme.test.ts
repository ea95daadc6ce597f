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

test("[D14] sign-in pages are public even while a session is open", () => {
  expect(isInside("/", true)).toBe(true);
  expect(isInside("/", false)).toBe(false);
  expect(isInside("/verify-email", true)).toBe(false);
  expect(isInside("/no-such-page", true)).toBe(false);
});

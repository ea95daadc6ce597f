import { expect, test } from "vitest";
import { languageChoice } from "./language.ts";

test("[D0.13] a chosen language is a cookie for the whole site, kept for a year", () => {
  expect(languageChoice("de")).toBe("relaydeck_lang=de; Path=/; Max-Age=31536000; SameSite=Lax");
});

import { expect, test } from "vitest";
import { clientOf, clientWords } from "./clients.ts";

test.each([
  ["Firefox on Linux", { program: "Firefox", system: "Linux" }],
  ["Samsung Internet on Android", { program: "Samsung Internet", system: "Android" }],
  ["curl", { program: "curl", system: null }],
  ["A program on macOS", { program: null, system: "macOS" }],
  ["Unknown program", { program: null, system: null }],
])("[SE-6] %s is read into its parts and written again", (words, parts) => {
  expect(clientOf(words)).toEqual(parts);
  expect(clientWords(parts)).toBe(words);
});

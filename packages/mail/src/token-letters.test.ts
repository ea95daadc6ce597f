import { expect, test } from "vitest";
import { newTokenLetter } from "./token-letters.ts";

const facts = {
  firstName: "Maria",
  tokenName: "Pump\r\nBcc: x@evil.example <script>",
  scope: "control",
  profileUrl: "http://localhost:3000/profile",
  happened: { at: Date.UTC(2026, 10, 21, 14, 2), client: "curl on Linux", address: "203.0.113.9" },
} as const;

test("the notice of a new token says what it may do, when and from where it was made, in both languages", () => {
  const english = newTokenLetter(facts);
  expect(english.subject).toBe("A Relaydeck token was created");
  expect(english.text).toContain(
    "May: read and switch relays\nWhen: 21 November 2026 at 14:02 UTC\nFrom: curl on Linux, 203.0.113.9",
  );
  const german = newTokenLetter({ ...facts, scope: "read", language: "de" });
  expect([german.subject, german.text.includes("Darf: nur lesen")]).toEqual(["Ein Token bei Relaydeck wurde erstellt", true]);
});

test.each([
  ["curl on Linux", "curl unter Linux"],
  ["A program on macOS", "Ein Programm unter macOS"],
  ["Unknown program", "Unbekanntes Programm"],
])("[A15] %s is %s to a German reader", (client, german) => {
  const { text } = newTokenLetter({ ...facts, language: "de", happened: { ...facts.happened, client } });
  expect(text).toContain(`Von: ${german}, 203.0.113.9`);
});

test("[ML-7] the name of a token adds no header and no markup", () => {
  const { subject, text, html } = newTokenLetter(facts);
  expect(subject).not.toContain("evil");
  expect(text).toContain("Name: Pump Bcc: x@evil. example <script>\n");
  expect(html).not.toContain("<script");
});

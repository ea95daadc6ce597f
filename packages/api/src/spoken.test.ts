import { refusals } from "@relaydeck/contract/refusals";
import { expect, test } from "vitest";
import { sentencesDe } from "./sentences-de.ts";
import { spoken, spokenIssues } from "./spoken.ts";

test("[A15] every refusal has a German sentence, and none is empty or still English", () => {
  const english = Object.values(refusals).map(({ message }) => message);
  expect(english.filter((sentence) => !sentencesDe.has(sentence))).toEqual([]);
  expect([...sentencesDe].filter(([sentence, german]) => german.trim() === "" || german === sentence)).toEqual([]);
});

test("[A15, D0.13] a page in German is answered in German; a program, a page in English and an unknown sentence are not", () => {
  const sentence = "An account with this email already exists";
  const german = "Es gibt schon ein Konto mit dieser E-Mail";
  expect(spoken(sentence, { door: "trpc", language: "de" })).toBe(german);
  for (const other of [{ door: "rest", language: "de" }, { door: "trpc", language: "en" }, undefined] as const)
    expect(spoken(sentence, other)).toBe(sentence);
  expect(spoken("Nobody translated this", { door: "trpc", language: "de" })).toBe("Nobody translated this");
  expect(spokenIssues([{ path: "email", message: sentence }], { door: "trpc", language: "de" })).toEqual([
    { path: "email", message: german },
  ]);
});

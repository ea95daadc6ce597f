import { refusals } from "@relaydeck/contract/refusals";
import { expect, test } from "vitest";
import { sentencesDe } from "./sentences-de.ts";
import { spoken, spokenIssues, spokenRefusal } from "./spoken.ts";

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

test.each([
  [40, "40 s"],
  [90, "90 s"],
  [91, "2 min"],
  [2_550, "43 min"],
  [5_401, "2 h"],
  [80_000, "23 h"],
])(
  "[A15, rest-shapes 1] where a limit holds for %i s, the sentence says to wait %s, in the language of the page",
  (seconds, wait) => {
    const refusal = { code: "RATE_LIMITED", retryAfterSeconds: seconds } as const;
    expect(spokenRefusal(refusal, { door: "trpc", language: "de" })).toBe(`Zu viele Versuche. Warten Sie ${wait}.`);
    for (const other of [
      { door: "rest", language: "de" },
      { door: "trpc", language: "en" },
    ] as const)
      expect(spokenRefusal(refusal, other)).toBe(`Too many tries. Wait ${wait}.`);
    expect(spokenRefusal({ ...refusal, message: "No more codes today" }, undefined)).toBe("No more codes today");
  },
);

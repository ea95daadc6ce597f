import { expect, test } from "vitest";
import { common } from "./en/shell.ts";
import { common as inGerman } from "./de/shell.ts";
import { formatsFor } from "./formats.ts";

const english = formatsFor("en", common.time, "UTC");
const german = formatsFor("de", inGerman.time, "UTC");
const now = Date.UTC(2026, 10, 21, 14, 2, 10);
const nextYear = Date.UTC(2027, 10, 29, 9, 30);

test("[D44] a time in another year carries that year, in both languages, and never reads as the coming one", () => {
  expect([english.time(nextYear, now), english.day(nextYear, now)]).toEqual(["29 Nov 2027, 09:30", "29 Nov 2027"]);
  expect([german.time(nextYear, now), german.day(nextYear, now)]).toEqual(["29. Nov. 2027, 09:30", "29. Nov. 2027"]);
  expect(english.timeWithSeconds(nextYear, now)).toBe("29 Nov 2027, 09:30:00");
});

test("the same day of another year is not today; a day of this year needs none", () => {
  const yearAhead = Date.UTC(2027, 10, 21, 14, 2, 10);
  expect(english.time(yearAhead, now)).toBe("21 Nov 2027, 14:02");
  const soon = Date.UTC(2026, 11, 4, 9, 30);
  expect([english.time(soon, now), english.day(soon, now), german.day(soon, now)]).toEqual(["4 Dec, 09:30", "4 Dec", "4. Dez."]);
});

test("which year it is depends on where the person is", () => {
  const inTokyo = formatsFor("en", common.time, "Asia/Tokyo");
  const lastEvening = Date.UTC(2026, 11, 31, 20);
  expect([english.day(lastEvening, now), inTokyo.day(lastEvening, now)]).toEqual(["31 Dec", "1 Jan 2027"]);
});

test("a length of days, and how long ago it was, are different words in German", () => {
  const twoDaysAgo = now - 2 * 24 * 60 * 60_000;
  expect([german.span(now - twoDaysAgo), german.age(twoDaysAgo, now)]).toEqual(["2 Tage", "vor 2 Tagen"]);
  expect([english.span(now - twoDaysAgo), english.age(twoDaysAgo, now)]).toEqual(["2 days", "2 days ago"]);
});

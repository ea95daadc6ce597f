import { expect, test } from "vitest";
import { firstShown, moreThan, toRead, whatFollows } from "./notice-pages.ts";

test("[D57] older notices are within reach: there is more as long as more was read than is shown", () => {
  expect(whatFollows(firstShown, 5)).toBe("all");
  expect(toRead(firstShown)).toBe(6);
  expect(whatFollows(firstShown, 6)).toBe("more");
  expect(whatFollows(moreThan(firstShown), 6)).toBe("all");
});

test("pressing on reaches the most that one reading may hold, and then it is said that there may be older ones", () => {
  let shown = firstShown;
  let presses = 0;
  while (whatFollows(shown, toRead(shown)) === "more") {
    shown = moreThan(shown);
    presses += 1;
  }
  expect([shown, presses, whatFollows(shown, toRead(shown))]).toEqual([200, 8, "cut"]);
});

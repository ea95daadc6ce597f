import { describe, expect, test } from "vitest";
import { firstPlayMs } from "./play-picture.ts";
import { pictureRelays, restingLine, storyOf } from "./story.ts";
import { wordsIn } from "./words.ts";

const words = wordsIn("en");
const relays = pictureRelays(words);

describe.each(relays)("the picture's story of $name", (relay) => {
  test.each(["off", "on"] as const)(
    "[C1] goes requested, sent, answered, confirmed on the way to %s, and speaks only at the end",
    (target) => {
      const story = storyOf(words, relay, target);
      expect([...new Set(story.map((frame) => frame.step))]).toEqual([1, 2, 3, 4]);
      expect(story.map((frame) => frame.atMs)).toEqual(story.map((frame) => frame.atMs).toSorted((a, b) => a - b));
      expect(story.filter((frame) => frame.spoken !== undefined)).toEqual([story.at(-1)]);
    },
  );

  test("is over within 5 s of the page's first paint when it plays by itself", () => {
    const last = storyOf(words, relay, "on").at(-1);
    expect(firstPlayMs + (last?.atMs ?? 0)).toBeLessThan(5_000);
  });
});

test("[C1] the words are those of the real control", () => {
  const [pump] = relays;
  expect(pump && storyOf(words, pump, "off").map((frame) => frame.text)).toEqual([
    "Turning off · requested",
    "Turning off · sent 0 s ago",
    "Turning off · sent 1 s ago",
    "Turning off · device answered, waiting for proof",
    "Off · 0 mA · Confirmed",
  ]);
  expect(pump && restingLine(words, pump, "on")).toBe("On · 1,240 mA");
});

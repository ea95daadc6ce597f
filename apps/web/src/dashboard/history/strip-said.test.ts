import { expect, test } from "vitest";
import { common as inGerman } from "../../texts/de/shell.ts";
import { common } from "../../texts/en/shell.ts";
import { formatsFor } from "../../texts/formats.ts";
import { stripWords as germanWords } from "../../texts/strip.de.ts";
import { stripWords } from "../../texts/strip.en.ts";
import { stripSaid } from "./strip-said.ts";

const hour = 3_600_000;
const none = { on: 0, off: 0, unknown: 0, "no-data": 0 };
const english = { commands: 0, words: stripWords, formats: formatsFor("en", common.time) };
const german = { commands: 0, words: germanWords, formats: formatsFor("de", inGerman.time) };

test("[A20] a relay that was off all day says so, and one of which nothing is known says that", () => {
  expect(stripSaid({ ...none, off: 24 * hour }, english)).toBe("off for 1 day");
  expect(stripSaid({ ...none, off: 24 * hour }, german)).toBe("aus seit insgesamt 1 Tag");
  expect(stripSaid(none, english)).toBe("nothing known");
  expect(stripSaid({ ...none, unknown: 24 * hour }, german)).toBe("nichts bekannt");
});

test("[A20] what is said of on and off leaves out no time without data and no command", () => {
  expect(stripSaid({ ...none, on: 3 * hour, off: 20 * hour, "no-data": hour }, { ...english, commands: 2 })).toBe(
    "on for 3 h, no data for 1 h, switched 2 times",
  );
  expect(stripSaid({ ...none, off: 23 * hour, "no-data": hour }, english)).toBe("off for 23 h, no data for 1 h");
});

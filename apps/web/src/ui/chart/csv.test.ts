import { toCsv } from "@relaydeck/contract/csv";
import { expect, test } from "vitest";
import { csvFileName } from "./csv.ts";

test.each(["=1+1", "+1", "-cmd", "@sum", "\tx", "\rx", "＝1", "＋1", "－1", "＠x"])(
  "[EX-2] a text that begins like a formula is neutralised inside its quotes: %j",
  (text) => {
    expect(toCsv([[text]])).toBe(`"'${text}"\r\n`);
  },
);

test("[EX-2] numbers stay numbers, quotes are doubled, nothing is an empty cell", () => {
  expect(toCsv([["a", 'say "no"', 1.5, -3, null, 0], ["line\nbreak"]])).toBe('"a","say ""no""",1.5,-3,,0\r\n"line\nbreak"\r\n');
});

test("[EX-2] a file name is fixed and plain, whatever a device is called", () => {
  expect(csvFileName("relaydeck", "Pumpe: Müller/../etc", "24h")).toBe("relaydeck-pumpe-mu-ller-etc-24h.csv");
  expect(csvFileName("relaydeck", "井戸", "")).toBe("relaydeck.csv");
  expect(csvFileName("x".repeat(300))).toHaveLength(104);
});

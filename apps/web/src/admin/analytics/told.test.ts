import { expect, test } from "vitest";
import { toldIn } from "./told.ts";

const at = Date.UTC(2026, 10, 1, 4, 2, 9);
const en = toldIn({ language: "en", dash: "–", timeZone: "UTC" });
const de = toldIn({ language: "de", dash: "–", timeZone: "UTC" });

test("[D0.7] times of commands and alerts have the document's forms, on a clock of 24 hours", () => {
  expect([en.second(at), en.minute(at), en.minute(Date.UTC(2026, 10, 21))]).toEqual([
    "Nov 01, 04:02:09",
    "Nov 01, 04:02",
    "Nov 21, 00:00",
  ]);
  expect(toldIn({ language: "en", dash: "–", timeZone: "Asia/Kolkata" }).second(at)).toBe("Nov 01, 09:32:09");
  expect(de.minute(at)).toBe("01. Nov., 04:02");
});

test("[D27] a rate has one decimal, a time whole milliseconds, data one decimal, and what is not known a dash", () => {
  expect([en.percent(100), en.percent(98.44), en.percent(0), en.percent(null)]).toEqual(["100.0%", "98.4%", "0.0%", "–"]);
  expect([en.measured(839.6, "ms"), en.measured(null, "ms")]).toEqual([{ value: "840", unit: "ms" }, { value: "–" }]);
  expect([en.ms(839.6), en.ms(3_200), en.ms(null)]).toEqual(["840 ms", "3,200 ms", "–"]);
  expect([en.decimal(10), en.number(2_880_000), en.day("2026-11-21")]).toEqual(["10.0", "2,880,000", "Nov 21"]);
  expect([de.percent(98.44), de.decimal(10.5)]).toEqual(["98,4\u00a0%", "10,5"]);
});

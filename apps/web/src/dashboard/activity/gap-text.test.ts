import { expect, test } from "vitest";
import { common } from "../../texts/en/shell.ts";
import { dashboard } from "../../texts/en/dashboard.ts";
import { formatsFor } from "../../texts/formats.ts";
import { minute, now, second } from "../testing/builders.ts";
import { gapText } from "./gap-text.ts";

const wording = { texts: dashboard, formats: formatsFor("en", common.time, "UTC"), now };

test("[C3] a gap is told from minute to minute, and by the second where it lies within one", () => {
  const from = now - 10 * second;
  expect(
    [
      { from: from - 5 * minute, to: from },
      { from, to: from + 4 * second },
      { from, to: null },
    ].map((gap) => gapText(gap, wording)),
  ).toEqual([
    "No data from the device cloud 13:57–14:02.",
    "No data from the device cloud 14:02:00–14:02:04.",
    "No data from the device cloud since 14:02.",
  ]);
});

import { expect, test } from "vitest";
import { toInstantText, toLocal } from "./local-time.ts";

test("a time goes into a field and out of it unchanged, to the minute", () => {
  for (const instant of ["2026-11-22T14:05:00.000Z", "2026-03-29T00:59:00.000Z", "2026-06-30T23:00:00.000Z"]) {
    expect(toLocal(instant)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    expect(toInstantText(toLocal(instant))).toBe(instant);
  }
});

test("what is no time is none", () => {
  expect([toLocal(undefined), toLocal("soon"), toInstantText(undefined), toInstantText(""), toInstantText("soon")]).toEqual([
    "",
    "",
    undefined,
    undefined,
    undefined,
  ]);
});

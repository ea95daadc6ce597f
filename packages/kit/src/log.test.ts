import { expect, test } from "vitest";
import { jsonLog } from "./log.ts";

/** The lines that one call at each level writes. */
function linesOf(level: "debug" | "info" | "warn" | "error", facts: Readonly<Record<string, string>> = {}): string {
  let text = "";
  const log = jsonLog({ level, now: () => Date.UTC(2026, 10, 21, 14, 2, 10, 123), write: (line) => (text += line) });
  for (const each of ["debug", "info", "warn", "error"] as const) log[each]("thing.done", facts);
  return text;
}

test("[LG-3] a line is one JSON object with its instant in UTC, its level and its event", () => {
  expect(JSON.parse(linesOf("error", { requestId: "req_1", userId: "usr_1" }))).toEqual({
    at: "2026-11-21T14:02:10.123Z",
    level: "error",
    event: "thing.done",
    requestId: "req_1",
    userId: "usr_1",
  });
  expect(linesOf("debug").split("\n")).toHaveLength(5);
  expect(linesOf("warn").split("\n")).toHaveLength(3);
});

test.each([
  ["a line of its own", 'x\r\n{"at":"2026-11-21T14:02:10.123Z","level":"error","event":"forged"}'],
  ["colours and a cleared screen", "\u001b[2J\u001b[31mred"],
  ["the same in eight bits", "\u009b2J\u0085\u0090"],
  ["separators of lines", "a\u2028b\u2029c\u000bd\u000ce"],
  ["a turned direction", "\u202egnp.exe\u2066\u200f"],
  ["nothing, a bell and a backspace", "\u0000\u0007\b\u007f"],
  ["half a letter", "\ud800"],
])("[LG-3] %s in a text forges nothing, and the text can still be read back", (_what, text) => {
  const written = linesOf("error", { name: text });
  expect(written).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u);
  expect(JSON.parse(written)).toMatchObject({ event: "thing.done", name: text });
});

import { expect, test } from "vitest";
import { excessOf, lateExcessOf } from "../../build/budgets.ts";

/** Text that no compression makes much smaller: every number once. */
const incompressible = Array.from({ length: 3_000 }, (_, n) => (n * 2_654_435_761) % 4_294_967_296).join(",");

const page = {
  name: "login",
  html: '<script src="/theme.js"></script><script src="/assets/a.js"></script><link href="/assets/a.js"><link href="/assets/b.css">',
  contents: new Map([
    ["assets/a.js", incompressible],
    ["assets/b.css", "a{}"],
    ["assets/later.js", incompressible],
  ]),
};

test("[A5] a page within its budget is let through; a file named twice counts once, one fetched later not at all", () => {
  expect(excessOf(page, { script: 20, style: 1 })).toEqual([]);
});

test("[A5] a page over its budget is named, with the part that is too large", () => {
  expect(excessOf(page, { script: 5, style: 1 })).toEqual([
    expect.stringMatching(/^login: script is 1\d\.\d KB gzipped, its budget is 5 KB \(A5\)\.$/),
  ]);
  expect(excessOf(page, { all: 5 })).toEqual([expect.stringMatching(/^login: all is/)]);
});

test("[A5] what a part fetches later is judged without what its page has loaded, and where it is asked for with it", () => {
  const scripts = ["/assets/later.js", "/assets/a.js"];
  const part = { module: "src/part.tsx", script: 20, withPage: false };
  expect(lateExcessOf(page, scripts, part)).toEqual([]);
  expect(lateExcessOf(page, scripts, { ...part, script: 5 })).toEqual([
    expect.stringMatching(/^src\/part\.tsx: script is 1\d\.\d KB gzipped, its budget is 5 KB \(A5\)\.$/),
  ]);
  expect(lateExcessOf(page, scripts, { ...part, withPage: true })).toEqual([
    expect.stringMatching(/^login with src\/part\.tsx: script is [23]\d\.\d KB/),
  ]);
});

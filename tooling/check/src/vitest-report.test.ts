import { expect, test } from "vitest";
import { countReport } from "./vitest-report.ts";

function report(...files: { status: string; tests: string[] }[]): string {
  return JSON.stringify({
    testResults: files.map(({ status, tests }) => ({
      name: "a.test.ts",
      status,
      assertionResults: tests.map((each) => ({ status: each, fullName: each })),
    })),
  });
}

test("passed and failed tests are counted over all files", () => {
  const text = report({ status: "passed", tests: ["passed", "passed"] }, { status: "failed", tests: ["passed", "failed"] });
  expect(countReport(text)).toEqual({ count: { passed: 3, failed: 1 }, notes: [] });
});

test("a test that did not run counts as failed", () => {
  const { count, notes } = countReport(report({ status: "passed", tests: ["passed", "skipped", "pending", "todo"] }));
  expect(count).toEqual({ passed: 1, failed: 3 });
  expect(notes).toHaveLength(3);
});

test("a file that breaks outside its tests counts as one failure", () => {
  expect(countReport(report({ status: "failed", tests: [] })).count).toEqual({ passed: 0, failed: 1 });
  expect(countReport(report({ status: "failed", tests: ["passed"] })).count).toEqual({ passed: 1, failed: 1 });
});

test("a report that is cut, foreign or empty is a failure", () => {
  for (const text of ['{"testResults": [', "[]", '{"testResults": []}'])
    expect(countReport(text).count).toEqual({ passed: 0, failed: 1 });
});
